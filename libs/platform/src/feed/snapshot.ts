import { open, readFile, rename } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MemoryRows } from '@tocsin/kernel/memory-rows.js';
import { seal, unseal } from '../vault/sealed.js';
import type { Mark } from './log-time-marks.js';

/** What memory holds, and where log time passed on the way there. */
export type Snapshot = ReturnType<MemoryRows['dump']> & { readonly marks: readonly Mark[] };
type Line = readonly [view: string, id: string, row: unknown];

const linesAtOnce = 500;
const place = (name: string, index: number): string => `${name}|${index}`;

/** Pieces of at most so many rows, so that a large memory is written between two turns of the loop. Rows are values: they don’t change meanwhile. */
const pieces = function* ({ rows }: Snapshot): Generator<readonly Line[]> {
  let piece: Line[] = [];
  for (const [view, entries] of Object.entries(rows)) {
    for (const [id, row] of entries) {
      piece.push([view, id, row]);
      if (piece.length < linesAtOnce) continue;
      yield piece;
      piece = [];
    }
  }
  yield piece;
};

const framed = (sealed: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(sealed.length);
  return Buffer.concat([length, sealed]);
};

/**
 * Writes what memory holds to a file, encrypted: names and addresses are in it. `name` says what made it; another program
 * does not read it. The file is whole or not there.
 */
export const writeSnapshot = async (file: string, key: Buffer, name: string, dump: Snapshot): Promise<void> => {
  const target = await open(`${file}.new`, 'w', 0o600);
  try {
    const head = JSON.stringify({ ordinal: dump.ordinal, handledUpTo: dump.handledUpTo, logTime: dump.logTime, marks: dump.marks });
    await target.write(framed(seal(key, place(name, 0), head)));
    let index = 1;
    for (const piece of pieces(dump)) {
      await target.write(framed(seal(key, place(name, index), JSON.stringify(piece))));
      index += 1;
      await nextTurn();
    }
    // the last frame says that nothing is missing
    await target.write(framed(seal(key, place(name, index), 'end')));
    await target.sync();
  } finally {
    await target.close();
  }
  await rename(`${file}.new`, file);
};

/** What was written under this name; null when there is no such file, or it is another program’s, or damaged: then the log is read instead. */
export const readSnapshot = async (file: string, key: Buffer, name: string): Promise<Snapshot | null> => {
  try {
    const bytes = await readFile(file);
    const frames: string[] = [];
    for (let at = 0; at < bytes.length;) {
      const length = bytes.readUInt32LE(at);
      frames.push(unseal(key, place(name, frames.length), bytes.subarray(at + 4, at + 4 + length)).toString('utf8'));
      at += 4 + length;
    }
    const [head, ...rest] = frames;
    if (head === undefined || rest.pop() !== 'end') return null;
    const rows: Record<string, [string, unknown][]> = {};
    for (const [view, id, row] of rest.flatMap((frame) => JSON.parse(frame) as Line[])) (rows[view] ??= []).push([id, row]);
    return { ...(JSON.parse(head) as Omit<Snapshot, 'rows'>), rows };
  } catch {
    return null;
  }
};
