import type { Recorded } from '@tocsin/contracts/envelope.js';
import { isRedactable, type TextHit, type TextPath } from '@tocsin/contracts/redactions/noun.js';
import { readRaw } from '../ingest/raw-body.js';

const contextCharacters = 40;

const normaliseCase = (text: string): string => text.normalize('NFC').toLowerCase();

function* textsIn(value: unknown, path: TextPath): Generator<readonly [TextPath, string]> {
  if (typeof value === 'string') yield [path, value];
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) yield* textsIn(inner, [...path, key]);
}

/** Bodies are stored deflated, so they are inflated before the search. One that can’t be inflated is searched as it is. */
const toReadableText = (path: TextPath, text: string): string => {
  if (path.length !== 1 || path[0] !== 'raw') return text;
  try {
    return readRaw(text);
  } catch {
    return text;
  }
};

const decodePercents = (sequence: string): string => {
  try {
    return decodeURIComponent(sequence);
  } catch {
    return sequence;
  }
};

/**
 * A text as it is, and as it reads when it is part of an address, a form or JSON: filters and raw bodies contain names
 * as `Ana+M%C3%BCller` or `Ana M\u00fcller`.
 */
const readingsOf = (text: string): readonly string[] => {
  const decoded = text
    .replaceAll('+', ' ')
    .replaceAll(/(?:%[\da-f]{2})+/gi, decodePercents)
    .replaceAll(/\\u([\da-f]{4})/gi, (_sequence, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return (decoded === text ? [text] : [text, decoded]).map((reading) => reading.normalize('NFC'));
};

const excerptOf = (text: string, at: number, length: number): string => {
  const from = Math.max(0, at - contextCharacters);
  const to = Math.min(text.length, at + length + contextCharacters);
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`;
};

/** The text around the first of these that a text contains; undefined when it contains none. */
const excerptWith = (readable: string, folds: readonly string[]): string | undefined => {
  const text = normaliseCase(readable);
  const matched = folds.find((one) => text.includes(one));
  if (matched === undefined) return undefined;
  // Some letters are longer in lower case, which would shift the positions of the hits.
  const excerptSource = readable.length === text.length ? readable : text;
  return excerptOf(excerptSource, text.indexOf(matched), matched.length);
};

/** Finds these texts in an event, ignoring case. Personal fields are searched too: those of an erased person are already empty. */
export function* findTexts(event: Recorded, texts: readonly string[]): Generator<TextHit> {
  const folds = texts.map(normaliseCase);
  const { ordinal, type, stream, meta } = event;
  for (const [path, value] of textsIn(event.data, [])) {
    const [excerpt] = readingsOf(toReadableText(path, value)).flatMap((reading) => excerptWith(reading, folds) ?? []);
    if (excerpt !== undefined) yield { ordinal, path, type, stream, at: meta.at, excerpt, redactable: isRedactable(path) };
  }
}
