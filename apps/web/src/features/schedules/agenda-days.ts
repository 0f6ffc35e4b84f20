import type { Day } from './period.js';
import type { Piece } from './strip-layout.js';

/** What of each day is to be said: who is on call in which part of it.. */
export function agendaOf<P extends Piece>(
  pieces: readonly P[],
  days: readonly Day[],
): readonly (Day & { readonly entries: readonly P[] })[] {
  return days
    .map((day) => ({
      ...day,
      entries: pieces
        .filter(({ from, to }) => to > day.from && from < day.to)
        .map((piece) => ({ ...piece, from: Math.max(piece.from, day.from), to: Math.min(piece.to, day.to) }))
        .toSorted((one, other) => one.from - other.from),
    }))
    .filter(({ entries }) => entries.length > 0);
}
