import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { ImportTable } from '@tocsin/contracts/imports/imports.js';
import * as importLimits from '@tocsin/contracts/imports/limits.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import type { ServerParts } from '../core/server-parts.js';
import { ImportRunner } from './import-runner.js';
import { ImportStore } from './import-store.js';
import { Upload } from './upload.js';

const folder = mkdtempSync(join(tmpdir(), 'tocsin-imports-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const disk = { free: Infinity };
const notedErrors: unknown[] = [];
const parts = partOf<ServerParts>({
  clock: { now: () => '2026-11-25T10:00:00.000Z' },
  config: { masterKey: undefined },
  folder: { room: (name: string) => join(folder, name), freeBytes: () => disk.free },
  troubles: { note: (_: string, error: unknown) => void notedErrors.push(error) },
});

/** A runner whose worker threads run the given program instead of an import. */
class RunnerOf extends ImportRunner {
  worker: Worker | undefined;
  /** Resolves when its thread has exited. */
  whenExited: Promise<unknown> | undefined;
  constructor(private readonly program: string) {
    super(parts);
  }
  protected override createThread(): Worker {
    this.worker = new Worker(this.program, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 16 } });
    this.whenExited = new Promise((resolve) => this.worker!.once('exit', resolve));
    return this.worker;
  }
}

const table: ImportTable = { rows: 1, taken: 1, columns: ['openedAt'], reasons: [], notes: [], from: null, to: null };
const postCode = `require('node:worker_threads').parentPort.postMessage`;
const saysRead = `${postCode}({ kind: 'read', table: ${JSON.stringify(table)}, names: { services: 1, people: 0 } });`;
const request = { by: '019bb4a0-0000-7000-8000-000000000000', name: 'Old', map: null };
const upload = { format: 'csv', save: async (file: string) => writeFileSync(file, 'openedAt\n1') } as Pick<
  Upload,
  'format' | 'save'
> as Upload;
const place = (id: string): string => join(folder, 'side', 'imports', id);

describe('the keeper of imports', () => {
  beforeEach(() => {
    disk.free = Infinity;
    notedErrors.length = 0;
  });

  it('says in words of its own why one has failed; what the thread said is for the log of the server', async () => {
    const keeper = new RunnerOf(`${saysRead} throw new TypeError('x is not iterable');`);
    const { id } = await keeper.start(upload, request);
    await keeper.whenExited;
    expect(keeper.store.get(id)).toMatchObject({
      state: 'failed',
      trouble: 'Stopped unexpectedly. Try again; details are in the server log.',
    });
    expect(String(notedErrors)).toContain('x is not iterable');
  });

  it('ends one when the disk becomes nearly full, and leaves nothing of its table', async () => {
    const keeper = new RunnerOf(`${saysRead} setInterval(() => {}, 1_000);`);
    const { id } = await keeper.start(upload, request);
    disk.free = 63 * 1_024 * 1_024;
    await keeper.whenExited;
    expect(keeper.store.get(id)).toMatchObject({ state: 'failed', trouble: expect.stringContaining('the disk is nearly full') });
    await keeper.onModuleDestroy();
    await keeper.remove(id);
    expect(existsSync(place(id))).toBe(false);
    await expect(keeper.start(upload, request)).rejects.toMatchObject({ code: 'store.unwritable' });
  });

  it('stops an upload when the disk becomes nearly full, and deletes what was written', async () => {
    const chunks = async function* (): AsyncGenerator<Buffer> {
      yield Buffer.from('openedAt\n');
      disk.free = 63 * 1_024 * 1_024;
      yield Buffer.from('2026-01-01 00:00\n');
    };
    const keeper = new RunnerOf('');
    const before = readdirSync(join(folder, 'side', 'imports'));
    await expect(keeper.start(new Upload('csv', Readable.from(chunks())), request)).rejects.toMatchObject({
      code: 'store.unwritable',
      params: { reason: 'the disk is nearly full' },
    });
    expect([keeper.worker, readdirSync(join(folder, 'side', 'imports'))]).toEqual([undefined, before]);
  });

  it('keeps so many: another is refused until one is deleted', async () => {
    const keeper = new RunnerOf(`${saysRead} ${postCode}({ kind: 'written', events: 1 });`);
    const first = await keeper.start(upload, request);
    await keeper.whenExited;
    const kept = [first, ...Array.from({ length: importLimits.imports.kept - 1 }, (_, n) => ({ ...first, id: `another ${n}` }))];
    keeper.store.all = () => kept;
    await expect(keeper.start(upload, request)).rejects.toMatchObject({
      code: 'limit.imports',
      params: { limit: importLimits.imports.kept },
    });
    kept.pop();
    await keeper.start(upload, request);
    await keeper.whenExited;
  });

  it('removes one that is being written once its thread has ended', async () => {
    const keeper = new RunnerOf(`${saysRead} for (;;);`);
    const { id } = await keeper.start(upload, request);
    await keeper.remove(id);
    expect(keeper.worker!.threadId).toBe(-1);
    expect([keeper.store.get(id), existsSync(place(id)), notedErrors]).toEqual([undefined, false, []]);
  });
});

