import type { StoredDigest, StoredDigests } from './stored-digests.js';

/** Iterates over the digests of a log, with a thousand of them in memory at a time. */
export class DigestIterator {
  private buffer: readonly StoredDigest[] = [];
  private index = 0;
  /** The ordinal of the last digest that was taken. */
  count = 0;

  constructor(private readonly storedDigests: StoredDigests | undefined) {}

  /** The next digest, if it covers events up to this ordinal at most. */
  findUpTo(ordinal: number): StoredDigest | undefined {
    const next = this.next();
    if (!next || next.upTo > ordinal) return undefined;
    this.index += 1;
    this.count = next.upTo;
    return next;
  }

  private next(): StoredDigest | undefined {
    if (this.index === this.buffer.length && this.storedDigests) {
      this.buffer = this.storedDigests.after(this.count);
      this.index = 0;
    }
    return this.buffer[this.index];
  }
}
