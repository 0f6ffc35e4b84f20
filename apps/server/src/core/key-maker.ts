import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import type { KeysOrder } from './keys.worker.js';

/** Makes keys ahead of time on its own thread: a flush of the vault would block the thread that takes signals. */
export class KeyMaker {
  private readonly queue = new PQueue({ concurrency: 1 });

  constructor(private readonly vault: Omit<KeysOrder, 'subjects'>) {}

  /** Resolves when each subject has a key on disk, or its key was destroyed. Rejects with the vault’s error. */
  make(subjects: readonly string[]): Promise<void> {
    return this.queue.add(() => this.byWorker(subjects));
  }

  /** Resolves when no keys are being made. */
  get whenSettled(): Promise<void> {
    return this.queue.onIdle();
  }

  private async byWorker(subjects: readonly string[]): Promise<void> {
    const workerData: KeysOrder = { ...this.vault, subjects };
    await once(new Worker(new URL('keys.worker.js', import.meta.url), { workerData, name: 'keys' }), 'exit');
  }
}
