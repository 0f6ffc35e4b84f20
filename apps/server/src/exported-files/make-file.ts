import type { FileKind } from '@tocsin/contracts/exported-files/noun.js';
import { filmFile, type GroupFile } from './film-file.js';
import { evidencePack } from './evidence-pack.js';
import type { PackSource } from './pack.js';
import { groupPack } from './group-pack.js';
import { personPack, type PersonFile } from './person-pack.js';
import { quarterPack, type QuarterFile } from './quarter-pack.js';

/** What is made, and what it is made of. */
export type FileOrder =
  | ({ readonly kind: 'film' | 'group' } & GroupFile)
  | ({ readonly kind: 'person' } & PersonFile)
  | ({ readonly kind: 'quarter' } & QuarterFile);

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

/** The bytes of a file, as the history is now, up to the ordinal of its export. */
export const makeFile = (source: PackSource, order: FileOrder): AsyncGenerator<Uint8Array> => {
  if (order.kind === 'person') return evidencePack(source, personPack(source, order));
  if (order.kind === 'quarter') return evidencePack(source, quarterPack(source, order));
  return order.kind === 'film' ? asBytes(filmFile(source, order)) : evidencePack(source, groupPack(source, order));
};

export const typeOf: Readonly<Record<FileKind, { readonly type: string; readonly name: string }>> = {
  film: { type: 'text/html; charset=utf-8', name: 'film-of-alert-group-#.html' },
  group: { type: 'application/zip', name: 'evidence-of-alert-group-#.zip' },
  person: { type: 'application/zip', name: 'evidence-of-pages.zip' },
  quarter: { type: 'application/zip', name: 'evidence-of-quarter.zip' },
};
