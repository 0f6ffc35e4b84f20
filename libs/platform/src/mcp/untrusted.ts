/** Text that somebody else wrote: a model must not take it for an instruction. */
export interface UntrustedText {
  readonly untrusted: true;
  readonly from: 'sender' | 'person';
  readonly text: string;
}

/** Words of ours, which are not marked. */
export class OwnText {
  constructor(readonly text: string) {}
}

/** Characters of one text; of longer ones the beginning. */
export const textCharacters = 1_024;

/** Control, direction, zero-width and tag characters: what a reader doesn’t see, a model does. */
const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u{E0000}-\u{E007F}]/gu;
const clean = (text: string): string => text.replace(hidden, ' ').slice(0, textCharacters);

/** Ids, instants, days, and words that only a program writes. */
const ofPrograms = [/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?Z)?$/];
/** Fields whose values are from closed lists, positions and marks of ours. */
const codeFields = new Set([
  'actor',
  'because',
  'by',
  'code',
  'event',
  'group',
  'kind',
  'outcome',
  'reason',
  'role',
  'state',
  'status',
  'stream',
  'timeZone',
  'tool',
  'type',
  'urgency',
  'verdict',
  'zone',
]);
const code = /^[A-Za-z][\w./:+-]{0,63}$/;
/** Where a list goes on: given back as it is. */
const places = new Set(['cursor', 'next', 'older']);
const place = /^[\w-]{1,2000}$/;
/** Fields with what persons wrote; all other text is taken for a sender’s, which is trusted least. */
const ofPersons = new Set(['name', 'names', 'note', 'notes', 'comment', 'email', 'address']);
const plainKey = /^(?:[A-Za-z]\w{0,63}|[0-9a-f-]{36})$/;
/** Objects whose keys are a sender’s. */
const keyedByText = new Set(['labels', 'commonLabels', 'annotations', 'details']);

const markText = (text: string, field: string): string | UntrustedText => {
  if (
    ofPrograms.some((pattern) => pattern.test(text)) ||
    (codeFields.has(field) && code.test(text)) ||
    (places.has(field) && place.test(text))
  )
    return text;
  return { untrusted: true, from: ofPersons.has(field) ? 'person' : 'sender', text: clean(text) };
};

const markPairs = (pairs: object, field: string): unknown[] =>
  Object.entries(pairs).map(([key, value]) => ({ key: markText(key, field), value: markUntrusted(value, field) }));

/** An answer of the API with all text of senders and persons marked. Keys that aren’t ours become values. */
export const markUntrusted = (value: unknown, field = ''): unknown => {
  if (typeof value === 'string') return markText(value, field);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof OwnText) return value.text;
  if (Array.isArray(value)) return value.map((one) => markUntrusted(one, field));
  if (keyedByText.has(field) || !Object.keys(value).every((key) => plainKey.test(key))) return markPairs(value, field);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, markUntrusted(one, key)]));
};
