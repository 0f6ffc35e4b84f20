import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Bytes below which a file fits one packet anyway. */
const worthwhile = 1_400;
/** Files whose names carry their hash: one that is replaced in place would leave its compressed forms behind. */
const hashed = /^assets\/.*\.(?:js|css|svg)$/;

const forms = { br: promisify(brotliCompress), gz: promisify(gzip) };

/** Puts each built script and style beside itself compressed, as small as can be: the server hands these out, and compresses nothing itself. */
export const compressed = (): Plugin => ({
  name: 'compressed',
  async writeBundle({ dir }, bundle) {
    const files = Object.values(bundle).filter(({ fileName }) => hashed.test(fileName));
    for (const file of files) {
      const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source);
      if (bytes.length < worthwhile) continue;
      for (const [ending, compress] of Object.entries(forms))
        await writeFile(join(dir!, `${file.fileName}.${ending}`), await compress(bytes));
    }
  },
});
