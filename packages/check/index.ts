/* What editors should look at in a content folder. */

export { checkCommand } from './src/check-command.ts';
export { checkContent, readContent } from './src/check-content.ts';
export { filesOfCall } from './src/files-of-call.ts';
export { byPlace, type Finding, type Level } from './src/findings.ts';
export { findingsOfHtml } from './src/html-rules.ts';
export type { LinkedSite } from './src/linked-site.ts';
