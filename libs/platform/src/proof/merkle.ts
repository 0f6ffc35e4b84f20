import { hash } from 'node:crypto';
import type { StoredEvent } from '../event-log/event-log.js';

/** The fields whose bytes are hashed. */
export type HashedEvent = Omit<StoredEvent, 'token'>;

/** Counts are of bytes, so that other languages can repeat them. */
const netstring = (text: string): string => `${Buffer.byteLength(text)}:${text},`;

const start = netstring('tocsin-event-1');

/** The texts as they were appended: nothing is decoded, upcast or redacted before it is hashed. */
export const frameOf = ({ ordinal, stream, revision, id, type, v, data, meta }: HashedEvent): string =>
  `${start}${netstring(String(ordinal))}${netstring(stream)}${netstring(String(revision))}${netstring(id)}${netstring(type)}` +
  `${netstring(String(v))}${netstring(data)}${netstring(meta)}`;

const sha256 = (bytes: string | Buffer): Buffer => hash('sha256', bytes, 'buffer');

/** 32 bytes. The first byte keeps a node from passing as an event. */
export const leafOf = (event: HashedEvent): Buffer => sha256(`\u0000${frameOf(event)}`);

const pair = Buffer.alloc(65);
pair[0] = 1;
export const nodeOf = (left: Buffer, right: Buffer): Buffer => {
  left.copy(pair, 1);
  right.copy(pair, 33);
  return sha256(pair);
};

/** A part of the tree: the root over `count` events, a power of two. */
export interface Subtree {
  readonly count: number;
  readonly hash: Buffer;
}

/** The largest aligned power of two after `size`, at most `limit`. */
export const alignedCount = (size: number, limit: number): number => {
  let count = 1;
  while (size % (count * 2) === 0 && count * 2 <= limit) count *= 2;
  return count;
};

/** Merkle tree of RFC 9162 that only grows. Keeps one hash for each bit of its size. */
export class MerkleTree {
  private readonly stack: Subtree[] = [];
  size = 0;

  /** The next events: one leaf, or a subtree that must be aligned to its count. */
  push(subtree: Buffer, count = 1): void {
    let top: Subtree = { count, hash: subtree };
    for (let last = this.stack.at(-1); last?.count === top.count; last = this.stack.at(-1)) {
      this.stack.pop();
      top = { count: top.count * 2, hash: nodeOf(last.hash, top.hash) };
    }
    this.stack.push(top);
    this.size += count;
  }

  /** 32 bytes. */
  root(): Buffer {
    const [last, ...others] = this.stack.toReversed();
    return last ? others.reduce((root, { hash: left }) => nodeOf(left, root), last.hash) : sha256('');
  }
}
