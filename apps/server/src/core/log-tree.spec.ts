import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { duration } from '@tocsin/contracts/duration.js';
import { MemoryEventLog } from '@tocsin/platform/event-log/memory-event-log.js';
import { LogTree, type Hashing } from './log-tree.js';

let dir: string;
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'log-tree-'))));
afterEach(() => rmSync(dir, { recursive: true }));

let started = 0;
const hasEnded = new Error('the thread that hashes the log has ended');
/** Threads of which the first two end at once. */
class TreeOf extends LogTree {
  protected override startThread(): Hashing {
    started += 1;
    return started <= 2
      ? { hasEnded, keepUp: () => Promise.reject(hasEnded), close: () => {} }
      : { keepUp: () => Promise.resolve({ size: 3, root: Buffer.alloc(32) }), close: () => {} };
  }
}

describe('the thread that hashes the log', () => {
  it('is started again once in ten minutes where it has ended', async () => {
    let now = 0;
    const tree = new TreeOf({
      dir,
      isLogHere: true,
      log: new MemoryEventLog(),
      head: 0,
      hasOneThread: false,
      monotonic: { now: () => now },
    });
    const tryAt = async (instant: number): Promise<unknown> => {
      now = instant;
      const head = await tree.keepUp().catch((error: unknown) => error);
      return [started, head];
    };
    const every = 10 * duration.minute;
    expect(await tryAt(every - 1)).toEqual([1, hasEnded]);
    expect(await tryAt(every)).toEqual([2, hasEnded]);
    expect(await tryAt(2 * every - 1)).toEqual([2, hasEnded]);
    expect(await tryAt(2 * every)).toMatchObject([3, { size: 3 }]);
    expect(await tryAt(9 * every)).toMatchObject([3, { size: 3 }]);
    await tree.close();
  });
});
