import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { KeysOrder } from './keys.worker.js';

/** Makes keys before they are needed, on a thread of its own: a flush of the vault would hold the one that takes signals. */
export class KeyMaker {
  private turn: Promise<void> = Promise.resolve();

  constructor(private readonly vault: Omit<KeysOrder, 'subjects'>) {}

  /** Resolves when each of these has a key on disk, or had one destroyed. Rejects with what the vault said. */
  make(subjects: readonly string[]): Promise<void> {
    const made = this.turn.then(() => this.byWorker(subjects));
    this.turn = made.catch(() => undefined);
    return made;
  }

  /** Settled when nothing is being made any more. */
  get settled(): Promise<void> {
    return this.turn;
  }

  private async byWorker(subjects: readonly string[]): Promise<void> {
    const workerData: KeysOrder = { ...this.vault, subjects };
    await once(new Worker(new URL('keys.worker.js', import.meta.url), { workerData, name: 'keys' }), 'exit');
  }
}
