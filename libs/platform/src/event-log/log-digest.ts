import { createHash, type Hash } from 'node:crypto';
import type { StoredEvent } from './event-log.js';

/** In events: then a new digest starts from the last one, so that a check can tell where a change is, and continue after it. */
export const digestInterval = 1_000;

const hashAfter = (before: Buffer): Hash => createHash('sha256').update(before);
const origin = Buffer.alloc(32);

/** Lengths precede variable texts, so that no two events have the same bytes. */
const toFrame = ({ ordinal, stream, revision, id, type, v, data, meta }: StoredEvent): string =>
  `${ordinal}|${stream.length}:${stream}|${revision}|${id}|${type}|${v}|${data.length}:${data}|${meta.length}:${meta}\n`;

/**
 * A running SHA-256 over the bytes of all events in log order. It has no key: it detects changes by a disk, a program or an edit, but not an attacker who
 * changes log and digests together.
 */
export class LogDigest {
  private hash: Hash;
  private lastDigest: { readonly upTo: number; readonly value: Buffer };

  /** `upTo`: a multiple of `digestInterval`. `before`: the digest there. */
  constructor(
    public upTo = 0,
    before: Buffer = origin,
  ) {
    this.lastDigest = { upTo, value: before };
    this.hash = hashAfter(before);
  }

  add(event: StoredEvent): void {
    this.hash.update(toFrame(event));
    this.upTo = event.ordinal;
    if (this.isWhole) this.goOnFrom(this.hash.digest(), this.upTo);
  }

  get value(): Buffer {
    return this.lastDigest.upTo === this.upTo ? this.lastDigest.value : this.hash.copy().digest();
  }

  /** Continues as if `value` were the digest of everything up to this ordinal. */
  goOnFrom(value: Buffer, upTo: number): void {
    this.upTo = upTo;
    this.lastDigest = { upTo, value };
    this.hash = hashAfter(value);
  }

  get isWhole(): boolean {
    return this.upTo % digestInterval === 0;
  }
}
