/* Texts of links that do not say where the link leads: read alone, as a screen reader lists them, they are all the same. */

const PHRASES = new Set(
  [
    ...'click,click here,click this link,click to download,details,download here,find out more,go,here'.split(','),
    ...'learn more,link,more,more info,more information,press here,read more,read on,see here,see more,tap here'.split(
      ',',
    ),
    ...'this,this link,this page,view,view more'.split(','),
    ...'यहाँ,यहाँ क्लिक गर्नुहोस्,यहाँ क्लिक गर्नुहोला,यहाँ क्लिक गर्नु होस्,क्लिक गर्नुहोस्,क्लिक,यहाँ हेर्नुहोस्,यहाँ थिच्नुहोस्'.split(','),
    ...'यहाँबाट,यहाँबाट डाउनलोड गर्नुहोस्,डाउनलोड गर्नुहोस्,थप,थप जानकारी,थप पढ्नुहोस्,थप हेर्नुहोस्'.split(','),
    ...'पूरा पढ्नुहोस्,विवरण,विस्तृत,विस्तृत जानकारी,लिङ्क,लिंक,यो लिङ्क,यो लिंक,यो पृष्ठ'.split(','),
  ].map(folded),
);
/** An address alone. The name of a host, as www.sebon.gov.np, says enough. */
const ADDRESS = /^(?:https?:\/\/|www\.[^\s/]+\/)\S+$/i;
/** A longer text is no phrase: to remove the signs at its end would take quadratic time. */
const MAX_PHRASE_CHARACTERS = 200;

/** Why the text of a link says nothing; undefined if it does not. */
export function linkTextIssue(text: string): string | undefined {
  const shown = text.replace(/\s+/g, ' ').trim();
  if (shown === '') return 'the link has no text: say where it leads';
  if (ADDRESS.test(shown)) return 'the link shows its address: name the page that it leads to';
  if (shown.length > MAX_PHRASE_CHARACTERS) return undefined;
  const words = folded(shown);
  if (words === '' || PHRASES.has(words)) return `“${shown}” does not say where the link leads`;
  return undefined;
}

/** Words alone, in one spelling: without signs around them, and with any nasal sign as anusvara. */
function folded(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\u200b-\u200d\ufeff]/g, '')
    .replaceAll('ँ', 'ं')
    .replace(/\s+/g, ' ')
    .replace(/^[\s\p{P}\p{S}]+|(?<![\s\p{P}\p{S}])[\s\p{P}\p{S}]+$/gu, '');
}
