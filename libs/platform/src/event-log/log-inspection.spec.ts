import { closeSync, cpSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { aStream, someEvents } from '@tocsin/testing/ports/event-log-samples.js';
import { hashLog } from '@tocsin/testing/proof/hash-log.js';
import { examineLog } from './log-inspection.js';
import { SqliteEventLog } from './sqlite-event-log.js';

const events = 2_500;
const perAppend = 50;

let parent: string;
let original: string;
let dir: string;

const append = async (folder: string, count: number): Promise<void> => {
  const log = new SqliteEventLog(folder);
  for (let n = 0; n < count; n += perAppend) await log.append(aStream(), 'none', someEvents(perAppend));
  await log.close();
};
const tamper = (sql: string, file = 'log.db'): void => {
  const database = new Database(join(dir, file));
  database.exec(sql);
  database.close();
};

const writeAt = (file: string, bytes: Buffer, position: number): void => {
  const handle = openSync(file, 'r+');
  writeSync(handle, bytes, 0, bytes.length, position);
  closeSync(handle);
};

beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'examined-'));
  original = join(parent, 'original');
  await append(original, events / 2);
  await hashLog(original);
  await append(original, events / 2);
  await hashLog(original);
});
afterAll(() => rmSync(parent, { recursive: true }));
beforeEach(() => {
  dir = join(parent, 'log');
  rmSync(dir, { recursive: true, force: true });
  cpSync(original, dir, { recursive: true });
});

describe('a log that is looked over', () => {
  it('is found whole, up to the last event that was hashed', async () => {
    expect(examineLog(dir)).toMatchObject({ head: events, comparedUpTo: events, hashedLaterUpTo: 0, findings: [] });
    await append(dir, perAppend);
    expect(examineLog(dir)).toMatchObject({ head: events + perAppend, comparedUpTo: events, findings: [] });
  });

  it('of which no hashes were kept is looked over as far as that goes', () => {
    rmSync(join(dir, 'tree.db'));
    expect(examineLog(dir)).toMatchObject({ head: events, comparedUpTo: 0, findings: [] });
    tamper('DELETE FROM events WHERE ordinal = 7');
    expect(examineLog(dir).findings).toContain('Event 7 is missing.');
  });

  const changes: Readonly<Record<string, readonly [sql: string, found: RegExp]>> = {
    'an event whose data was changed': [
      "UPDATE events SET data = replace(data, '}', ' }') WHERE ordinal = 1200",
      /^Event 1200 is not as written/,
    ],
    'an event whose metadata was changed': [
      "UPDATE events SET meta = replace(meta, '}', ' }') WHERE ordinal = 3",
      /^Event 3 is not as written/,
    ],
    'an event of another type': ['UPDATE events SET v = v + 1 WHERE ordinal = 2400', /^Event 2400 is not as written/],
    'an event in another stream': [
      'UPDATE events SET stream_id = (SELECT min(id) FROM streams), revision = 50 WHERE ordinal = 2500',
      /holds 49 events|holds 51 events|Event 2500/,
    ],
    'two events that changed places': [
      'UPDATE events SET ordinal = -1 WHERE ordinal = 10; UPDATE events SET ordinal = 10 WHERE ordinal = 11; UPDATE events SET ordinal = 11 WHERE ordinal = -1',
      /^Events 10 to 11 are not as written/,
    ],
    'a stream of another name': ["UPDATE streams SET name = 'another' WHERE id = 1", /^Events 1 to 50 are not as written/],
    'an event that was deleted': ['DELETE FROM events WHERE ordinal = 1300', /Event 1300 is missing/],
    'an event at the end of a thousand that was deleted': ['DELETE FROM events WHERE ordinal = 1000', /Event 1000 is missing/],
    'events that were deleted, and the rest moved up': [
      'DELETE FROM events WHERE ordinal = 5; UPDATE events SET ordinal = ordinal - 1 WHERE ordinal > 5',
      /Events 5 to 2499 are not as written/,
    ],
    'the last events deleted': ['DELETE FROM events WHERE ordinal > 2450', /The log ends with event 2450, but it had 2500/],
    'an event without a name for its stream': ['DELETE FROM streams WHERE id = 3', /belong to a stream or a type that has no name/],
  };
  it.each(Object.entries(changes))('says where: %s', (_, [sql, expectedFinding]) => {
    tamper(sql);
    const { findings } = examineLog(dir);
    expect(findings.filter((finding) => expectedFinding.test(finding))).not.toEqual([]);
  });

  it('says once what is wrong with neighbours, and goes on after them', () => {
    tamper("UPDATE events SET data = replace(data, '}', ' }') WHERE ordinal IN (100, 101, 2100)");
    expect(examineLog(dir).findings).toEqual(['Events 100 to 101 are not as written.', 'Event 2100 is not as written.']);
  });

  it('says which event can’t be read, and asks for each', () => {
    let requestCount = 0;
    const read = ({ ordinal }: { readonly ordinal: number }): void => {
      requestCount += 1;
      if (ordinal === 42) throw new Error('a field does not decrypt');
    };
    expect(examineLog(dir, { read }).findings).toEqual(['Event 42 can’t be read: a field does not decrypt.']);
    expect(requestCount).toBe(events);
  });

  it('says that a page of its file is of zeros, and that its hashes are', () => {
    const file = join(dir, 'log.db');
    const database = new Database(file);
    database.pragma('journal_mode = DELETE');
    const pages = database.pragma('page_count', { simple: true }) as number;
    database.close();
    const bytes = Buffer.alloc(4_096 * 3);
    cpSync(file, `${file}.whole`);
    writeAt(file, bytes, Math.floor(pages / 2) * 4_096);
    expect(examineLog(dir).findings.length).toBeGreaterThan(0);
    cpSync(`${file}.whole`, file);
    writeFileSync(join(dir, 'tree.db'), Buffer.alloc(8_192));
    expect(examineLog(dir).findings.join()).toMatch(/tree\.db can’t be read/);
  });
});
