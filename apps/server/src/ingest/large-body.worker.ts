import { parentPort } from 'node:worker_threads';
import type { IntegrationKind } from '@tocsin/contracts/integrations/kinds.js';
import { KnownKeys } from '../secrets/known-keys.js';
import { readArrival, readText, type ArrivalHead, type ReadArrival } from './read-arrival.js';
import { formatOf } from './senders/senders.js';

export interface LargeBody {
  readonly kind: IntegrationKind;
  readonly head: ArrivalHead;
  readonly bytes: Uint8Array;
  readonly contentType: string | undefined;
  readonly newKey: string;
}
/** `keys`: all known keys, sent when they have changed since the last body. */
export type LargeBodyOrder = LargeBody & { readonly bytes: Uint8Array<ArrayBuffer>; readonly keys?: readonly string[] };
/** Null: the body can’t be read. */
export type LargeBodyAnswer = ReadArrival | null;

let knownKeys = new KnownKeys();

const knownKeysFor = (keys: readonly string[]): KnownKeys => {
  const fresh = new KnownKeys();
  for (const key of keys) fresh.add(key);
  return fresh;
};

/** Handles one body after the other, on a thread that does nothing else. */
parentPort?.on('message', ({ kind, head, bytes, contentType, newKey, keys }: LargeBodyOrder) => {
  if (keys) knownKeys = knownKeysFor(keys);
  const format = formatOf(kind);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  // at once: this thread would keep them until the next large bodies
  bytes.buffer.transfer(0);
  const route = format.routes.find(({ path }) => path === head.path)!;
  const readBody = readText(route, text, contentType);
  const answer: LargeBodyAnswer = readBody ? readArrival(format, head, readBody, newKey, knownKeys) : null;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the port of a thread, no window
  parentPort?.postMessage(answer);
});
