import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { limits } from '@tocsin/contracts/limits.js';

const small = 2 * 1_024;
/** Room for what the compressor adds to a shorter text, and for the mark. */
const slack = 0.95;

/**
 * A body as it is kept in `SignalReceived`: `t:` and the text when it is small, else `z:` and base64 of the deflated text.
 * What would be longer than `characters` loses its end, and says so in its last line.
 */
export const keepRaw = (text: string, characters: number = limits.rawBytes): string => {
  if (text.length < small && Buffer.byteLength(text) < small) return `t:${text}`;
  // whoever reads it again unpacks it, however well it packs
  const most = Math.min(text.length, limits.rawCharacters);
  let packed = pack(most < text.length ? cutAt(text, most) : text);
  for (let length = most; packed.length > characters; packed = pack(cutAt(text, length))) {
    length = Math.floor(length * Math.min(slack, (slack * characters) / packed.length));
  }
  return packed;
};

/** The text again, as far as it was kept. */
export const readRaw = (raw: string): string =>
  raw.startsWith('z:') ? inflateRawSync(Buffer.from(raw.slice(2), 'base64')).toString('utf8') : raw.slice(2);

const pack = (text: string): string => `z:${deflateRawSync(text, { level: 1 }).toString('base64')}`;

/** Not in the middle of a surrogate pair. */
const cutAt = (text: string, length: number): string =>
  `${text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')}\n[cut: the first ${length} of ${text.length} characters]`;