/** Successive servers of one data folder. */
describe('an import that is written when its server ends', () => {
  const busy = `${saysRead} setInterval(() => {}, 1_000);`;
  const keepers: RunnerOf[] = [];
  const startNext = (program = busy): RunnerOf => {
    const keeper = new RunnerOf(program);
    keepers.push(keeper);
    keeper.resume();
    return keeper;
  };
  const begin = async (): Promise<readonly [RunnerOf, string]> => {
    const keeper = startNext();
    const { id } = await keeper.start(upload, request);
    return [keeper, id];
  };
  /** Simulates a kill: the thread is gone, and nothing more is written. */
  const killThread = async (keeper: RunnerOf): Promise<void> => {
    keeper.store.put = () => {};
    keeper.store.tidy = () => {};
    await keeper.worker!.terminate();
  };

  beforeEach(() => {
    disk.free = Infinity;
    notedErrors.length = 0;
    rmSync(join(folder, 'side'), { recursive: true, force: true });
  });
  afterEach(async () => {
    for (const keeper of keepers) await keeper.onModuleDestroy();
    keepers.length = 0;
  });

  it('is started again by the next one from the same table, and what was written before is gone', async () => {
    const [first, id] = await begin();
    const row = first.store.get(id);
    mkdirSync(join(place(id), '.data.making'));
    await killThread(first);
    const second = startNext(`${postCode}({ kind: 'written', events: 7 });`);
    expect(existsSync(join(place(id), '.data.making'))).toBe(false);
    expect(second.store.get(id)).toEqual(row);
    await second.whenExited;
    expect(second.store.get(id)).toEqual({ ...row, state: 'done', events: 7 });
    await second.onModuleDestroy();
    expect(readdirSync(place(id))).toEqual(['import.json']);
  });

  it('ends with its reason when the server ended in each attempt', async () => {
    const [first, id] = await begin();
    await killThread(first);
    for (let n = 1; n < importLimits.imports.attempts; n += 1) {
      const keeper = startNext();
      expect(keeper.store.get(id)?.state).toBe('running');
      await killThread(keeper);
    }
    const last = startNext();
    expect(last.store.get(id)).toMatchObject({
      state: 'failed',
      trouble: 'Stopped: the server ended while it was written, in each of 3 attempts. Import the table again.',
    });
    expect([last.worker, readdirSync(place(id))]).toEqual([undefined, ['import.json']]);
  });

  it('loses no attempt when the server is stopped in order, however often', async () => {
    const [first, id] = await begin();
    for (let keeper = first, n = 0; n < 5; n += 1) {
      await keeper.onModuleDestroy();
      keeper = startNext();
      expect(keeper.store.get(id)?.state).toBe('running');
    }
  });

  it('ends neither the next server nor this one when the disk can’t be written', async () => {
    const full = (): never => {
      throw new Error('ENOSPC: no space left on device');
    };
    const [first, id] = await begin();
    await killThread(first);
    const second = new RunnerOf(busy);
    Object.assign(second.store, { putOrder: full });
    second.resume();
    expect([second.store.get(id)?.state, second.worker, String(notedErrors.at(-1))]).toEqual([
      'failed',
      undefined,
      expect.stringContaining('ENOSPC'),
    ]);
    const [third] = await begin();
    Object.assign(third.store, { putOrder: full });
    notedErrors.length = 0;
    await third.onModuleDestroy();
    expect(String(notedErrors)).toContain('ENOSPC');
  });

  describe('whose row can’t be stored', () => {
    /** Its rows are known here, and are not on the disk. */
    const full = ({ store }: RunnerOf): void => {
      const originalPut = store.put.bind(store);
      store.put = (row) => {
        originalPut(row);
        throw new Error('ENOSPC: no space left on device');
      };
    };

    it('ends in the next server with its reason, which is known there', async () => {
      const [first, id] = await begin();
      await killThread(first);
      disk.free = 63 * 1_024 * 1_024;
      const second = new RunnerOf(busy);
      full(second);
      expect(() => second.resume()).not.toThrow();
      expect([second.store.get(id)?.state, second.worker, String(notedErrors.at(-1))]).toEqual([
        'failed',
        undefined,
        'Error: ENOSPC: no space left on device',
      ]);
    });

    it('ends here when its thread has written it: nothing is thrown where the server would end', async () => {
      const keeper = startNext(
        `${saysRead} require('node:worker_threads').parentPort.once('message', () => ${postCode}({ kind: 'written', events: 7 }));`,
      );
      const { id } = await keeper.start(upload, request);
      full(keeper);
      const thrown: unknown[] = [];
      keeper.worker!.listeners('message').forEach((listener) => {
        keeper.worker!.off('message', listener as () => void);
        keeper.worker!.on('message', (message: unknown) => {
          try {
            (listener as (input: unknown) => void)(message);
          } catch (error) {
            thrown.push(error);
          }
        });
      });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
      keeper.worker!.postMessage('end');
      await keeper.whenExited;
      expect(thrown).toEqual([]);
      expect([keeper.store.get(id), String(notedErrors)]).toEqual([
        expect.objectContaining({ state: 'done', events: 7 }),
        'Error: ENOSPC: no space left on device',
      ]);
    });
  });

  it('is not started again on a disk that is nearly full', async () => {
    const [first, id] = await begin();
    await killThread(first);
    disk.free = 63 * 1_024 * 1_024;
    const second = startNext();
    expect([second.store.get(id), second.worker]).toMatchObject([
      { state: 'failed', trouble: expect.stringContaining('the disk is nearly full') },
      undefined,
    ]);
  });

  it('whose order is lost is deleted', async () => {
    const [first, id] = await begin();
    await killThread(first);
    rmSync(join(place(id), 'order.json'));
    expect([startNext().store.get(id), existsSync(place(id))]).toEqual([undefined, false]);
  });
});

describe('imports that are kept', () => {
  it('are left where they are when they can’t be read; what was never finished is removed', () => {
    const room = join(folder, 'kept');
    const [odd, half] = ['019bb4a0-0000-7000-8000-000000000001', '019bb4a0-0000-7000-8000-000000000002'];
    for (const name of [odd, half, 'of-another-program']) mkdirSync(join(room, name), { recursive: true });
    writeFileSync(join(room, odd, 'import.json'), '{"of":"another release"}');
    const errors: Error[] = [];
    const importStore = new ImportStore(room, (error) => void errors.push(error));
    expect(readdirSync(room).toSorted()).toEqual([odd, 'of-another-program']);
    expect([importStore.all(), String(errors)]).toEqual([[], expect.stringContaining(odd)]);
  });
});
