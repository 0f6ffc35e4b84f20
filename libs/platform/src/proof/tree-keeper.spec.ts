import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { aStream, someEvents } from '@tocsin/testing/ports/event-log-samples.js';
import { hashLog } from '@tocsin/testing/proof/hash-log.js';
import { SqliteEventLog } from '../event-log/sqlite-event-log.js';
import { LogChanged } from './earlier-digests.js';
import { leafOf, MerkleTree, type HashedEvent } from './merkle.js';
import { StoredTree } from './stored-tree.js';
import { requireEnd } from './tree-keeper.js';

let dir: string;
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'tree-'))));
afterEach(() => rmSync(dir, { recursive: true }));

const append = async (count: number): Promise<void> => {
  const log = new SqliteEventLog(dir);
  await log.append(aStream(), 'none', someEvents(count));
  await log.close();
};
const eventsOf = async (): Promise<readonly HashedEvent[]> => {
  const log = new SqliteEventLog(dir);
  const events = await log.readAll({ after: 0, limit: 10_000 });
  await log.close();
  return events;
};
const rootOver = (events: readonly HashedEvent[]): string => {
  const tree = new MerkleTree();
  for (const event of events) tree.push(leafOf(event));
  return tree.root().toString('hex');
};
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const inTree = <T>(read: (stored: StoredTree) => T): T => {
  const stored = StoredTree.read(dir);
  try {
    return read(stored);
  } finally {
    stored.close();
  }
};
const edit = (sql: string): void => {
  const database = new Database(join(dir, 'log.db'));
  database.exec(sql);
  database.close();
};

describe('the hashes of a log', () => {
  it('are the same however often they were made, and have the root of every size', async () => {
    for (const count of [3, 250, 1, 2, 300, 212, 1]) {
      await append(count);
      await hashLog(dir);
    }
    const events = await eventsOf();
    const head = await hashLog(dir);
    expect([head!.size, hexOf(head!.root)]).toEqual([769, rootOver(events)]);
    for (const size of [0, 1, 255, 256, 257, 512, 600, 768, 769]) {
      expect(inTree((stored) => hexOf(stored.treeAt(size).root()))).toBe(rootOver(events.slice(0, size)));
    }
    for (const [after, count] of [
      [4, 4],
      [767, 1],
      [128, 128],
      [256, 256],
      [0, 512],
    ] as const) {
      expect(inTree((stored) => hexOf(stored.subtree(after, count)))).toBe(rootOver(events.slice(after, after + count)));
    }
  });

  it('stay as they are when the end of the log was changed meanwhile, and the event is named', async () => {
    await append(300);
    await hashLog(dir);
    const before = inTree((stored) => hexOf(stored.treeAt().root()));
    edit("UPDATE events SET data = replace(data, '}', ' }') WHERE ordinal = 290");
    await append(10);
    await expect(hashLog(dir)).rejects.toThrow(
      new LogChanged('Event 290 was changed. The log is not what was written; run “tocsin doctor”.'),
    );
    expect(inTree((stored) => [stored.size, hexOf(stored.treeAt().root())])).toEqual([300, before]);
  });

  it('are ahead of a log that has lost its end', async () => {
    await append(20);
    await hashLog(dir);
    inTree((stored) => {
      expect(() => requireEnd(stored, 20, dir, true)).not.toThrow();
      expect(() => requireEnd(stored, 19, dir, true)).toThrow(/ends with event 19, but it had 20: its end is missing/);
      expect(() => requireEnd(stored, 19, dir, false)).toThrow(
        /^The log ends with event 19, but it had 20: its end is missing\. .* and empty the PostgreSQL/,
      );
    });
    edit('DELETE FROM events WHERE ordinal = 20');
    await expect(hashLog(dir)).rejects.toThrow(/The log ends with event 19, but it had 20/);
  });

  it('say what was on the log before they were made', async () => {
    await append(20);
    StoredTree.open(dir, 20).close();
    await append(1);
    await hashLog(dir);
    expect(inTree((stored) => [stored.madeAt, stored.size])).toEqual([20, 21]);
  });
});

describe('digests of an earlier release', () => {
  const writeDigests = (events: readonly HashedEvent[]): void => {
    const database = new Database(join(dir, 'digests.db'));
    database.exec('CREATE TABLE digests (upTo INTEGER PRIMARY KEY, digest BLOB NOT NULL) STRICT');
    let before = Buffer.alloc(32);
    for (let from = 0; from < events.length; from += 1_000) {
      const part = events.slice(from, from + 1_000);
      const texts = part.map(({ ordinal, stream, revision, id, type, v, data, meta }) =>
        [ordinal, `${stream.length}:${stream}`, revision, id, type, v, `${data.length}:${data}`, `${meta.length}:${meta}\n`].join('|'),
      );
      before = createHash('sha256').update(before).update(texts.join('')).digest();
      database.prepare('INSERT INTO digests VALUES (?, ?)').run(part.at(-1)!.ordinal, before);
    }
    database.close();
  };

  it('are compared a last time while the tree is made, and deleted then', async () => {
    await append(1_200);
    writeDigests(await eventsOf());
    await append(5);
    expect(await hashLog(dir)).toMatchObject({ size: 1_205 });
    expect(existsSync(join(dir, 'digests.db'))).toBe(false);
  });

  it('that don’t match are kept: they are the evidence', async () => {
    await append(1_200);
    writeDigests(await eventsOf());
    edit("UPDATE events SET data = replace(data, '}', ' }') WHERE ordinal = 1100");
    await expect(hashLog(dir)).rejects.toThrow(/Events 1001 to 1200 are not as written/);
    expect(existsSync(join(dir, 'digests.db'))).toBe(true);
  });
});
