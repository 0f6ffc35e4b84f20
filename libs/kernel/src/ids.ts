import { hash } from 'node:crypto';
import type { Meta } from '@tocsin/contracts/envelope.js';
import { toMillis } from './time.js';

const namespace = Buffer.from('6f1d3c1e6f0f5d0c9a637f0d7c0a51e1', 'hex');
const scratch = Buffer.alloc(4_096);
namespace.copy(scratch);

/** SHA-1 of the namespace and a name, in hexadecimal. Uses the one-shot API because several ids are made for each event. */
const digest = (name: string): string => {
  // a UTF-16 unit takes at most three bytes
  if (name.length * 3 > scratch.length - namespace.length) return hash('sha1', Buffer.concat([namespace, Buffer.from(name)]), 'hex');
  return hash('sha1', scratch.subarray(0, namespace.length + scratch.write(name, namespace.length)), 'hex');
};

const formatUuid = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
const variantDigit = (digit: string): string => ((Number.parseInt(digit, 16) & 0x3) | 0x8).toString(16);

/** A UUIDv5 (RFC 9562) in our namespace. */
const hashToId = (name: string): string => {
  const hex = digest(name);
  return formatUuid(`${hex.slice(0, 12)}5${hex.slice(13, 16)}${variantDigit(hex[16]!)}${hex.slice(17)}`);
};

/**
 * The id of a command’s n-th event as one holder decided it. Node and epoch are part of it (fencing): two holders that decide the same command at the
 * same revision make different event ids, so that one of them gets a conflict. With equal ids its append would count as a repeat and succeed.
 */
export const deriveFencedEventId = (
  { actor, commandId, node, epoch = 0 }: Pick<Meta, 'actor' | 'commandId' | 'node' | 'epoch'>,
  stream: string,
  index: number,
): string => hashToId(`${actor.kind}:${actor.id}|${commandId}|${stream}|${index}|${node}|${epoch}`);

/** Without node and epoch: for command ids derived from a client’s key, and for the event that opens a log. */
export const deriveEventId = (actor: string, commandId: string, stream: string, index: number): string =>
  hashToId(`${actor}|${commandId}|${stream}|${index}`);

export const deriveNamedId = (...parts: readonly (string | number)[]): string => hashToId(parts.join('|'));

/** Upper bound of the bytes that a UTF-16 unit takes in JSON. */
const utf8BytesOf = (unit: number): number =>
  unit < 0x20 || unit === 0x22 || unit === 0x5c || (unit >= 0xd800 && unit < 0xe000) ? 6 : unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;

const doesFit = (text: string, bytes: number): boolean => {
  if (text.length > bytes) return false;
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum += utf8BytesOf(text.charCodeAt(at));
  return sum <= bytes;
};

/** The text itself, or a hash of it (37 characters) when it takes more than `bytes` bytes as JSON. */
export const boundName = (text: string, bytes: number): string => (doesFit(text, bytes) ? text : `#${hashToId(text)}`);

/** A UUIDv7 with the time of its cause and a hash of what made it, so that a retry after a crash makes the same id. */
export const deriveId = (at: string, ...parts: readonly (string | number)[]): string => {
  const hex = digest(parts.join('|'));
  const time = (toMillis(at) || 0).toString(16).padStart(12, '0');
  // 32 bits of the hash take the place of a UUIDv7’s sequence, around the two variant bits
  const sequence = Number.parseInt(hex.slice(0, 8), 16);
  const high = (0x8000 | ((sequence >>> 6) & 0x3fff)).toString(16);
  const lowBits = (((sequence & 0x3f) << 2) | (Number.parseInt(hex[21]!, 16) & 0x3)).toString(16).padStart(2, '0');
  return formatUuid(`${time}7${hex.slice(0, 3)}${high}${lowBits}${hex.slice(22, 32)}`);
};
