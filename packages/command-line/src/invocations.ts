/* How the commands of Foyer are called, for the texts that name them. */

/** Whether npm has started this process; the image calls Node.js itself. */
const IS_NPM = process.env.npm_lifecycle_event !== undefined;

const SERVE = IS_NPM ? 'npm run dev' : 'node dist/server/index.mjs';

/** Serves a content folder. */
export const serveCommand = (dir: string, locales: readonly string[]): string => `${variables(dir, locales)} ${SERVE}`;

/** Checks a content folder. */
export const checkCommand = (dir: string, locales: readonly string[]): string =>
  `${variables(dir, locales)} ${IS_NPM ? 'npm run content:check' : 'node dist/server/content-check.mjs'}`;

/** Serves a content API with a mapping. */
export const serveApiCommand = (mapping: string, url: string, locales: readonly string[]): string =>
  `FRONTAPI_MAPPING=${quoted(mapping)} FRONTAPI_URL=${quoted(url)} ${ofLocales(locales)}${SERVE}`;

/** Writes a new content folder. */
export const NEW_COMMAND = IS_NPM ? 'npm run new --' : 'node dist/server/new-content.mjs';

const variables = (dir: string, locales: readonly string[]): string =>
  `CONTENT_DIR=${quoted(dir)} ${ofLocales(locales)}`.trimEnd();

const ofLocales = (locales: readonly string[]): string => (locales.join() === 'en' ? '' : `LOCALES=${locales.join()} `);

/** As a shell reads it. */
const quoted = (text: string): string => (/^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
