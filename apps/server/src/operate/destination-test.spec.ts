import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdirSync, mkdtempSync, openSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { requireOutsideData } from '../core/outside-data.js';
import { BackupThread } from './backup-thread.js';
import { Backups } from './backups.js';
import { testDestination } from './destination-test.js';

let dir: string;
let pipe: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'destination-'));
  pipe = join(dir, 'pipe');
  execFileSync('mkfifo', [pipe]);
});
afterEach(() => {
  // lets the threads end that wait for a writer
  closeSync(openSync(pipe, constants.O_RDWR));
  rmSync(dir, { recursive: true });
});

/** A thread as one on a disk that hangs: not even its end is answered. */
const hanging = (): Worker => {
  const code = `require('node:worker_threads').parentPort.on('message', () => require('node:fs').openSync(${JSON.stringify(pipe)}, 'r'))`;
  return new Worker(code, { eval: true });
};

const tested = { address: '/backups', keyId: undefined, secret: undefined };

it('a test of a disk that hangs is answered after 20 seconds, and nothing waits for its thread', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  try {
    const worker = hanging();
    const online = new Promise((resolve) => worker.once('online', resolve));
    const answer = testDestination({ tested, data: null, id: '1' }, false, () => worker);
    await online;
    await jest.advanceTimersByTimeAsync(20_000);
    expect(await answer).toEqual({ ok: false, step: 'list', why: 'No answer within 20 s.' });
  } finally {
    jest.useRealTimers();
  }
});

it('a server that ends waits five seconds for a run on a disk that hangs', async () => {
  const parts = { clock: { kind: 'manual' }, config: { hasOneThread: false }, folder: {}, memory: { onChange: () => {} } } as never;
  const worker = hanging();
  const thread = new BackupThread(parts, () => worker);
  const online = new Promise((resolve) => worker.once('online', resolve));
  const run = thread.perform({} as never).catch((error: unknown) => error);
  await online;
  const backups = new Backups(parts, { seal: () => Promise.resolve() }, thread);
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  try {
    const stopped = backups.stop();
    await jest.advanceTimersByTimeAsync(5_000);
    await stopped;
  } finally {
    jest.useRealTimers();
  }
  closeSync(openSync(pipe, constants.O_RDWR));
  expect(await run).toBeInstanceOf(Error);
});

it('a link into the data folder is seen by the thread of backups, never by the one that pages', async () => {
  const [data, link] = [join(dir, 'data'), join(dir, 'link')];
  mkdirSync(data);
  symlinkSync(data, link);
  expect(() => requireOutsideData(data, link)).not.toThrow();
  expect(() => requireOutsideData(data, join(data, 'backups'))).toThrow();
  const answer = await testDestination({ tested: { ...tested, address: link }, data, id: '1' }, true);
  expect(answer).toMatchObject({ ok: false, step: 'list', why: expect.stringContaining('neither in the data folder') });
});
