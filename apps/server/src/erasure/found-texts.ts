import type { Recorded } from '@tocsin/contracts/envelope.js';
import { isRedactable, type TextHit, type TextPath } from '@tocsin/contracts/redactions.js';
import { readRaw } from '../ingest/raw.js';

const around = 40;

const folded = (text: string): string => text.normalize('NFC').toLowerCase();

function* textsIn(value: unknown, path: TextPath): Generator<readonly [TextPath, string]> {
  if (typeof value === 'string') yield [path, value];
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) yield* textsIn(inner, [...path, key]);
}

/** Bodies are stored deflated, so they are inflated before the search. One that can’t be inflated is searched as it is. */
const readableText = (path: TextPath, text: string): string => {
  if (path.length !== 1 || path[0] !== 'raw') return text;
  try {
    return readRaw(text);
  } catch {
    return text;
  }
};

const excerptAt = (text: string, at: number, length: number): string => {
  const from = Math.max(0, at - around);
  const to = Math.min(text.length, at + length + around);
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`;
};

/** Finds these texts in an event, ignoring case. Personal fields are searched too: those of an erased person are already empty. */
export function* foundIn(event: Recorded, texts: readonly string[]): Generator<TextHit> {
  const folds = texts.map(folded);
  for (const [path, value] of textsIn(event.data, [])) {
    const readable = readableText(path, value).normalize('NFC');
    const text = folded(readable);
    const found = folds.find((one) => text.includes(one));
    if (found === undefined) continue;
    // Some letters are longer in lower case, which would shift the positions of the hits.
    const shown = readable.length === text.length ? readable : text;
    const { ordinal, type, stream, meta } = event;
    yield {
      ordinal,
      path,
      type,
      stream,
      at: meta.at,
      excerpt: excerptAt(shown, text.indexOf(found), found.length),
      redactable: isRedactable(path),
    };
  }
}
