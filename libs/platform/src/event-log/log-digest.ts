import { createHash, type Hash } from 'node:crypto';
import type { StoredEvent } from './event-log.js';

/** Every so many events a digest begins anew with the one before: whoever verifies can say where, and goes on after it. */
export const digestEvery = 1_000;

const hashAfter = (before: Buffer): Hash => createHash('sha256').update(before);
const origin = Buffer.alloc(32);

/** Lengths stand before what may hold anything: no two events have the same bytes. */
const framed = ({ ordinal, stream, revision, id, type, v, data, meta }: StoredEvent): string =>
  `${ordinal}|${stream.length}:${stream}|${revision}|${id}|${type}|${v}|${data.length}:${data}|${meta.length}:${meta}\n`;

/**
 * A running SHA-256 over the bytes of all events in log order. It needs no key: it finds what a disk, a program or an edit has changed, and not
 * somebody who changes log and digests alike.
 */
export class LogDigest {
  private hash: Hash;
  /** The digest with which the hash began. */
  private known: { readonly upTo: number; readonly value: Buffer };

  /** `upTo`: a multiple of `digestEvery`, whose digest is known. */
  constructor(
    public upTo = 0,
    before: Buffer = origin,
  ) {
    this.known = { upTo, value: before };
    this.hash = hashAfter(before);
  }

  /** The next event. */
  add(event: StoredEvent): void {
    this.hash.update(framed(event));
    this.upTo = event.ordinal;
    if (this.isWhole) this.goOnFrom(this.hash.digest(), this.upTo);
  }

  /** Of everything up to here. */
  get value(): Buffer {
    return this.known.upTo === this.upTo ? this.known.value : this.hash.copy().digest();
  }

  /** As if everything up to this ordinal were what this is the digest of. */
  goOnFrom(value: Buffer, upTo: number): void {
    this.upTo = upTo;
    this.known = { upTo, value };
    this.hash = hashAfter(value);
  }

  get isWhole(): boolean {
    return this.upTo % digestEvery === 0;
  }
}
