/** Marks of UTF-16 at the start of a file. */
const marks = { 'utf-16le': [0xff, 0xfe], 'utf-16be': [0xfe, 0xff] } as const;

const utf16Of = (bytes: Uint8Array): keyof typeof marks | undefined =>
  (['utf-16le', 'utf-16be'] as const).find((name) => marks[name].every((byte, n) => bytes[n] === byte));

/**
 * The text of a table: UTF-8, UTF-16 if it begins with its mark, or else Windows-1252, as Excel saves CSV. The byte order mark is
 * left out.
 */
export const decodedTable = (bytes: Uint8Array): string => {
  const utf16 = utf16Of(bytes);
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};
