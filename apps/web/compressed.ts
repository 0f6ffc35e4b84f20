import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Bytes below which a file fits one packet anyway. */
const worthwhile = 1_400;
/** Files with a hash in their name: a file that is replaced in place would leave stale compressed copies. */
const hashed = /^assets\/.*\.(?:js|css|svg)$/;

const forms = { br: promisify(brotliCompress), gz: promisify(gzip) };

/** Writes a compressed copy beside each built script and style, at the highest level: the server sends these and compresses nothing itself. */
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
