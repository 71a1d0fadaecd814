import type { ContentFile } from '@foyer/folder';
import { walkStrings } from './file-texts.ts';
import type { Finding } from './findings.ts';

/* Examples of `npm run new` that are still in the content. */

/** With these words a text of the template begins. */
const BEGINNINGS = `Street, town | Name of the  | Name of your  | Name of a  | Your first  | A placeholder:  |
  Say in a few words what you do | Say in one line what you do | What the licence allows | Number of the licence |
  Who has issued it | What the fee is for | टोल, नगर | तपाईंको संस्थाको नाम | तपाईंको पहिलो  | व्यक्तिको नाम |
  लेखापरीक्षकको नाम | लेखकको नाम | सदस्यको नाम | नमुना तस्बिर:  | तपाईंको काम  | अनुमतिपत्रले दिएको |
  अनुमतिपत्र नम्बर | जारी गर्ने निकाय | केको शुल्क`.split(/\s\|\s+/);
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

/** Advice for each text of the fields that stands for another one. */
export const checkPlaceholders = (sources: readonly ContentFile[]): Finding[] =>
  sources.flatMap((source) => {
    const findings: Finding[] = [];
    walkStrings(source.value, [], (text, path) => {
      if (!isPlaceholder(text.trim().replace(/^© /, ''))) return;
      const message = `“${text.trim().slice(0, 60)}” is only an example: write your own in its place`;
      findings.push({ file: source.file, ...source.positionOf(path), rule: 'placeholder', level: 'advice', message });
    });
    return findings;
  });
