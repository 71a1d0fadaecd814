import { use } from 'react';

/**
 * A module that few pages need: it is no part of what all of them load. Loaders wait for it; a page from the server keeps its markup until
 * it is there, so that a component that uses it stands in a Suspense boundary.
 */
export function onDemand<Module>(load: () => Promise<Module>) {
  let loaded: Module | undefined;
  let loading: Promise<Module> | undefined;
  const start = (): Promise<Module> => {
    loading ??= load().then((module) => {
      loaded = module;
      return module;
    });
    return loading;
  };
  return { load: start, useModule: (): Module => loaded ?? use(start()) };
}
