/** zod's messages in fifty languages would be read at every start; English is imported by itself. @type {import('esbuild').Plugin} */
export const onlyEnglish = {
  name: 'only-english',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /\/locales\/index\.js$/ }, ({ importer }) =>
      /\/node_modules\/zod\/v4\//.test(importer) ? { path: 'zod/locales', namespace: 'left-out' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({ contents: 'export {};', loader: 'js' }));
  },
};
