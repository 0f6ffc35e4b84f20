/** An interval of a strip. Instants in milliseconds. */
export interface Piece {
  readonly key: string;
  /** Null: no one is on call. */
  readonly personId: string | null;
  readonly from: number;
  readonly to: number;
}

interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** A piece with its position: shares of the width, and its row. */
export type PlacedPiece<P extends Piece> = P & {
  readonly left: number;
  readonly width: number;
  readonly lane: number;
  /** It began before the shown period, or ends after it. */
  readonly isCutLeft: boolean;
  readonly isCutRight: boolean;
};

export const shareOf = (at: number, { from, to }: TimeRange): number => (at - from) / (to - from);

/** The instant at a share of the width. */
export const instantAtShare = (share: number, { from, to }: TimeRange): number => from + Math.min(1, Math.max(0, share)) * (to - from);

/** Pieces in as few rows as need be: people on call together are stacked, and a continuing person stays in their row. */
export function placePieces<P extends Piece>(
  pieces: readonly P[],
  within: TimeRange,
): { readonly pieces: readonly PlacedPiece<P>[]; readonly lanes: number } {
  const ends: { to: number; personId: string | null }[] = [];
  const visiblePieces = pieces.filter(({ from, to }) => to > within.from && from < within.to && to > from);
  const result = visiblePieces
    .toSorted((one, other) => one.from - other.from || one.to - other.to)
    .map((piece) => {
      const free = ends.flatMap(({ to }, lane) => (to <= piece.from ? [lane] : []));
      const lane = free.find((one) => ends[one]!.personId === piece.personId) ?? free[0] ?? ends.length;
      ends[lane] = piece;
      const [from, to] = [Math.max(piece.from, within.from), Math.min(piece.to, within.to)];
      return {
        ...piece,
        lane,
        left: shareOf(from, within),
        width: (to - from) / (within.to - within.from),
        isCutLeft: piece.from < within.from,
        isCutRight: piece.to > within.to,
      };
    });
  return { pieces: result, lanes: Math.max(1, ends.length) };
}
