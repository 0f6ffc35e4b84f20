import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The forms of a text in files: plain, JSON-escaped, UTF-16, and base64 at each of its three offsets. */
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

/** How often a folder is read again because a running server has renamed or deleted something in it. */
const looks = 20;

/** Every file of a folder with its content; a server may be working in the folder. `leave`: files to skip. */
export const bytesBelow = (folder: string, leave: RegExp | null = null): readonly (readonly [file: string, bytes: Buffer])[] => {
  for (let look = 1; ; look += 1) {
    try {
      return filesBelow(folder)
        .filter((file) => !leave?.test(file))
        .map((file) => [file, readFileSync(file)] as const);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || look === looks) throw error;
    }
  }
};

/** The files of a folder that contain one of these texts, in any of its forms. `leave`: files to skip. */
export const filesWith = (folder: string, texts: readonly string[], leave: RegExp | null = null): readonly string[] => {
  const forms = texts.flatMap(formsOf);
  return bytesBelow(folder, leave)
    .filter(([, bytes]) => forms.some((form) => bytes.includes(form)))
    .map(([file]) => file);
};
