import type { Day } from './shared/period.js';
import type { ShiftPiece } from './shared/pieces.js';

/** Consecutive time of one person is one piece if no reason is shown. */
function joinPieces(pieces: readonly ShiftPiece[]): readonly ShiftPiece[] {
  const result: ShiftPiece[] = [];
  for (const piece of pieces.toSorted((one, other) => one.from - other.from)) {
    const at = result.findIndex(
      ({ personId, kind, by, to }) => to === piece.from && personId === piece.personId && kind === piece.kind && by === piece.by,
    );
    if (at === -1) result.push(piece);
    else result[at] = { ...result[at]!, to: piece.to };
  }
  return result;
}

/** The parts of each day with who is on call. */
export function agendaOf(
  pieces: readonly ShiftPiece[],
  days: readonly Day[],
): readonly (Day & { readonly entries: readonly ShiftPiece[] })[] {
  const whole = joinPieces(pieces);
  return days
    .map((day) => ({
      ...day,
      entries: whole
        .filter(({ from, to }) => to > day.from && from < day.to)
        .map((piece) => ({ ...piece, from: Math.max(piece.from, day.from), to: Math.min(piece.to, day.to) }))
        .toSorted((one, other) => one.from - other.from),
    }))
    .filter(({ entries }) => entries.length > 0);
}
