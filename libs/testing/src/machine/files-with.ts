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

/** How often a folder is looked through anew because a running server has renamed or removed something in it meanwhile. */
const looks = 20;

/** Every file of a folder, also of one that a running server works in, with what stands in it. `leave`: files that are not looked at. */
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

/** The files of a folder in which one of these texts stands, in any of its forms. `leave`: files that are not looked at. */
export const filesWith = (folder: string, texts: readonly string[], leave: RegExp | null = null): readonly string[] => {
  const forms = texts.flatMap(formsOf);
  return bytesBelow(folder, leave)
    .filter(([, bytes]) => forms.some((form) => bytes.includes(form)))
    .map(([file]) => file);
};
