import { parentPort } from 'node:worker_threads';
import type { IntegrationKind } from '@tocsin/contracts/integrations/kinds.js';
import { KnownKeys } from '../secrets/known-keys.js';
import { readSignal, readText, type ReadSignal } from './read-signal.js';
import { formatOf } from './senders/senders.js';

export interface LargeBody {
  readonly kind: IntegrationKind;
  readonly bytes: Uint8Array;
  readonly contentType: string | undefined;
  readonly newKey: string;
}
/** `keys`: all known keys, sent when they have changed since the last body. */
export type LargeBodyOrder = LargeBody & { readonly bytes: Uint8Array<ArrayBuffer>; readonly keys?: readonly string[] };
/** Null: the body can’t be read. */
export type LargeBodyAnswer = ReadSignal | null;

let knownKeys = new KnownKeys();

const knownKeysFor = (keys: readonly string[]): KnownKeys => {
  const fresh = new KnownKeys();
  for (const key of keys) fresh.add(key);
  return fresh;
};

/** Handles one body after the other, on a thread that does nothing else. */
parentPort?.on('message', ({ kind, bytes, contentType, newKey, keys }: LargeBodyOrder) => {
  if (keys) knownKeys = knownKeysFor(keys);
  const format = formatOf(kind);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  // at once: this thread would keep them until the next large bodies
  bytes.buffer.transfer(0);
  const readBody = readText(format, text, contentType);
  const answer: LargeBodyAnswer = readBody ? readSignal(format, readBody, newKey, knownKeys) : null;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the port of a thread, no window
  parentPort?.postMessage(answer);
});
