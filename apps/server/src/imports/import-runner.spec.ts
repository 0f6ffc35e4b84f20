import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { ImportTable } from '@tocsin/contracts/imports.js';
import { limits } from '@tocsin/contracts/limits.js';
import { partly } from '@tocsin/testing/partly.js';
import type { ServerParts } from '../core/server-parts.js';
import { ImportRunner } from './import-runner.js';
import { ImportStore } from './import-store.js';
import { Upload } from './upload.js';

const folder = mkdtempSync(join(tmpdir(), 'tocsin-imports-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const disk = { free: Infinity };
const noted: unknown[] = [];
const parts = partly<ServerParts>({
  clock: { now: () => '2026-11-25T10:00:00.000Z' },
  config: { masterKey: undefined },
  folder: { room: (name: string) => join(folder, name), freeBytes: () => disk.free },
  troubles: { note: (_: string, error: unknown) => void noted.push(error) },
});

/** A runner whose worker threads run the given program instead of an import. */
class RunnerOf extends ImportRunner {
  worker: Worker | undefined;
  /** Resolves when its thread has exited. */
  gone: Promise<unknown> | undefined;
  constructor(private readonly program: string) {
    super(parts);
  }
  protected override thread(): Worker {
    this.worker = new Worker(this.program, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 16 } });
    this.gone = new Promise((resolve) => this.worker!.once('exit', resolve));
    return this.worker;
  }
}

const table: ImportTable = { rows: 1, taken: 1, columns: ['openedAt'], reasons: [], notes: [], from: null, to: null };
const says = `require('node:worker_threads').parentPort.postMessage`;
const saysRead = `${says}({ kind: 'read', table: ${JSON.stringify(table)}, names: { services: 1, people: 0 } });`;
const asked = { by: '019bb4a0-0000-7000-8000-000000000000', name: 'Old', map: null };
const upload = { format: 'csv', save: async (file: string) => writeFileSync(file, 'openedAt\n1') } as Pick<
  Upload,
  'format' | 'save'
> as Upload;
const place = (id: string): string => join(folder, 'side', 'imports', id);

describe('the keeper of imports', () => {
  beforeEach(() => {
    disk.free = Infinity;
    noted.length = 0;
  });

  it('says in words of its own why one has failed; what the thread said is for the log of the server', async () => {
    const keeper = new RunnerOf(`${saysRead} throw new TypeError('x is not iterable');`);
    const { id } = await keeper.start(upload, asked);
    await keeper.gone;
    expect(keeper.store.get(id)).toMatchObject({
      state: 'failed',
      trouble: 'Stopped unexpectedly. Try again; details are in the server log.',
    });
    expect(String(noted)).toContain('x is not iterable');
  });

  it('ends one when the disk becomes nearly full, and leaves nothing of its table', async () => {
    const keeper = new RunnerOf(`${saysRead} setInterval(() => {}, 1_000);`);
    const { id } = await keeper.start(upload, asked);
    disk.free = 63 * 1_024 * 1_024;
    await keeper.gone;
    expect(keeper.store.get(id)).toMatchObject({ state: 'failed', trouble: expect.stringContaining('the disk is nearly full') });
    await keeper.onModuleDestroy();
    await keeper.remove(id);
    expect(existsSync(place(id))).toBe(false);
    await expect(keeper.start(upload, asked)).rejects.toMatchObject({ code: 'store.unwritable' });
  });

  it('stops an upload when the disk becomes nearly full, and deletes what was written', async () => {
    const pieces = async function* (): AsyncGenerator<Buffer> {
      yield Buffer.from('openedAt\n');
      disk.free = 63 * 1_024 * 1_024;
      yield Buffer.from('2026-01-01 00:00\n');
    };
    const keeper = new RunnerOf('');
    const before = readdirSync(join(folder, 'side', 'imports'));
    await expect(keeper.start(new Upload('csv', Readable.from(pieces())), asked)).rejects.toMatchObject({
      code: 'store.unwritable',
      params: { reason: 'the disk is nearly full' },
    });
    expect([keeper.worker, readdirSync(join(folder, 'side', 'imports'))]).toEqual([undefined, before]);
  });

  it('removes one that is being written once its thread has ended', async () => {
    const keeper = new RunnerOf(`${saysRead} for (;;);`);
    const { id } = await keeper.start(upload, asked);
    await keeper.remove(id);
    expect(keeper.worker!.threadId).toBe(-1);
    expect([keeper.store.get(id), existsSync(place(id)), noted]).toEqual([undefined, false, []]);
  });
});

