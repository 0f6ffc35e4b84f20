import { AppendTooLarge, type Expected, type NewEvent } from './event-log.js';

/** 900 KiB: the narrowest adapter takes 1 MiB with its own wrapping around it. */
export const maxAppendBytes = 900 * 1024;

const exactBytes = (events: readonly NewEvent[]): number =>
  events.reduce((sum, { id, type, data, meta }) => sum + id.length + type.length + Buffer.byteLength(data) + Buffer.byteLength(meta), 0);

/**
 * What an append weighs: bytes of UTF-8 when that decides, else its length in characters, which costs nothing.
 * Throws AppendTooLarge, and RangeError for an append without events.
 */
export const weightOf = (events: readonly NewEvent[]): number => {
  if (events.length === 0) throw new RangeError('an append needs at least one event');
  let characters = 0;
  for (const { id, type, data, meta } of events) characters += id.length + type.length + data.length + meta.length;
  // a UTF-16 unit never becomes more than three bytes
  if (characters * 3 <= maxAppendBytes) return characters;
  const bytes = exactBytes(events);
  if (bytes > maxAppendBytes) throw new AppendTooLarge(bytes);
  return bytes;
};

/** The revision that must stand when an append comes: -1 for a stream that must not exist. */
export const revisionBefore = (expected: Expected, actual: number): number => {
  if (expected === 'any') return actual;
  return expected === 'none' ? -1 : expected;
};

/** Of the width of the largest safe integer, so that tokens compare as strings. */
export const tokenOf = (position: number): string => position.toString().padStart(16, '0');
