import { open, readFile, rename } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { seal, unseal } from '../vault/sealed.js';

/** Lines of a snapshot: an id and its row. */
export type Line = readonly [id: string, row: unknown];

/** What a file held: nothing under this name where it is `missing`, made by `another` program, or `damaged`. */
export type ReadSnapshot =
  { readonly kind: 'kept'; readonly head: unknown; readonly rows: readonly Line[] } | { readonly kind: 'missing' | 'another' | 'damaged' };

/** A piece ends with the row that makes it so long: a large memory is written between turns of the loop. */
export const pieceCharacters = 256 * 1024;
const place = (name: string, index: number): string => `${name}|${index}`;

/** JSON of some rows at a time. */
const pieces = function* (rows: Iterable<Line>): Generator<string> {
  let piece: string[] = [];
  let characters = 0;
  for (const row of rows) {
    const line = JSON.stringify(row);
    piece.push(line);
    characters += line.length;
    if (characters < pieceCharacters) continue;
    yield `[${piece.join(',')}]`;
    [piece, characters] = [[], 0];
  }
  if (piece.length > 0) yield `[${piece.join(',')}]`;
};

const framed = (bytes: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([length, bytes]);
};

export interface ToWrite {
  readonly file: string;
  readonly key: Buffer;
  /** Of what made it: another program reads it only if it would have made the same. Stands in clear. */
  readonly name: string;
}

/** Writes rows to a file, encrypted: names and addresses are in them. The file is whole or not there. */
export const writeSnapshot = async ({ file, key, name }: ToWrite, head: unknown, rows: Iterable<Line>): Promise<void> => {
  const target = await open(`${file}.new`, 'w', 0o600);
  try {
    let index = 0;
    const write = async (text: string): Promise<void> => {
      await target.write(framed(seal(key, place(name, index), text)));
      index += 1;
    };
    await target.write(framed(Buffer.from(name)));
    await write(JSON.stringify(head));
    for (const piece of pieces(rows)) {
      await write(piece);
      await nextTurn();
    }
    // the last frame says that nothing is missing
    await write('end');
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

/** What was written under this name. Never rejects: without it, the log is read instead. */
export const readSnapshot = async ({ file, key, name }: ToWrite): Promise<ReadSnapshot> => {
  const bytes = await readFile(file).catch(() => null);
  if (bytes === null) return { kind: 'missing' };
  try {
    const [first, ...frames] = framesOf(bytes);
    if (first?.toString('utf8') !== name) return { kind: 'another' };
    const texts: unknown[] = [];
    for (const [index, frame] of frames.entries()) {
      const text = unseal(key, place(name, index), frame).toString('utf8');
      texts.push(text === 'end' ? text : JSON.parse(text));
      await nextTurn();
    }
    const [head, ...rest] = texts;
    if (rest.pop() !== 'end') return { kind: 'damaged' };
    return { kind: 'kept', head, rows: (rest as Line[][]).flat() };
  } catch {
    return { kind: 'damaged' };
  }
};
