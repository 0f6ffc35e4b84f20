import { AppendTooLarge, type ExpectedRevision, type NewEvent } from './event-log.js';

/** 900 KiB: the most restrictive adapter accepts 1 MiB including its own overhead. */
export const maxAppendBytes = 900 * 1024;

const countBytes = (events: readonly NewEvent[]): number =>
  events.reduce((sum, { id, type, data, meta }) => sum + id.length + type.length + Buffer.byteLength(data) + Buffer.byteLength(meta), 0);

/**
 * The weight of an append: UTF-8 bytes when it may be too large, otherwise its length in characters, which costs nothing to compute. Throws
 * AppendTooLarge, and RangeError for an append without events.
 */
export const weightOf = (events: readonly NewEvent[]): number => {
  if (events.length === 0) throw new RangeError('an append needs at least one event');
  let characters = 0;
  for (const { id, type, data, meta } of events) characters += id.length + type.length + data.length + meta.length;
  // a UTF-16 unit takes at most three bytes
  if (characters * 3 <= maxAppendBytes) return characters;
  const bytes = countBytes(events);
  if (bytes > maxAppendBytes) throw new AppendTooLarge(bytes);
  return bytes;
};

/** The same events, divided where an append would become too large. */
export const appendsOf = (events: readonly NewEvent[]): readonly (readonly NewEvent[])[] => {
  const appends: NewEvent[][] = [];
  let bytes = maxAppendBytes;
  for (const event of events) {
    const more = countBytes([event]);
    if (bytes + more > maxAppendBytes) {
      appends.push([]);
      bytes = 0;
    }
    appends.at(-1)!.push(event);
    bytes += more;
  }
  return appends;
};

/** The revision that the stream must have before the append: -1 when it must not exist. */
export const requireRevision = (expectedRevision: ExpectedRevision, actual: number): number => {
  if (expectedRevision === 'any') return actual;
  return expectedRevision === 'none' ? -1 : expectedRevision;
};

/** Padded to the width of the largest safe integer, so that tokens compare as strings. */
export const tokenOf = (position: number): string => position.toString().padStart(16, '0');
