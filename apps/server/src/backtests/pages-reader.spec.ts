// unit: full, thousands of events on EventStoreDB; the suite `contract` reads a log on it
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LogUnavailable } from '@tocsin/platform/event-log/event-log.js';
import { openEventStoreLog } from '@tocsin/platform/event-log/eventstore/eventstore-log.js';
import { SqliteOrdinalIndex } from '@tocsin/platform/event-log/eventstore/sqlite-ordinal-index.js';
import { openTemporaryDatabase } from '@tocsin/platform/replay/temporary-database.js';
import { EventStoreNode } from '@tocsin/testing/eventstore-node/eventstore-node.js';
import { aStream, someEvents } from '@tocsin/testing/ports/event-log-samples.js';
import { readAtOnce } from './pages-reader.js';

const upTo = 2_000;
let node: EventStoreNode;
const temporary = mkdtempSync(join(tmpdir(), 'tocsin-at-once-'));
beforeEach(async () => {
  node = await EventStoreNode.start();
  const log = openEventStoreLog({ connectionString: node.connectionString, prefix: 'toy', sideDir: join(temporary, 'writer') });
  await log.append(aStream(), 'none', someEvents(upTo));
  await log.close();
  rmSync(join(temporary, 'writer'), { recursive: true });
});
afterEach(() => {
  jest.restoreAllMocks();
  node.kill();
});
afterAll(() => rmSync(temporary, { recursive: true }));

const readingOptions = () => ({ log: { eventStore: node.connectionString, prefix: 'toy' }, upTo, temporary, deadlineMs: 250 });

/** Counting one of the first batches takes longer than the deadline: a call that waits for the end is late. */
class SlowIndex extends SqliteOrdinalIndex {
  private slow = 3;
  override count(...args: Parameters<SqliteOrdinalIndex['count']>): number {
    if (this.slow-- > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    return super.count(...args);
  }
}
const countSlowly = (): void => {
  const slow = (folder: string, prefix: string) => new SlowIndex('', prefix, openTemporaryDatabase(folder));
  jest.spyOn(SqliteOrdinalIndex, 'openTemporary').mockImplementation(slow);
};

describe('a log on EventStoreDB that is read at once', () => {
  it('is counted and copied to its end, however many deadlines that takes, and leaves no file', async () => {
    countSlowly();
    const steps: number[] = [];
    const read = await readAtOnce(readingOptions(), (step) => {
      expect(readdirSync(temporary)).toEqual([]);
      steps.push(step);
    });
    expect([read.steps, read.log.one(upTo)?.ordinal, read.log.one(upTo + 1)]).toEqual([2 * upTo, upTo, undefined]);
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
    expect(steps.filter((step) => step > 0 && step < upTo).length).toBeGreaterThan(0);
    expect([steps.at(-1), readdirSync(temporary)]).toEqual([2 * upTo, []]);
  });

  it('is given up when the server has stopped answering', async () => {
    node.freeze();
    await expect(readAtOnce(readingOptions())).rejects.toBeInstanceOf(LogUnavailable);
    expect(readdirSync(temporary)).toEqual([]);
  });
});
