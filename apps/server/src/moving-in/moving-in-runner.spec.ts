import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { MovingInRequest } from '@tocsin/contracts/moving-in/moving-in.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import type { ServerParts } from '../core/server-parts.js';
import { MovingInRunner } from './moving-in-runner.js';
import type { MovingInOrder } from './worker-messages.js';

const by = '01900000-0000-7000-8000-0000000000a1';
const request: MovingInRequest = {
  system: 'jsm',
  team: 'Moved in',
  rehearses: false,
  from: 'system',
  since: null,
  token: 'tok',
  accounts: 'a,b@example.org,B',
};

const folders: string[] = [];
const runners: RunnerOf[] = [];

/** A runner whose threads wait. */
class RunnerOf extends MovingInRunner {
  readonly orders: MovingInOrder[] = [];
  protected override createThread(order: MovingInOrder): Worker {
    this.orders.push(order);
    return new Worker('setInterval(() => {}, 1_000)', { eval: true });
  }
}

function runnerIn(folder: string, noted: unknown[] = []): RunnerOf {
  const parts = partOf<ServerParts>({
    clock: { kind: 'manual', now: () => '2026-11-25T10:00:00.000Z' },
    config: { allowCidrs: [] },
    folder: { room: (name: string) => join(folder, name), freeBytes: () => Infinity },
    troubles: { note: (_: string, error: unknown) => void noted.push(error) },
  });
  const runner = new RunnerOf(parts);
  runners.push(runner);
  return runner;
}

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-move-'));
  folders.push(folder);
  return folder;
};

/** From now on its row can’t be written. */
const makeUnwritable = (folder: string): void => mkdirSync(join(folder, 'side', 'moving-in', 'move.json.new'));

afterEach(async () => {
  for (const runner of runners.splice(0)) await runner.onModuleDestroy();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('the runner of a move', () => {
  it('lets the server start on a disk that can’t be written, and says what became of the move', async () => {
    const folder = newFolder();
    await runnerIn(folder).start(request, by);
    makeUnwritable(folder);
    const noted: unknown[] = [];
    const after = runnerIn(folder, noted);
    after.resume();
    expect(after.current()).toMatchObject({ state: 'waiting' });
    expect(String(noted)).toContain('EISDIR');
  });

  it('lets the server start when what was compared can’t be compared again', async () => {
    const folder = newFolder();
    await runnerIn(folder).start({ system: 'jsm', team: 'Moved in', rehearses: false, from: 'folder', folder: '/nowhere' }, by);
    makeUnwritable(folder);
    const noted: unknown[] = [];
    const after = runnerIn(folder, noted);
    after.resume();
    expect(after.current()).toMatchObject({ state: 'failed', trouble: expect.stringContaining('Stopped unexpectedly') });
    expect(after.orders).toEqual([]);
    expect(String(noted)).toContain('EISDIR');
  });

  it('keeps the addresses of accounts when only the token is typed again', async () => {
    const folder = newFolder();
    await runnerIn(folder).start(request, by);
    const after = runnerIn(folder);
    after.resume();
    const { accounts: _notSentAgain, ...again } = request;
    await after.start(again, by);
    expect(after.orders).toMatchObject([{ accounts: request.accounts }]);
  });

  it('pressed twice begins one thread', async () => {
    const runner = runnerIn(newFolder());
    const presses = await Promise.allSettled([runner.start(request, by), runner.start(request, by)]);
    expect(presses).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: { code: 'conflict.one_at_a_time' } }]);
    expect(runner.orders.length).toBe(1);
  });
});
