import type { Recorded } from '@tocsin/contracts/envelope.js';
import { isRedactable, type TextHit, type TextPath } from '@tocsin/contracts/redactions.js';
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

const excerptOf = (text: string, at: number, length: number): string => {
  const from = Math.max(0, at - contextCharacters);
  const to = Math.min(text.length, at + length + contextCharacters);
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`;
};

/** Finds these texts in an event, ignoring case. Personal fields are searched too: those of an erased person are already empty. */
export function* findTexts(event: Recorded, texts: readonly string[]): Generator<TextHit> {
  const folds = texts.map(normaliseCase);
  for (const [path, value] of textsIn(event.data, [])) {
    const readable = toReadableText(path, value).normalize('NFC');
    const text = normaliseCase(readable);
    const matched = folds.find((one) => text.includes(one));
    if (matched === undefined) continue;
    // Some letters are longer in lower case, which would shift the positions of the hits.
    const excerptSource = readable.length === text.length ? readable : text;
    const { ordinal, type, stream, meta } = event;
    yield {
      ordinal,
      path,
      type,
      stream,
      at: meta.at,
      excerpt: excerptOf(excerptSource, text.indexOf(matched), matched.length),
      redactable: isRedactable(path),
    };
  }
}
