import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createHash, type Hash } from 'node:crypto';
import Database from 'better-sqlite3';
import type { HashedEvent } from './merkle.js';

/** The log’s content has changed since it was hashed. The message is a sentence. */
export class LogChanged extends Error {
  override readonly name = 'LogChanged';
}

const interval = 1_000;
const fileOf = (dir: string): string => join(dir, 'digests.db');

const frameOf = ({ ordinal, stream, revision, id, type, v, data, meta }: HashedEvent): string =>
  `${ordinal}|${stream.length}:${stream}|${revision}|${id}|${type}|${v}|${data.length}:${data}|${meta.length}:${meta}\n`;

/**
 * What releases before the tree kept of a log: a running SHA-256, one for each thousand events and one for the last. They are compared a last time while
 * the tree is made, and then deleted.
 */
export class EarlierDigests {
  private readonly at;
  private readonly last: number;
  private hash: Hash | undefined;

  private constructor(
    private readonly dir: string,
    private readonly db: Database.Database,
  ) {
    this.at = db.prepare<[number], Buffer>('SELECT digest FROM digests WHERE upTo = ?').pluck();
    this.last = db.prepare<[], number>('SELECT coalesce(max(upTo), 0) FROM digests').pluck().get()!;
  }

  /** Null where there are none, or they can’t be read: then nothing can be compared. */
  static open(dir: string): EarlierDigests | null {
    if (!existsSync(fileOf(dir))) return null;
    try {
      return new EarlierDigests(dir, new Database(fileOf(dir), { readonly: true }));
    } catch {
      return null;
    }
  }

  /** A sentence when the events up to this one are not those that were digested. Events must come in order; after a restart it begins at a thousand. */
  differenceAt(event: HashedEvent): string | null {
    const { ordinal } = event;
    if ((ordinal - 1) % interval === 0) {
      const before = ordinal === 1 ? Buffer.alloc(32) : this.at.get(ordinal - 1);
      this.hash = before && createHash('sha256').update(before);
    }
    const stored = this.hash?.update(frameOf(event)) && this.at.get(ordinal);
    const isSame = !stored || stored.equals(this.hash!.copy().digest());
    const from = ordinal - ((ordinal - 1) % interval);
    return isSame ? null : `Events ${from} to ${ordinal} are not as written: something was changed, deleted or inserted.`;
  }

  /** Deletes the files once everything was compared: null. Otherwise it goes on. */
  end(size: number): EarlierDigests | null {
    if (size < this.last)
      throw new LogChanged(`The log ends with event ${size}, but it had ${this.last}: its end is missing. Run “tocsin doctor”.`);
    this.close();
    for (const end of ['', '-wal', '-shm']) rmSync(`${fileOf(this.dir)}${end}`, { force: true });
    return null;
  }

  close(): void {
    this.db.close();
  }
}
