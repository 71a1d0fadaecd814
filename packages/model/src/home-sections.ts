/* The sections of the home page. Browsers need this module without the schemas. */

/** In the order in which a home page has them that says nothing else. */
export const DEFAULT_SECTIONS = [
  'carousel',
  'tasks',
  'notices',
  'figures',
  'awareness',
  'communications',
  'virtues',
  'blogs',
] as const;
/** Those that a page has only if it names them. `text`, `hero` (one picture and a sentence) and `dataset` say by themselves what they show. */
export const FURTHER_SECTIONS = ['dates', 'news', 'albums', 'text', 'hero', 'dataset'] as const;
