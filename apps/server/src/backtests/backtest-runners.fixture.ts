import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import * as backtestLimits from '@tocsin/contracts/backtests/limits.js';
import { systemMonotonicClock, type MonotonicClock } from '@tocsin/platform/clock/monotonic-clock.js';
import { FileResults } from '@tocsin/platform/side/file-results.js';
import type { ServerParts } from '../core/server-parts.js';
import { BacktestRunner } from './backtest-runner.js';
import type { StoreSettings } from './backtest-store.js';

/** Of one spec file, which removes it. */
export const folder = mkdtempSync(join(tmpdir(), 'tocsin-backtests-'));

export const disk = { free: Infinity };
/** The troubles of the server. */
export const noted: unknown[] = [];
/** What a runner reads of a server. */
export const parts = {
  clock: { now: () => '2026-11-25T10:00:00.000Z' },
  config: { masterKey: undefined },
  folder: { room: (name: string) => join(folder, name), freeBytes: () => disk.free },
  log: { head: async () => ({ ordinal: 1, token: '1' }) },
  results: new FileResults(join(folder, 'side', 'backtests')),
  troubles: { note: (_: string, error: unknown) => void noted.push(error) },
} as unknown as ServerParts;

/** A runner whose worker threads run the given program instead of a backtest. The test ends its pauses. */
export class RunnerOf extends BacktestRunner {
  readonly threads: Worker[] = [];
  readonly pauses: (() => void)[] = [];
  protected override readonly monotonic: MonotonicClock = {
    ...systemMonotonicClock,
    after: (_, call) => {
      this.pauses.push(call);
      return () => void this.pauses.splice(0);
    },
  };
  constructor(
    private readonly program: string,
    of = parts,
  ) {
    super(of);
  }
  async pass(): Promise<void> {
    for (const call of this.pauses.splice(0)) call();
    await this.atRest();
  }
  /** Waits until all pending writes were tried, and their effects have started. */
  async atRest(): Promise<void> {
    for (let n = 0; n < 20; n += 1) {
      await this.store.whenWritten();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  protected override createThread(): Worker {
    const worker = new Worker(this.program, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 16 } });
    this.threads.push(worker);
    return worker;
  }
}

export const settings: StoreSettings = {
  most: backtestLimits.backtests,
  owner: 'this server',
  onTrouble: (error) => void noted.push(error),
  after: () => () => {},
};

export const says = `require('node:worker_threads').parentPort.postMessage`;
export const request = { change: null, from: '2026-11-01T00:00:00.000Z' };
