import type { FileKind } from '@tocsin/contracts/exported-files/noun.js';
import { filmFile, type GroupFile } from './film-file.js';
import { groupPack, type PackSource } from './group-pack.js';

export interface FileOrder extends GroupFile {
  readonly kind: FileKind;
}

/** Characters that are sent together. */
const partSize = 65_536;

/** Texts as bytes, in parts that are worth a message. */
async function* asBytes(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let waiting = '';
  for await (const text of texts) {
    waiting += text;
    if (waiting.length < partSize) continue;
    yield encoder.encode(waiting);
    waiting = '';
  }
  yield encoder.encode(waiting);
}

/** The bytes of a file, as the history has it now, up to the ordinal of its export. */
export const makeFile = (source: PackSource, { kind, ...file }: FileOrder): AsyncGenerator<Uint8Array> =>
  kind === 'film' ? asBytes(filmFile(source, file)) : groupPack(source, file);

export const typeOf: Readonly<Record<FileKind, { readonly type: string; readonly name: string }>> = {
  film: { type: 'text/html; charset=utf-8', name: 'film-of-alert-group-#.html' },
  group: { type: 'application/zip', name: 'evidence-of-alert-group-#.zip' },
};
