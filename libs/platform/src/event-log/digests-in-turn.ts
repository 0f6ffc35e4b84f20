import type { KeptDigest, KeptDigests } from './kept-digests.js';

/** The digests of a log in order, a thousand of them in memory at a time. */
export class DigestsInTurn {
  private waiting: readonly KeptDigest[] = [];
  private index = 0;
  /** The ordinal of the last one that was taken. */
  count = 0;

  constructor(private readonly stored: KeptDigests | undefined) {}

  /** The next one, if it is of an event up to this ordinal. */
  upTo(ordinal: number): KeptDigest | undefined {
    const next = this.next();
    if (!next || next.upTo > ordinal) return undefined;
    this.index += 1;
    this.count = next.upTo;
    return next;
  }

  private next(): KeptDigest | undefined {
    if (this.index === this.waiting.length && this.stored) {
      this.waiting = this.stored.after(this.count);
      this.index = 0;
    }
    return this.waiting[this.index];
  }
}
