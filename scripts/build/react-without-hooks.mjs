/**
 * React follows a streamed render through AsyncLocalStorage, for what components that are async functions preload. The site has
 * none. From the first streamed page on, Node 20 and 22 would call a hook for every promise, an eighth of the time of each render.
 * @returns {import('esbuild').Plugin}
 */
export function reactWithoutHooks() {
  return {
    name: 'react-without-hooks',
    setup({ onLoad, onResolve, onEnd }) {
      let isFound = false;
      onResolve({ filter: /^(?:node:)?async_hooks$/ }, ({ importer }) => {
        if (!/\/react-dom\/cjs\//.test(importer)) return undefined;
        isFound = true;
        return { path: 'async_hooks', namespace: 'without-hooks' };
      });
      onLoad({ filter: /.*/, namespace: 'without-hooks' }, () => ({ contents: WITHOUT_HOOKS, loader: 'js' }));
      onEnd(() => ({
        errors: isFound
          ? []
          : [{ text: 'react-dom imports no async_hooks any more: see scripts/build/react-without-hooks.mjs' }],
      }));
    },
  };
}

const WITHOUT_HOOKS = `export class AsyncLocalStorage {
  run(store, callback, ...values) { return callback(...values); }
  getStore() { return undefined; }
}`;
