import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** As they stand in files: plain, as JSON escapes them, in UTF-16, and in base64 at each of its three offsets. */
const formsOf = (text: string): readonly Buffer[] => [
  Buffer.from(text),
  Buffer.from(JSON.stringify(text).slice(1, -1)),
  Buffer.from(text, 'utf16le'),
  Buffer.from(text, 'utf16le').swap16(),
  ...[0, 1, 2].map((offset) => {
    const coded = Buffer.from('x'.repeat(offset) + text).toString('base64');
    return Buffer.from(coded.slice(offset === 0 ? 0 : 4, -4));
  }),
];

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** A file that a running server has renamed since it was listed holds nothing any more: its name was a passing one. */
const bytesOf = (file: string): Buffer => {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && file.endsWith('.new')) return Buffer.alloc(0);
    throw error;
  }
};

/** The files of a folder in which one of these texts stands, in any of its forms. `leave`: files that are not looked at. */
export const filesWith = (folder: string, texts: readonly string[], leave: RegExp | null = null): readonly string[] => {
  const forms = texts.flatMap(formsOf);
  return filesBelow(folder).filter((file) => {
    if (leave?.test(file)) return false;
    const bytes = bytesOf(file);
    return forms.some((form) => bytes.includes(form));
  });
};