/** Successive servers of one data folder. */
describe('an import that is written when its server ends', () => {
  const busy = `${saysRead} setInterval(() => {}, 1_000);`;
  const keepers: RunnerOf[] = [];
  const next = (program = busy): RunnerOf => {
    const keeper = new RunnerOf(program);
    keepers.push(keeper);
    keeper.resume();
    return keeper;
  };
  const begun = async (): Promise<readonly [RunnerOf, string]> => {
    const keeper = next();
    const { id } = await keeper.start(upload, asked);
    return [keeper, id];
  };
  /** Simulates a kill: the thread is gone, and nothing more is written. */
  const killed = async (keeper: RunnerOf): Promise<void> => {
    keeper.store.put = () => {};
    keeper.store.tidy = () => {};
    await keeper.worker!.terminate();
  };

  beforeEach(() => {
    disk.free = Infinity;
    noted.length = 0;
    rmSync(join(folder, 'side'), { recursive: true, force: true });
  });
  afterEach(async () => {
    for (const keeper of keepers) await keeper.onModuleDestroy();
    keepers.length = 0;
  });

  it('is started again by the next one from the same table, and what was written before is gone', async () => {
    const [first, id] = await begun();
    const row = first.store.get(id);
    mkdirSync(join(place(id), '.data.making'));
    await killed(first);
    const second = next(`${says}({ kind: 'written', events: 7 });`);
    expect(existsSync(join(place(id), '.data.making'))).toBe(false);
    expect(second.store.get(id)).toEqual(row);
    await second.gone;
    expect(second.store.get(id)).toEqual({ ...row, state: 'done', events: 7 });
    await second.onModuleDestroy();
    expect(readdirSync(place(id))).toEqual(['import.json']);
  });

  it('ends with its reason when the server ended in each attempt', async () => {
    const [first, id] = await begun();
    await killed(first);
    for (let n = 1; n < limits.imports.attempts; n += 1) {
      const keeper = next();
      expect(keeper.store.get(id)?.state).toBe('running');
      await killed(keeper);
    }
    const last = next();
    expect(last.store.get(id)).toMatchObject({
      state: 'failed',
      trouble: 'Stopped: the server ended while it was written, in each of 3 attempts. Import the table again.',
    });
    expect([last.worker, readdirSync(place(id))]).toEqual([undefined, ['import.json']]);
  });

  it('loses no attempt when the server is stopped in order, however often', async () => {
    const [first, id] = await begun();
    for (let keeper = first, n = 0; n < 5; n += 1) {
      await keeper.onModuleDestroy();
      keeper = next();
      expect(keeper.store.get(id)?.state).toBe('running');
    }
  });

  it('ends neither the next server nor this one when the disk can’t be written', async () => {
    const full = (): never => {
      throw new Error('ENOSPC: no space left on device');
    };
    const [first, id] = await begun();
    await killed(first);
    const second = new RunnerOf(busy);
    Object.assign(second.store, { putOrder: full });
    second.resume();
    expect([second.store.get(id)?.state, second.worker, String(noted.at(-1))]).toEqual([
      'failed',
      undefined,
      expect.stringContaining('ENOSPC'),
    ]);
    const [third] = await begun();
    Object.assign(third.store, { putOrder: full });
    noted.length = 0;
    await third.onModuleDestroy();
    expect(String(noted)).toContain('ENOSPC');
  });

  describe('whose row can’t be stored', () => {
    /** Its rows are known here, and are not on the disk. */
    const full = ({ store }: RunnerOf): void => {
      const put = store.put.bind(store);
      store.put = (row) => {
        put(row);
        throw new Error('ENOSPC: no space left on device');
      };
    };

    it('ends in the next server with its reason, which is known there', async () => {
      const [first, id] = await begun();
      await killed(first);
      disk.free = 63 * 1_024 * 1_024;
      const second = new RunnerOf(busy);
      full(second);
      expect(() => second.resume()).not.toThrow();
      expect([second.store.get(id)?.state, second.worker, String(noted.at(-1))]).toEqual([
        'failed',
        undefined,
        'Error: ENOSPC: no space left on device',
      ]);
    });

    it('ends here when its thread has written it: nothing is thrown where the server would end', async () => {
      const keeper = next(
        `${saysRead} require('node:worker_threads').parentPort.once('message', () => ${says}({ kind: 'written', events: 7 }));`,
      );
      const { id } = await keeper.start(upload, asked);
      full(keeper);
      const thrown: unknown[] = [];
      keeper.worker!.listeners('message').forEach((listener) => {
        keeper.worker!.off('message', listener as () => void);
        keeper.worker!.on('message', (message: unknown) => {
          try {
            (listener as (said: unknown) => void)(message);
          } catch (error) {
            thrown.push(error);
          }
        });
      });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
      keeper.worker!.postMessage('end');
      await keeper.gone;
      expect(thrown).toEqual([]);
      expect([keeper.store.get(id), String(noted)]).toEqual([
        expect.objectContaining({ state: 'done', events: 7 }),
        'Error: ENOSPC: no space left on device',
      ]);
    });
  });

  it('is not started again on a disk that is nearly full', async () => {
    const [first, id] = await begun();
    await killed(first);
    disk.free = 63 * 1_024 * 1_024;
    const second = next();
    expect([second.store.get(id), second.worker]).toMatchObject([
      { state: 'failed', trouble: expect.stringContaining('the disk is nearly full') },
      undefined,
    ]);
  });

  it('that an earlier release has left half is deleted', async () => {
    const [first, id] = await begun();
    await killed(first);
    rmSync(join(place(id), 'order.json'));
    expect([next().store.get(id), existsSync(place(id))]).toEqual([undefined, false]);
  });
});

describe('imports that are kept', () => {
  it('are left where they are when they can’t be read; what was never finished is removed', () => {
    const room = join(folder, 'kept');
    const [odd, half] = ['019bb4a0-0000-7000-8000-000000000001', '019bb4a0-0000-7000-8000-000000000002'];
    for (const name of [odd, half, 'of-another-program']) mkdirSync(join(room, name), { recursive: true });
    writeFileSync(join(room, odd, 'import.json'), '{"of":"another release"}');
    const troubles: Error[] = [];
    const kept = new ImportStore(room, (error) => void troubles.push(error));
    expect(readdirSync(room).toSorted()).toEqual([odd, 'of-another-program']);
    expect([kept.all(), String(troubles)]).toEqual([[], expect.stringContaining(odd)]);
  });
});
