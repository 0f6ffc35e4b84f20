import { ManualClock } from '@tocsin/platform/clock/clock.js';
import { Backups } from './backups.js';

const start = '2026-11-28T12:00:00.000Z';

/** A server whose first step of a backup, sealing, ends only when it is told to. */
const server = () => {
  const clock = new ManualClock(start);
  const troubles: string[] = [];
  const parts = {
    clock,
    config: { backup: { everyMinutes: 10, keepDays: 30, place: { address: '/backups' } } },
    folder: { freeBytes: () => 2 ** 40 },
    logKind: 'live',
    reacting: { reactor: {} },
    reads: { organisation: new Map() },
    reserve: null,
    troubles: { note: (_: string, error: unknown) => troubles.push((error as Error).message) },
  };
  let fail: (error: Error) => void = () => {};
  const sealer = { seal: () => new Promise<never>((_resolve, reject) => (fail = reject)) };
  return { clock, troubles, backups: new Backups(parts as never, sealer), fail: (error: Error) => fail(error) };
};

it('says since when there is none while a run waits for ever, and a server that ends does not wait for it', async () => {
  jest.useFakeTimers();
  try {
    const { clock, backups } = server();
    backups.start();
    expect(backups.describe(true)).toEqual([]);
    clock.moveTo('2026-11-28T12:30:00.000Z');
    expect(backups.describe(true)).toEqual([]);
    clock.moveTo('2026-11-28T12:30:00.001Z');
    expect(backups.describe(true)).toEqual(['no backup since the start']);
    const stopped = backups.stop();
    await jest.advanceTimersByTimeAsync(5_000);
    await stopped;
  } finally {
    jest.useRealTimers();
  }
});

it('says why the last one failed, rather than since when, and tries again', async () => {
  const { clock, backups, troubles, fail } = server();
  backups.start();
  await Promise.resolve();
  fail(new Error('no room'));
  await backups.whenSettled;
  expect(backups.describe(true)).toEqual(['the last backup failed: no room']);
  clock.moveTo('2026-11-28T12:10:00.000Z');
  await Promise.resolve();
  fail(new Error('no disk'));
  await backups.whenSettled;
  expect(troubles).toEqual(['no room', 'no disk']);
});
