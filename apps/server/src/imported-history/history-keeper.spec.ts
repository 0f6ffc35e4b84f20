import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { erasureRetry } from '@tocsin/contracts/people/limits.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import type { ServerParts } from '../core/server-parts.js';
import type { Erasures } from '../erasure/erasures.js';
import type { ImportRunner } from '../imports/import-runner.js';
import { HistoryKeeper } from './history-keeper.js';
import type { HistoryThread } from './worker-messages.js';

const data = mkdtempSync(join(tmpdir(), 'tocsin-history-keeper-'));
const made = join(data, 'views', 'imported');
const disk = { free: Infinity };
const notedErrors: unknown[] = [];
const parts = partOf<ServerParts>({
  clock: { now: () => '2026-11-25T10:00:00.000Z' },
  config: { masterKey: undefined, profile: 'embedded' },
  folder: { room: (name: string) => join(data, name), freeBytes: () => disk.free },
  log: { head: () => Promise.resolve({ ordinal: 1 }) },
  troubles: { note: (_: string, error: unknown) => void notedErrors.push(error), noteErrors: (_: string, act: () => void) => act() },
});

/** Makes nothing, and ends when it is told to. */
class KeeperOf extends HistoryKeeper {
  readonly workers: Worker[] = [];

  protected override startWorker({ path }: HistoryThread): Worker {
    mkdirSync(path, { recursive: true });
    const worker = new Worker(`require('node:worker_threads').parentPort.on('message', () => { throw new Error('it failed'); });`, {
      eval: true,
    });
    this.workers.push(worker);
    return worker;
  }
}

const open = (): KeeperOf =>
  new KeeperOf(
    parts,
    partOf<ImportRunner>({ readPast: () => {}, leave: () => Promise.resolve() }),
    partOf<Erasures>({ alsoForget: () => {} }),
  );

/** `begin` has asked the log where it ends. */
const asked = async (): Promise<void> => {
  for (let n = 0; n < 5; n += 1) await Promise.resolve();
};

/** A redaction that began, and can't be carried out: there is no vault. */
const mark = join(data, 'log', 'imported', 'redacting.json');
const alert = { system: 'opsgenie', id: 'a1', eventId: 'e1', by: 'ana', at: '2026-11-25T10:00:00.000Z' } as const;

describe('what is made of the imported history', () => {
  beforeAll(() => {
    mkdirSync(join(data, 'log', 'imported'), { recursive: true });
    writeFileSync(join(data, 'log', 'imported', 'log.db'), '');
  });
  afterAll(() => rmSync(data, { recursive: true, force: true }));

  it('is made once where it is asked for twice', async () => {
    const keeper = open();
    keeper.begin();
    keeper.begin();
    await asked();
    expect(keeper.workers).toHaveLength(1);
    await keeper.onModuleDestroy();
  });

  it('leaves nothing behind when its server was stopped or its thread fails, and says so', async () => {
    const stopped = open();
    stopped.begin();
    await asked();
    await stopped.onModuleDestroy();
    const keeper = open();
    keeper.onApplicationBootstrap();
    await asked();
    expect(readdirSync(made)).toHaveLength(1);
    const [worker] = keeper.workers;
    const ended = new Promise((resolve) => worker!.once('exit', resolve));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    worker!.postMessage('fail');
    await ended;
    expect(keeper.shown()).toMatchObject({ state: 'failed', trouble: expect.stringMatching(/^Stopped unexpectedly/) });
    expect(readdirSync(made)).toEqual([]);
  });

  it('leaves the last space of the disk to what pages need', async () => {
    rmSync(made, { recursive: true, force: true });
    const keeper = open();
    disk.free = 0;
    keeper.begin();
    await asked();
    expect(keeper.workers).toEqual([]);
    expect(keeper.shown()).toMatchObject({ state: 'failed', trouble: expect.stringMatching(/the disk is nearly full/) });
    expect(existsSync(made)).toBe(false);
    disk.free = Infinity;
  });

  it('is read by nobody after a redaction that failed half-way, which is tried again; health says it', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });
    mkdirSync(made, { recursive: true });
    const build = {
      id: 'b1',
      at: alert.at,
      events: 1,
      summary: { setupAt: 1, systems: [], servicesWithout: [], formerPeople: 0, toldPages: [] },
    };
    mkdirSync(join(made, build.id));
    for (const [name, text] of [
      ['build.json', JSON.stringify(build)],
      ['b1/alerts.db', ''],
    ] as const)
      writeFileSync(join(made, name), text);
    const keeper = open();
    keeper.onApplicationBootstrap();
    expect(keeper.shown().log).toBe(build.id);
    writeFileSync(mark, JSON.stringify(alert));
    notedErrors.length = 0;
    await expect(keeper.redact(alert)).rejects.toThrow();
    expect(keeper.shown()).toMatchObject({ state: 'failed', log: null, trouble: expect.stringMatching(/redaction is not finished/) });
    expect(await keeper.find({})).toMatchObject({ alerts: [] });
    expect(notedErrors).toEqual([expect.objectContaining({ message: expect.stringMatching(/redaction of imported texts/) })]);
    rmSync(mark);
    jest.advanceTimersByTime(erasureRetry);
    jest.useRealTimers();
    await asked();
    expect(keeper.workers).toHaveLength(1);
    await keeper.onModuleDestroy();
  });
});
