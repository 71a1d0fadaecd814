import {
  type ContentFile,
  longTexts,
  type MarkdownFile,
  STARTER_FILE,
  starterKey,
  starterKeys,
  walkStrings,
} from '@foyer/folder';
import { truncate } from '@foyer/model';
import type { Finding } from './findings.ts';

/* Examples of `npm run new` that are still in the content. */

/** With these words a text of the template begins. */
const BEGINNINGS = `Street, town | Name of the  | Name of your  | Name of a  | Your first  | A placeholder:  |
  Say in a few words what you do | Say in one line what you do | What the licence allows | Number of the licence |
  Who has issued it | What the fee is for | टोल, नगर | तपाईंको संस्थाको नाम | तपाईंको पहिलो  | व्यक्तिको नाम |
  लेखापरीक्षकको नाम | लेखकको नाम | सदस्यको नाम | नमुना तस्बिर:  | तपाईंको काम  | अनुमतिपत्रले दिएको |
  अनुमतिपत्र नम्बर | जारी गर्ने निकाय | केको शुल्क`.split(/\s\|\s+/);
const QUOTED_CHARACTERS = 60;
const AMOUNT = /^(?:NPR 0|रु\. ०|0+)$/;
/** An e-mail address at a domain for examples (RFC 2606). */
const RESERVED_DOMAIN = /@example\.(?:com|net|org)$/i;
/** A telephone number of zeros. */
const ZEROS = /^[+\d][-+\d() ]*0{7}$/;

const isPlaceholder = (text: string): boolean =>
  BEGINNINGS.some((beginning) => text.startsWith(beginning)) ||
  AMOUNT.test(text) ||
  RESERVED_DOMAIN.test(text) ||
  ZEROS.test(text.replaceAll('-', ''));

/** Advice for each text that stands for another one: an example of a field, or an instruction of the folder's first day. */
export async function checkPlaceholders(
  dir: string,
  sources: readonly (ContentFile | MarkdownFile)[],
): Promise<Finding[]> {
  let keys: ReadonlySet<string>;
  try {
    keys = await starterKeys(dir);
  } catch {
    const message = 'cannot be read: delete it, and texts of npm run new are no longer looked for';
    return [{ file: STARTER_FILE, line: 1, column: 1, rule: 'placeholder', level: 'advice', message }];
  }
  return sources.flatMap((source) => {
    const findings: Finding[] = [];
    const add = (text: string, place: { line: number; column: number }) => {
      const message = `“${truncate(text.trim(), QUOTED_CHARACTERS)}” is only an example: write your own in its place`;
      findings.push({ file: source.file, ...place, rule: 'placeholder', level: 'advice', message });
    };
    walkStrings(source.value, [], (text, path) => {
      if (isPlaceholder(text.trim().replace(/^© /, ''))) add(text, source.positionOf(path));
    });
    if (keys.size === 0) return findings;
    const isMarkdown = 'body' in source;
    for (const { text, path, line = 0 } of longTexts(source))
      if (keys.has(starterKey(text)) && !isPlaceholder(text))
        add(text, path || !isMarkdown ? source.positionOf(path ?? []) : { line: source.bodyLine + line, column: 1 });
    return findings;
  });
}
