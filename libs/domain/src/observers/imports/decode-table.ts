import type { ImportFormat } from '@tocsin/contracts/imports/imports.js';

/** Marks of UTF-16 at the start of a file. */
const marks = { 'utf-16le': [0xff, 0xfe], 'utf-16be': [0xfe, 0xff] } as const;

const utf16Of = (bytes: Uint8Array): keyof typeof marks | undefined =>
  (['utf-16le', 'utf-16be'] as const).find((name) => marks[name].every((byte, n) => bytes[n] === byte));

/** The code unit of a character that could not be read, U+FFFD. */
const unread = 0xfffd;

/** Whether more characters beyond ASCII are valid than broken: senders cut long texts in the middle of a character. */
const isUtf8 = (text: string): boolean => {
  let [validCount, invalidCount] = [0, 0];
  for (let n = 0; n < text.length; n += 1) {
    const unit = text.charCodeAt(n);
    if (unit === unread) invalidCount += 1;
    else if (unit > 0x7f) validCount += 1;
  }
  return validCount > invalidCount;
};

const decodeStrictly = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/**
 * The text of a table: UTF-8, UTF-16 if it begins with its mark, or else, for CSV, Windows-1252, as Excel saves it. The byte order
 * mark is left out. In UTF-8 a broken character becomes U+FFFD.
 */
export const decodeTable = (bytes: Uint8Array, format: ImportFormat): string => {
  const utf16 = utf16Of(bytes);
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  const utf8Text = decodeStrictly(bytes);
  if (utf8Text !== undefined) return utf8Text;
  const text = new TextDecoder('utf-8').decode(bytes);
  return format === 'ndjson' || isUtf8(text) ? text : new TextDecoder('windows-1252').decode(bytes);
};
