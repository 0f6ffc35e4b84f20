import { hash } from 'node:crypto';

const encoder = new TextEncoder();
const ellipsis = '…';
const loneSurrogate = /\p{Surrogate}/u;
const unstorable = /\p{Surrogate}|\0/gu;

/** Without NUL and halves of surrogate pairs, which JSON can carry and databases refuse; `�` stands in their place. */
export const wellFormed = (text: string): string =>
  text.includes('\0') || loneSurrogate.test(text) ? text.replaceAll(unstorable, '\uFFFD') : text;

/** At most so many characters (code points, never half of one); what was cut ends in `…`, which counts. */
export const cutTo = (text: string, characters: number): string => {
  if (text.length <= characters) return text;
  let keep = 0;
  for (let at = 0, count = 0; at < text.length; count++) {
    if (count === characters - 1) keep = at;
    if (count === characters) return text.slice(0, keep) + ellipsis;
    at += text.codePointAt(at)! > 0xffff ? 2 : 1;
  }
  return text;
};

/** At most so many bytes of UTF-8, never half a character; what was cut ends in `…`, which counts. */
export const cutToBytes = (text: string, bytes: number): string => {
  if (text.length * 3 <= bytes || Buffer.byteLength(text) <= bytes) return text;
  const { read } = encoder.encodeInto(text, new Uint8Array(bytes - Buffer.byteLength(ellipsis)));
  return text.slice(0, read) + ellipsis;
};

/** A key that is too long keeps its beginning and gets a hash of the whole: two that begin alike stay two, and cutting again changes nothing. */
export const cutKey = (text: string, characters: number): string => {
  if (cutTo(text, characters) === text) return text;
  const whole = `#${hash('sha256', text)}`;
  return cutTo(text, characters - whole.length) + whole;
};

/** `text` cut to the limit; when that took something away, the field is noted in `cut`. */
export const within = (text: string, characters: number, field: string, cut: string[]): string => {
  if (text.length <= characters) return text;
  return noting(cutTo(text, characters), text, field, cut);
};

/** As it is now; noted in `cut` if it was something else before. */
export const noting = (now: string, before: string, field: string, cut: string[]): string => {
  if (now !== before) note(field, cut);
  return now;
};

export const note = (field: string, cut: string[]): void => {
  if (!cut.includes(field)) cut.push(field);
};
