import leven from 'leven';

/*
 * Fields that decide whether an item is shown: `draft`, `published_at`, `expires_at`. One that only looks like them, as `Draft`,
 * `darft` or `status`, opens nothing: what its author wanted to hold back is held back.
 */

/** What an author means by a field. `open`: true says that the item is shown; `closed`: true says that it is not. */
type Gate = 'closed' | 'open' | 'state' | 'from' | 'until';

const listOf = (names: string): string[] => names.split(/,\s+/);

const NAMES: Readonly<Record<Gate, readonly string[]>> = {
  closed: listOf(
    `draft, drafts, is draft, hidden, hide, is hidden, private, is private, unpublished, unpublish, invisible,
     unlisted, disabled, is disabled, inactive, archived, is archived, deleted, is deleted, removed, trashed, wip,
     embargoed, confidential, internal, review, in review, needs review, pending, withheld, withdrawn, suspended,
     obsolete, expired, secret, मस्यौदा, ड्राफ्ट, ड्राफ़्ट, लुकाउने, लुकाइएको, गोप्य, अप्रकाशित`,
  ),
  open: listOf(
    `published, is published, publish, public, is public, visible, is visible, shown, show, active, is active,
     enabled, is enabled, live, is live, online, listed, approved, is approved, ready, released, display, प्रकाशित, सार्वजनिक,
     सक्रिय, देखाउने`,
  ),
  state: listOf(`status, state, visibility, publication status, publish status, workflow state, अवस्था, स्थिति`),
  from: listOf(
    `published at, published on, published date, publish at, publish on, publish date, publish from, publish time,
     publication date, date published, pub date, release date, release at, released at, go live, go live at,
     live at, embargo, embargo until, visible from, show from, available from, valid from, active from, publish after, show after, visible after, not before, publication, scheduled,
     scheduled at, scheduled for, scheduled on, schedule,
     प्रकाशन मिति, प्रकाशित मिति`,
  ),
  until: listOf(
    `expires at, expires on, expires, expire, expire at, expire on, expire date, expired at, expiry, expiry date,
     expiration, expiration date, date expires, unpublish date, unpublish at, unpublish on, unpublished at,
     publish until, published until, visible until, show until, hide after, hide at, hide on, remove at, remove on,
     archive at, archive date, delete at, valid until, valid till, valid to, available until, active until, not after, take down at, म्याद,
     म्याद सकिने मिति, समाप्ति मिति`,
  ),
};

/** Without case, spaces, hyphens and underscores. */
const lettersOf = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');

const isGate = (name: string): name is Gate => Object.hasOwn(NAMES, name);
const gates: ReadonlyMap<string, Gate> = new Map(
  Object.keys(NAMES)
    .filter(isGate)
    .flatMap((gate) => NAMES[gate].map((name) => [lettersOf(name), gate] as const)),
);
/** The names that are looked for behind typing errors. */
const SPELT = listOf('draft, hidden, private, unpublished, published, publishedat, publishdate, expiresat, expirydate');
/** Letters of a field's name for each typing error in it. */
const LETTERS_PER_ERROR = 3;

const YES: ReadonlySet<unknown> = new Set(['true', 'yes', 'on', '1', 'y', 'हो', 'छ']);
const NO: ReadonlySet<unknown> = new Set(['false', 'no', 'off', '0', 'n', 'होइन', 'छैन']);
const OPEN_STATES = listOf(
  `published, publish, public, live, active, visible, online, shown, enabled, approved, प्रकाशित, सार्वजनिक,
   सक्रिय`,
);
const CLOSED_STATES = listOf(
  `draft, hidden, private, pending, review, in review, unpublished, scheduled, future, archived, inactive,
   disabled, deleted, trash, मस्यौदा, गोप्य, अप्रकाशित`,
);
const open: ReadonlySet<string> = new Set(OPEN_STATES.map(lettersOf));
const closed: ReadonlySet<string> = new Set(CLOSED_STATES.map(lettersOf));

const HIDES = 'it looks as if it should hide this, which is not shown';
/** Whether this is the message about a field that hides what it stands in. */
export const isAboutGate = (message: string): boolean => message.includes(HIDES);

/** What is said about a field that looks like a gate; undefined for any other field. @param known the fields of the object */
export function gateMessage(
  key: string,
  value: unknown,
  known: readonly string[],
  options: { mayBeMisspelt: boolean },
): string | undefined {
  const gate = gateOf(key, value, options);
  if (gate === undefined) return undefined;
  return `not a known field${saysShown(gate, value) ? '' : `, though ${HIDES}`}: ${remedyOf(gate, known)}`;
}

/** A field that looks as if it decided whether an item is shown. @param key a name that the schema does not know */
function gateOf(key: string, value: unknown, { mayBeMisspelt }: { mayBeMisspelt: boolean }): Gate | undefined {
  const letters = lettersOf(key);
  const gate = gates.get(letters);
  // `state: Bagmati` is a province.
  if (gate === 'state') return letters !== 'state' || isState(value) ? gate : undefined;
  if (gate || !mayBeMisspelt) return gate;
  const [near] = SPELT.map((name) => ({ name, errors: leven(name, letters) }))
    .filter(({ name, errors }) => errors <= Math.ceil(name.length / LETTERS_PER_ERROR))
    // `publshed` is nearer to published than to unpublished, which says the reverse.
    .sort((a, b) => a.errors - b.errors)
    .map(({ name }) => name);
  const meant = near === undefined ? undefined : gates.get(near);
  // `publisher: A name` is none.
  return meant && (meant === 'from' || meant === 'until' ? isDateLike(value) : isFlagLike(value)) ? meant : undefined;
}

/** Whether the value of such a field says explicitly that the item is shown. */
function saysShown(gate: Gate, value: unknown): boolean {
  const word = lettersOf(String(value));
  if (gate === 'closed') return NO.has(word);
  if (gate === 'open') return YES.has(word) || open.has(word);
  return gate === 'state' && (YES.has(word) || open.has(word));
}

/** What to write instead. @param known the fields of the object */
function remedyOf(gate: Gate, known: readonly string[]): string {
  // Only items are drafts: a part of one, and a file with a single thing, are not.
  if (!known.includes('published_at') && !known.includes('id')) return 'delete this line, or the part that it is in';
  if (gate === 'from' && known.includes('published_at')) return 'write published_at: 2027-01-15 09:00';
  if (gate === 'until' && known.includes('expires_at')) return 'write expires_at: 2027-01-15';
  if (gate === 'until') return 'this kind does not expire: delete the line, and write draft: true when it is over';
  return 'write draft: true, or draft: false';
}

const isState = (value: unknown): boolean => open.has(lettersOf(String(value))) || closed.has(lettersOf(String(value)));
const isFlagLike = (value: unknown): boolean => {
  const word = lettersOf(String(value ?? 'yes'));
  return YES.has(word) || NO.has(word) || isState(value) || isDateLike(value);
};
const isDateLike = (value: unknown): boolean => value === null || /\p{N}{2}/u.test(String(value));
