import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import type { KeysOrder } from './keys.worker.js';

/** A flush of the vault would block the thread that takes signals. */
export const makeKeysOnThread = async (order: KeysOrder): Promise<void> => {
  await once(new Worker(new URL('keys.worker.js', import.meta.url), { workerData: order, name: 'keys' }), 'exit');
};

/** Makes keys ahead of time, for one caller after another. */
export class KeyMaker {
  private readonly queue = new PQueue({ concurrency: 1 });

  constructor(private readonly makeKeys: (subjects: readonly string[]) => Promise<void> | void) {}

  /** Resolves when each subject has a key on disk, or its key was destroyed. Rejects with the vault’s error. */
  make(subjects: readonly string[]): Promise<void> {
    return this.queue.add(async () => this.makeKeys(subjects));
  }

  /** Resolves when no keys are being made. */
  get whenSettled(): Promise<void> {
    return this.queue.onIdle();
  }
}
