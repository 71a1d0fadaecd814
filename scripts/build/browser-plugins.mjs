import { readFile } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import { browserIndex, textsModule } from './messages.mjs';
import { withDirectImports } from './past-doors.mjs';

/* How esbuild finds what a browser's script imports: in files of its own, on demand, or copied into a screen. */

export const ENTRY = 'client/hydrate.tsx';
export const MESSAGES = 'packages/messages/src';
const IN_VENDOR = /^(react|react\/jsx-runtime|react-dom|react-dom\/client|react-router-dom)$/;

/** The pages' names are needed, not their views. @type {import('esbuild').Plugin} */
export const withoutViews = {
  name: 'without-views',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /\.tsx$/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, namespace: 'view' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'view' }, () => ({ contents: '' }));
  },
};

/** React and the router come from the vendor file, other packages on demand. @param {Pick<import('./browser.mjs').Packages, 'vendor' | 'vendorExports' | 'onDemand'>} packages @returns {import('esbuild').Plugin} */
export function packagePlugin({ vendor, vendorExports, onDemand }) {
  return {
    name: 'packages',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^[^./]/ }, ({ kind, path }) => {
        if (kind === 'dynamic-import') {
          const address = onDemand.get(path);
          if (!address) throw new Error(`${path} is not among the packages in scripts/build/browser.mjs`);
          return { path: address, external: true };
        }
        return IN_VENDOR.test(path) ? { path: 'vendor', namespace: 'vendor', sideEffects: false } : undefined;
      });
      // An import of a name that the vendor file does not export fails the build. Names without an import are left out.
      onLoad({ filter: /./, namespace: 'vendor' }, () => ({
        contents: vendorExports.map((name) => `export { ${name} } from '${vendor}';`).join('\n'),
      }));
      onResolve({ filter: /^\/assets\// }, ({ path }) => ({ path, external: true, sideEffects: false }));
    },
  };
}

/** @returns {import('esbuild').Plugin} */
export function withoutKeys() {
  return {
    name: 'messages-without-keys',
    setup({ onLoad }) {
      onLoad({ filter: /packages[\\/]messages[\\/]src[\\/]\w+\.ts$/ }, async ({ path }) => {
        if (basename(path) === 'format.ts') return undefined;
        return { contents: textsModule(await readFile(path, 'utf8')), loader: 'ts' };
      });
    },
  };
}

/** The messages are files of their own. The index has their keys. @param {Record<string, string>} addresses @returns {import('esbuild').Plugin} */
export function messagesPlugin(addresses) {
  return {
    name: 'messages',
    setup({ onResolve, onLoad }) {
      onLoad({ filter: /packages[\\/]messages[\\/]src[\\/]index\.ts$/ }, async () => ({
        contents: browserIndex(await readFile(`${MESSAGES}/en.ts`, 'utf8'), Object.keys(addresses)),
        loader: 'ts',
      }));
      onResolve({ filter: /^\.\/\w+\.ts$/ }, ({ kind, path, resolveDir }) => {
        if (kind !== 'dynamic-import' || !resolveDir.endsWith(MESSAGES.replaceAll('/', sep))) return undefined;
        const address = addresses[basename(path, '.ts')];
        return address ? { path: address, external: true } : undefined;
      });
    },
  };
}

/** Adds the screens to the set and leaves them out of the bundle. @param {Set<string>} screens @returns {import('esbuild').Plugin} */
export function findScreens(screens) {
  return {
    name: 'find-screens',
    setup({ onResolve }) {
      onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
        if (kind !== 'dynamic-import') return undefined;
        screens.add(join(resolveDir, path));
        return { path, external: true };
      });
    },
  };
}

/**
 * @param {Set<string>} entryModules
 * @returns {import('esbuild').Plugin}
 */
export function screenPlugin(entryModules) {
  return {
    name: 'screens',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^client\/hydrate\.tsx$/ }, () => ({ path: join(process.cwd(), ENTRY) }));
      onResolve({ filter: /^[./]/ }, ({ kind, path, resolveDir, pluginData }) => {
        const file = resolve(resolveDir, path);
        if (relative('.', file) === ENTRY) return { path: file };
        if (kind === 'dynamic-import' || kind === 'entry-point')
          return { path: file, pluginData: { screen: basename(file, '.tsx'), isScreen: true } };
        if (kind !== 'import-statement' || !pluginData || entryModules.has(relative('.', file))) return undefined;
        // With the suffix it is another module than the one without.
        return { path: file, suffix: `?${pluginData.screen}`, pluginData: { screen: pluginData.screen } };
      });
      onLoad({ filter: /\.tsx?$/ }, async ({ path, pluginData }) => {
        if (!pluginData) return undefined;
        const { screen, isScreen } = pluginData;
        const source = withDirectImports(await readFile(path, 'utf8'));
        const contents = isScreen ? `import '${ENTRY}'; ${source}` : source;
        return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts', pluginData: { screen } };
      });
    },
  };
}
