import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';

const small = 2 * 1_024;
/** Leaves room for the compressor’s overhead on a shorter text, and for the mark. */
const slack = 0.95;

/**
 * A body as stored in `SignalReceived`: `t:` and the text when it is small, otherwise `z:` and base64 of the deflated text. A body longer than
 * `characters` is truncated, and its last line says so.
 */
export const keepRaw = (text: string, characters: number = integrationLimits.rawBytes): string => {
  if (text.length < small && Buffer.byteLength(text) < small) return `t:${text}`;
  // limits the unpacked length, however well the text compresses: readers unpack all of it
  const most = Math.min(text.length, integrationLimits.rawCharacters);
  let packed = pack(most < text.length ? cutAt(text, most) : text);
  for (let length = most; packed.length > characters; packed = pack(cutAt(text, length))) {
    length = Math.floor(length * Math.min(slack, (slack * characters) / packed.length));
  }
  return packed;
};

/** The stored text. */
export const readRaw = (raw: string): string =>
  raw.startsWith('z:') ? inflateRawSync(Buffer.from(raw.slice(2), 'base64')).toString('utf8') : raw.slice(2);

const pack = (text: string): string => `z:${deflateRawSync(text, { level: 1 }).toString('base64')}`;

/** Never cuts inside a surrogate pair. */
const cutAt = (text: string, length: number): string =>
  `${text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')}\n[cut: the first ${length} of ${text.length} characters]`;
