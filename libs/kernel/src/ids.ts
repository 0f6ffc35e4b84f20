import { v5, v7, parse } from 'uuid';
import { toMillis } from './time.js';

const namespace = '6f1d3c1e-6f0f-5d0c-9a63-7f0d7c0a51e1';

/** The id of the n-th event of a command: the same command, repeated, makes the same events. */
export const eventId = (actor: string, commandId: string, stream: string, index: number): string =>
  v5(`${actor}|${commandId}|${stream}|${index}`, namespace);

/**
 * An id born in a process: a UUIDv7 with the time of its cause and a hash of what made it, so that a crash and a second
 * try make the same one.
 */
export const derivedId = (at: string, ...parts: readonly (string | number)[]): string => {
  const random = Uint8Array.from(parse(v5(parts.join('|'), namespace)));
  const seq = ((random[0] ?? 0) << 24) | ((random[1] ?? 0) << 16) | ((random[2] ?? 0) << 8) | (random[3] ?? 0);
  return v7({ msecs: toMillis(at), random, seq: seq >>> 0 });
};
