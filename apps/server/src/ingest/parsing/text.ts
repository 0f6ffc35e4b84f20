import { hash } from 'node:crypto';

const encoder = new TextEncoder();
const ellipsis = '…';
const loneSurrogate = /\p{Surrogate}/u;
const unstorable = /\p{Surrogate}|\0/gu;

/** Replaces NUL and lone surrogates, which JSON can carry and databases refuse, by `�`. */
export const toWellFormed = (text: string): string =>
  text.includes('\0') || loneSurrogate.test(text) ? text.replaceAll(unstorable, '\uFFFD') : text;

const lineBreaksAndTabs = /[\s\u0085]+/gu;
/** Marks that turn the direction of text: in a title they can make another text of it. */
const unseen = /[\p{Cc}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu;

/** The text on one line, without control characters and marks of direction: a title is shown in lists, subjects and notifications. */
export const toOneLine = (text: string): string => text.replaceAll(lineBreaksAndTabs, ' ').replaceAll(unseen, '').trim();

/** At most this many characters (code points, never half of one); a cut text ends in `…`, which counts. */
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

/** At most this many bytes of UTF-8, never half a character; a cut text ends in `…`, which counts. */
export const cutToBytes = (text: string, bytes: number): string => {
  if (text.length * 3 <= bytes || Buffer.byteLength(text) <= bytes) return text;
  const { read } = encoder.encodeInto(text, new Uint8Array(bytes - Buffer.byteLength(ellipsis)));
  return text.slice(0, read) + ellipsis;
};

/**
 * Cuts a key that is too long and appends a hash of the whole, so that two keys with the same beginning stay different; cutting
 * again changes nothing.
 */
export const cutKey = (text: string, characters: number): string => {
  if (cutTo(text, characters) === text) return text;
  const digest = `#${hash('sha256', text)}`;
  return cutTo(text, characters - digest.length) + digest;
};

/** `text`, cut to the limit; if something was cut, the field is recorded in `cut`. */
export const cutToLength = (text: string, characters: number, field: string, cut: string[]): string => {
  if (text.length <= characters) return text;
  return noteCut(cutTo(text, characters), text, field, cut);
};

/** Returns `now`, and records the field in `cut` if it differs from `before`. */
export const noteCut = (now: string, before: string, field: string, cut: string[]): string => {
  if (now !== before) note(field, cut);
  return now;
};

export const note = (field: string, cut: string[]): void => {
  if (!cut.includes(field)) cut.push(field);
};
