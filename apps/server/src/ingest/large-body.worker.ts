import { parentPort } from 'node:worker_threads';
import { KnownKeys } from '../secrets/known-keys.js';
import { isReading, type LargeBodyAnswer, type LargeBodyOrder } from './large-body.js';
import { readArrival, readText } from './read-arrival.js';
import { formatOf } from './senders/senders.js';

let knownKeys = new KnownKeys();

const knownKeysFor = (keys: readonly string[]): KnownKeys => {
  const fresh = new KnownKeys();
  for (const key of keys) fresh.add(key);
  return fresh;
};

/** Handles one body after the other, on a thread that does nothing else. */
parentPort?.on('message', ({ kind, head, bytes, contentType, newKey, keepsWhole, keys }: LargeBodyOrder) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the port of a thread, no window
  parentPort?.postMessage(isReading);
  if (keys) knownKeys = knownKeysFor(keys);
  const format = formatOf(kind);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  // at once: this thread would keep them until the next large bodies
  bytes.buffer.transfer(0);
  const route = format.routes.find(({ path }) => path === head.path)!;
  const readBody = readText(route, text, contentType);
  const answer: LargeBodyAnswer = readBody ? readArrival(format, head, readBody, newKey, knownKeys, keepsWhole) : null;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the port of a thread, no window
  parentPort?.postMessage(answer);
});
