import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { ImportTable } from '@tocsin/contracts/imports.js';
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

/** A keeper whose worker threads run the given program instead of an import. */
class KeeperOf extends ImportRunner {
  worker: Worker | undefined;
  /** Resolves when its thread has exited by itself. */
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
const saysRead = `require('node:worker_threads').parentPort.postMessage({ kind: 'read', table: ${JSON.stringify(table)}, names: { services: 1, people: 0 } });`;
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
    const keeper = new KeeperOf(`${saysRead} throw new TypeError('x is not iterable');`);
    const { id } = await keeper.start(upload, asked);
    await keeper.gone;
    expect(keeper.store.get(id)).toMatchObject({
      state: 'failed',
      trouble: 'Stopped unexpectedly. Try again; details are in the server log.',
    });
    expect(String(noted)).toContain('x is not iterable');
  });

  it('ends one when the disk becomes nearly full, and leaves nothing of its table', async () => {
    const keeper = new KeeperOf(`${saysRead} setInterval(() => {}, 1_000);`);
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
    const keeper = new KeeperOf('');
    const before = readdirSync(join(folder, 'side', 'imports'));
    await expect(keeper.start(new Upload('csv', Readable.from(pieces())), asked)).rejects.toMatchObject({
      code: 'store.unwritable',
      params: { reason: 'the disk is nearly full' },
    });
    expect([keeper.worker, readdirSync(join(folder, 'side', 'imports'))]).toEqual([undefined, before]);
  });

  it('removes one that is being written once its thread has ended', async () => {
    const keeper = new KeeperOf(`${saysRead} for (;;);`);
    const { id } = await keeper.start(upload, asked);
    await keeper.remove(id);
    expect(keeper.worker!.threadId).toBe(-1);
    expect([keeper.store.get(id), existsSync(place(id)), noted]).toEqual([undefined, false, []]);
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
