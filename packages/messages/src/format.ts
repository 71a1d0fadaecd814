/* Numbers in the messages of an edition. Server and browser must agree on them, and browsers' data for Nepali differ. */

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

/** A number, or a text with numbers (2081/82, 10:00), in the digits of a language. */
export function digits(locale: string, number: number | string): string {
  const own = DIGITS[locale];
  return own ? String(number).replace(/\d/g, (digit) => own.charAt(Number(digit))) : String(number);
}
