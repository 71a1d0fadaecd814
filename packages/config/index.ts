/* The configuration: environment variables, read once, and what is said of wrong ones. */

export {
  type Config,
  ConfigError,
  type PlainConfig,
  PREVIEW_SHARE,
  primaryConfig,
  readConfig,
  siteConfigBeside,
  upstreamShare,
} from './src/config.ts';
export { warningsOf } from './src/config-warnings.ts';
export { editionUrl, loopbackUrl } from './src/edition-url.ts';
export type {
  CallMapping,
  DatasetColumn,
  DatasetMapping,
  Mapping,
  SubjectMapping,
  Texts,
} from './src/mapping-document.ts';
export { httpUrl, localeList, mayHaveSecret, trustOf } from './src/variable-values.ts';
export { describeValues, describeVariables } from './src/variables.ts';
