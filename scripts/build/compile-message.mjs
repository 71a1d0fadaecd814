import { parse, TYPE } from '@formatjs/icu-messageformat-parser';

/* Compiles a text in ICU's message format to a TypeScript expression: a string, or a function of its parameters. */

/** Languages that write the digits 0 to 9: a number, and a time as 17:00, stays as it is. */
const PLAIN_DIGITS = new Set(['en']);

/**
 * @typedef {import('@formatjs/icu-messageformat-parser').MessageFormatElement} Element
 * @typedef {Map<string, string>} Parameters the TypeScript type by the name
 * @typedef {{ parameters: Parameters, code: string }} Message `code` is a TypeScript expression
 * @typedef {{ locale: string, used: Set<string>, counted?: string }} Context `used`: the parameters in the code; `counted`: what `#` stands for
 */

/**
 * @param {string} text
 * @param {string} locale
 * @returns {Message}
 */
export function compileMessage(text, locale) {
  const elements = parse(text, { shouldParseSkeletons: false });
  /** @type {Parameters} */
  const parameters = new Map();
  for (const element of elements) addParameters(element, parameters);
  const tags = elements.filter(({ type }) => type === TYPE.tag);
  if (elements.every(({ type }) => type === TYPE.literal)) return { parameters, code: quoted(textOf(elements)) };
  /** @type {Context} */
  const context = { locale, used: new Set() };
  const code = tags.length > 0 ? partsCode(elements, context) : stringCode(elements, context);
  const head = context.used.size > 0 ? `({ ${[...context.used].join(', ')} }: ${typeOf(parameters)})` : '()';
  return { parameters, code: `${tags.length > 0 ? '<Node>' : ''}${head} => ${code}` };
}

/**
 * @param {Element} element
 * @param {Parameters} parameters
 */
function addParameters(element, parameters) {
  /** @param {string} name @param {string} type */
  const add = (name, type) => {
    const types = [parameters.get(name), type];
    // A number in the plural of one place may be a plain one in another. The narrower type suits both.
    const narrowest = ['(text: string) => Node', 'number', 'string', 'number | string'].find((each) =>
      types.includes(each),
    );
    parameters.set(name, narrowest ?? type);
  };
  if (element.type === TYPE.argument) add(element.value, 'string');
  if (element.type === TYPE.number) add(element.value, 'number | string');
  if (element.type === TYPE.time) add(element.value, 'string');
  if (element.type === TYPE.tag) {
    add(element.value, '(text: string) => Node');
    for (const child of element.children) addParameters(child, parameters);
  }
  if (element.type === TYPE.plural) {
    add(element.value, 'number');
    for (const { value } of Object.values(element.options)) {
      for (const child of value) addParameters(child, parameters);
    }
  }
}

/** @param {Element[]} elements */
const textOf = (elements) => elements.map((element) => ('value' in element ? element.value : '')).join('');

/** The TypeScript type of a message's parameter object. @param {Parameters} parameters */
export const typeOf = (parameters) => `{ ${[...parameters].map(([name, type]) => `${name}: ${type}`).join('; ')} }`;

/**
 * The parts of a text with tags: each tag is what its function makes of the text in it.
 * @param {Element[]} elements
 * @param {Context} context
 */
function partsCode(elements, context) {
  const parts = [];
  /** @type {Element[]} */
  let text = [];
  for (const element of [...elements, undefined]) {
    if (element && element.type !== TYPE.tag) {
      text.push(element);
      continue;
    }
    if (text.length > 0) parts.push(stringCode(text, context));
    text = [];
    if (!element) break;
    context.used.add(element.value);
    parts.push(`${element.value}(${stringCode(element.children, context)})`);
  }
  return `[${parts.join(', ')}]`;
}

/**
 * @param {Element[]} elements
 * @param {Context} context
 * @returns {string} an expression
 */
function stringCode(elements, context) {
  if (elements.every(({ type }) => type === TYPE.literal)) return quoted(textOf(elements));
  const codes = elements.map((element) =>
    element.type === TYPE.literal ? templateText(element.value) : `\${${valueCode(element, context)}}`,
  );
  const [only] = elements;
  if (elements.length === 1 && only && only.type !== TYPE.pound && only.type !== TYPE.number)
    return valueCode(only, context);
  return `\`${codes.join('')}\``;
}

/**
 * @param {Element} element
 * @param {Context} context
 */
function valueCode(element, context) {
  if (element.type === TYPE.number) return formattedCode('digits', element.value, context);
  if (element.type === TYPE.time) return formattedCode('timeOfDay', element.value, context);
  if (element.type === TYPE.pound) return formattedCode('digits', context.counted ?? '', context);
  if (element.type === TYPE.plural) return pluralCode(element, context);
  if (element.type === TYPE.argument) {
    context.used.add(element.value);
    return element.value;
  }
  throw new Error(`only texts, numbers, times and plurals are supported here, tags outside of plurals`);
}

/** @param {'digits' | 'timeOfDay'} helper @param {string} name @param {Context} context */
function formattedCode(helper, name, { locale, used }) {
  used.add(name);
  return PLAIN_DIGITS.has(locale) ? name : `${helper}('${locale}', ${name})`;
}

/**
 * @param {import('@formatjs/icu-messageformat-parser').PluralElement} element
 * @param {Context} context
 */
function pluralCode({ value, options, offset, pluralType }, context) {
  if (offset !== 0 || pluralType !== 'cardinal') throw new Error('offsets and ordinals are not supported');
  const forms = Object.entries(options).map(
    ([form, option]) => /** @type {const} */ ([form, stringCode(option.value, { ...context, counted: value })]),
  );
  const exact = forms.filter(([form]) => form.startsWith('='));
  const rules = forms.filter(([form]) => !form.startsWith('='));
  const [only] = rules;
  if (exact.length > 0 || rules.length > 1) context.used.add(value);
  const other =
    rules.length === 1 && only
      ? only[1]
      : `plural('${context.locale}', ${value}, { ${rules.map(([form, code]) => `${form}: ${code}`).join(', ')} })`;
  return exact.reduceRight((rest, [form, code]) => `${value} === ${form.slice(1)} ? ${code} : ${rest}`, other);
}

/** @param {string} text */
const quoted = (text) => `'${text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`;

/** @param {string} text */
const templateText = (text) => text.replace(/[\\`]|\$(?=\{)/g, '\\$&');
