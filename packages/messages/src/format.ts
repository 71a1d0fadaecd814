/* Numbers and times in the messages of an edition. Server and browser must agree on them, and browsers' data for Nepali differ. */

type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

const rules = new Map<string, Intl.PluralRules>();

/** The form of a text that a number has in a language. */
export function plural(locale: string, number: number, forms: PluralForms): string {
  let rule = rules.get(locale);
  if (!rule) {
    rule = new Intl.PluralRules(locale);
    rules.set(locale, rule);
  }
  return forms[rule.select(number)] ?? forms.other;
}

/** The digits 0 to 9 of languages that do not write them so. */
const DIGITS: Record<string, string> = { ne: '०१२३४५६७८९' };

/** A number, or a text with numbers (2081/82), in the digits of a language. */
export function digits(locale: string, number: number | string): string {
  const own = DIGITS[locale];
  return own ? String(number).replace(/\d/g, (digit) => own.charAt(Number(digit))) : String(number);
}

/** The names of each four hours in languages that count twelve hours by the part of the day. */
const PARTS_OF_DAY: Record<string, readonly string[]> = {
  ne: ['राति', 'बिहान', 'बिहान', 'दिउँसो', 'बेलुका', 'राति'],
};

/** A time of day, HH:mm, as a language says it, e.g. बेलुका ५:३०; any other text in its digits. */
export function timeOfDay(locale: string, time: string): string {
  const [, hour, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  const part = hour && PARTS_OF_DAY[locale]?.[Math.floor(Number(hour) / 4)];
  if (!part) return digits(locale, time);
  const ofTwelve = Number(hour) % 12 || 12;
  return `${part} ${digits(locale, minutes === '00' ? ofTwelve : `${ofTwelve}:${minutes}`)}`;
}
