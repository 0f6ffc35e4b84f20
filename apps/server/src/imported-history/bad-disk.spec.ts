import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { BackgroundErrors } from '../core/background-errors.js';
import type { ServerParts } from '../core/server-parts.js';
import type { Erasures } from '../erasure/erasures.js';
import type { ImportRunner } from '../imports/import-runner.js';
import { HistoryKeeper } from './history-keeper.js';

const folder = mkdtempSync(join(tmpdir(), 'tocsin-keeper-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A keeper whose threads wait. */
class KeeperOf extends HistoryKeeper {
  protected override startWorker(): Worker {
    return new Worker('setInterval(() => {}, 1_000)', { eval: true });
  }
}

function keeperIn(data: string, noted: unknown[]): KeeperOf {
  const parts = partOf<ServerParts>({
    clock: { now: () => '2026-11-25T10:00:00.000Z' },
    config: { profile: 'embedded' },
    folder: { room: (name: string) => join(data, name), freeBytes: () => Infinity },
    log: { head: () => Promise.resolve({ ordinal: 1 }) },
  });
  const troubles = new BackgroundErrors(
    () => parts.clock.now(),
    (_, error) => void noted.push(error),
  );
  return new KeeperOf({ ...parts, troubles }, partOf<ImportRunner>({ readPast: () => {} }), partOf<Erasures>({ alsoForget: () => {} }));
}

const dataWith = (history: boolean): string => {
  const data = mkdtempSync(join(folder, 'data-'));
  mkdirSync(join(data, 'log', 'imported'), { recursive: true });
  if (history) writeFileSync(join(data, 'log', 'imported', 'log.db'), '');
  return data;
};
/** Nothing can be made, or deleted, below a link to itself. */
const makeUnwritable = (data: string): void => symlinkSync('views', join(data, 'views'));
const turns = () => new Promise(setImmediate);

describe('the keeper of the imported history, on a bad disk', () => {
  it.each([true, false])('lets the server start on a disk that can’t be written (history: %s)', async (history) => {
    const data = dataWith(history);
    makeUnwritable(data);
    const noted: unknown[] = [];
    const keeper = keeperIn(data, noted);
    keeper.onApplicationBootstrap();
    await turns();
    expect(noted.length).toBeGreaterThan(0);
    expect(keeper.shown().state).toBe(history ? 'failed' : 'none');
    await keeper.onModuleDestroy();
  });
});
