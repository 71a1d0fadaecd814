import { use } from 'react';

/**
 * A module that few pages need: it is no part of what all of them load. Loaders wait for it; a page from the server keeps its markup until
 * it is there, and for good if it does not arrive, so that a component that uses it stands in a Suspense boundary.
 */
export function onDemand<Module>(load: () => Promise<Module>) {
  let loaded: Module | undefined;
  let loading: Promise<Module> | undefined;
  const start = (): Promise<Module> => {
    loading ??= load().then(
      (module) => {
        loaded = module;
        return module;
      },
      (error) => {
        // The next page that needs it asks again.
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  let hydrating: Promise<Module> | undefined;
  const whileHydrating = (): Promise<Module> => {
    // Never settles after a failure: an error would replace what the visitor reads.
    hydrating ??= start().catch(() => new Promise<never>(() => {}));
    return hydrating;
  };
  return { load: start, useModule: (): Module => loaded ?? use(whileHydrating()) };
}
