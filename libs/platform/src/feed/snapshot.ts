import { open, readFile, rename } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { seal, unseal } from '../vault/encryption.js';

export type SnapshotLine = readonly [id: string, row: unknown];

/** `missing`, made by `another` program, and `damaged` give no rows. */
export type ReadSnapshot =
  | { readonly kind: 'kept'; readonly head: unknown; readonly rows: readonly SnapshotLine[] }
  | { readonly kind: 'missing' | 'another' | 'damaged' };

/** A piece ends with the row with which it reaches this length, so that a large memory is written in many turns of the event loop. */
export const pieceCharacters = 256 * 1024;
const placeOf = (name: string, index: number): string => `${name}|${index}`;

const splitRows = function* (rows: Iterable<SnapshotLine>): Generator<string> {
  let rowChunk: string[] = [];
  let characters = 0;
  for (const row of rows) {
    const line = JSON.stringify(row);
    rowChunk.push(line);
    characters += line.length;
    if (characters < pieceCharacters) continue;
    yield `[${rowChunk.join(',')}]`;
    [rowChunk, characters] = [[], 0];
  }
  if (rowChunk.length > 0) yield `[${rowChunk.join(',')}]`;
};

const toFrame = (bytes: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([length, bytes]);
};

export interface SnapshotFile {
  readonly file: string;
  readonly key: Buffer;
  /** Identifies the writing program: another one reads the file only if its name is the same. Not encrypted. */
  readonly name: string;
}

/** Encrypted, because the rows contain names and addresses. The file is complete or absent. */
export const writeSnapshot = async ({ file, key, name }: SnapshotFile, head: unknown, rows: Iterable<SnapshotLine>): Promise<void> => {
  const target = await open(`${file}.new`, 'w', 0o600);
  try {
    const frame = (text: string, index: number): Buffer => toFrame(seal(key, placeOf(name, index), text));
    // most files are small: what is held goes with the last frame, in one write
    let held = [toFrame(Buffer.from(name)), frame(JSON.stringify(head), 0)];
    let index = 1;
    for (const chunkText of splitRows(rows)) {
      held.push(frame(chunkText, index));
      index += 1;
      await nextTurn();
      if (chunkText.length < pieceCharacters) continue;
      await target.writeFile(Buffer.concat(held));
      held = [];
    }
    // the last frame shows that nothing is missing
    await target.writeFile(Buffer.concat([...held, frame('end', index)]));
    await target.sync();
  } finally {
    await target.close();
  }
  await rename(`${file}.new`, file);
};

const framesOf = function* (bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length;) {
    const length = bytes.readUInt32LE(at);
    yield bytes.subarray(at + 4, at + 4 + length);
    at += 4 + length;
  }
};

/** Never rejects: without a snapshot, the log is read instead. */
export const readSnapshot = async ({ file, key, name }: SnapshotFile): Promise<ReadSnapshot> => {
  const bytes = await readFile(file).catch(() => null);
  if (bytes === null) return { kind: 'missing' };
  try {
    const [first, ...frames] = framesOf(bytes);
    if (first?.toString('utf8') !== name) return { kind: 'another' };
    const texts: unknown[] = [];
    for (const [index, frame] of frames.entries()) {
      const text = unseal(key, placeOf(name, index), frame).toString('utf8');
      texts.push(text === 'end' ? text : JSON.parse(text));
      await nextTurn();
    }
    const [head, ...rest] = texts;
    if (rest.pop() !== 'end') return { kind: 'damaged' };
    return { kind: 'kept', head, rows: (rest as SnapshotLine[][]).flat() };
  } catch {
    return { kind: 'damaged' };
  }
};
