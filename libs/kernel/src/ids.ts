import { v5, v7, parse } from 'uuid';
import type { Meta } from '@tocsin/contracts/envelope.js';
import { toMillis } from './time.js';

const namespace = '6f1d3c1e-6f0f-5d0c-9a63-7f0d7c0a51e1';

/**
 * The id of the n-th event of a command as one holder decided it. Node and epoch fence: two holders that decide the same command at the
 * same revision make different events, so that one of them gets a conflict instead of the answer to a repeated append.
 */
export const fencedEventId = (
  { actor, commandId, node, epoch = 0 }: Pick<Meta, 'actor' | 'commandId' | 'node' | 'epoch'>,
  stream: string,
  index: number,
): string => v5(`${actor.kind}:${actor.id}|${commandId}|${stream}|${index}|${node}|${epoch}`, namespace);

/** The same without a fence: of events before 0.2.0, and of command ids that derive from what a client sent. */
export const eventId = (actor: string, commandId: string, stream: string, index: number): string =>
  v5(`${actor}|${commandId}|${stream}|${index}`, namespace);

/** Bytes of a character in JSON, from its UTF-16 unit: never too few. */
const bytesOfUnit = (unit: number): number =>
  unit < 0x20 || unit === 0x22 || unit === 0x5c || (unit >= 0xd800 && unit < 0xe000) ? 6 : unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;

const fits = (text: string, bytes: number): boolean => {
  if (text.length > bytes) return false;
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum += bytesOfUnit(text.charCodeAt(at));
  return sum <= bytes;
};

/** The text itself, or a hash of it (37 characters) when it takes more than so many bytes as JSON: a name of bounded size for anything. */
export const boundedName = (text: string, bytes: number): string => (fits(text, bytes) ? text : `#${v5(text, namespace)}`);

/**
 * An id born in a process: a UUIDv7 with the time of its cause and a hash of what made it, so that a crash and a second
 * try make the same one.
 */
export const derivedId = (at: string, ...parts: readonly (string | number)[]): string => {
  const random = Uint8Array.from(parse(v5(parts.join('|'), namespace)));
  const seq = ((random[0] ?? 0) << 24) | ((random[1] ?? 0) << 16) | ((random[2] ?? 0) << 8) | (random[3] ?? 0);
  return v7({ msecs: toMillis(at), random, seq: seq >>> 0 });
};
