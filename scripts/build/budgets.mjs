/*
 * What a page may take of a visitor's network. The build says in a line what takes more, and goes on; Foyer's own tests fail. A site
 * that needs more changes the number here, for all of it to see.
 */

/** Bytes as they are sent: in Brotli, but for fonts and pictures. */
export const BUDGETS = {
  /**
   * Scripts of the first load of any screen. The largest of Foyer has 89,500 (names of files in them, which are hashes, make it 40 more or
   * less), and each screen that a site adds brings 100 bytes to all others: its row in the table of routes, its place in the list of scripts.
   */
  javascript: 89_600,
  /** The styles that a page has inline: 4,250 for the frame of every page, 400 of them the fonts of devices that stand in for ours, and those of its screen. */
  styles: 6_100,
  /** The same of a page that shows what its screen imports on demand: a text page with sections of every kind. Few pages do. */
  fullStyles: 7_000,
  /** The script that is inline in every page. */
  inlineScript: 1_000,
  /** The messages of an edition: 3,520 in Nepali, and room for those of screens that a site adds. */
  messages: 3_600,
  /** Of a page in English: the font of running text and the font of headings. */
  fonts: 45_000,
  /** The HTML of the home page without its inline styles. */
  html: 9_000,
  /** The first picture of the home page, in the rendition that a phone takes: 412 pixels at a ratio of 1.75. */
  picture: 40_000,
};
