import type { ShiftsAnswer, ShiftShown, TimelineAnswer } from '@tocsin/contracts/schedules/answers.js';
import type { OverrideSetting, TemporarySetting } from '@tocsin/contracts/schedules/overrides.js';
import type { Piece } from './strip-layout.js';

/** A shift or a gap, as strips and the agenda show it. */
export interface ShiftPiece extends Piece {
  readonly kind: 'shift' | 'gap' | 'intended';
  /** Why the person is on call, if it is not their turn: `override`, `temporary schedule`. */
  readonly by: string | null;
}

const span = ({ from, to }: { from: string; to: string }) => ({ from: Date.parse(from), to: Date.parse(to) });

const byWords: Record<ShiftShown['why']['kind'], string | null> = {
  rotation: null,
  override: 'override',
  temporary: 'temporary schedule',
};

const shiftPiece = (shift: ShiftShown): ShiftPiece => ({
  key: `${shift.personId} ${shift.from} ${shift.why.kind}`,
  personId: shift.personId,
  ...span(shift),
  kind: 'shift',
  by: byWords[shift.why.kind],
});

const gapPiece = (gap: ShiftsAnswer['gaps'][number]): ShiftPiece => ({
  key: `gap ${gap.from}`,
  personId: null,
  ...span(gap),
  kind: gap.intended ? 'intended' : 'gap',
  by: null,
});

export const finalPieces = ({ final, gaps }: Pick<ShiftsAnswer, 'final' | 'gaps'>): ShiftPiece[] => [
  ...final.map(shiftPiece),
  ...gaps.map(gapPiece),
];

/** The same of the timeline of all schedules. */
export const timelinePieces = ({ final, gaps }: Pick<TimelineAnswer['schedules'][number], 'final' | 'gaps'>): ShiftPiece[] => [
  ...final.map(({ personId, by, ...times }) => ({
    key: `${personId} ${times.from} ${by}`,
    personId,
    ...span(times),
    kind: 'shift' as const,
    by: byWords[by],
  })),
  ...gaps.map(gapPiece),
];

/** Pieces of a layer’s turns. */
export const layerPieces = (shifts: readonly ShiftShown[]): ShiftPiece[] => shifts.map(shiftPiece);

/** Whether the same person is on call all that time by the saved schedule. */
export const isUnchanged = ({ personId, kind, from, to }: ShiftPiece, saved: readonly ShiftPiece[]): boolean => {
  const same = saved.filter((piece) => piece.personId === personId && piece.kind === kind && piece.to > from && piece.from < to);
  return (
    same
      .toSorted((one, other) => one.from - other.from)
      .reduce((until, piece) => (piece.from <= until ? Math.max(until, piece.to) : until), from) >= to
  );
};

/** An override or a temporary schedule. */
export interface OverridePiece extends Piece {
  readonly says: string;
  readonly of: OverrideSetting | TemporarySetting;
}

/** `Bo for Ana`, `Bo joins`, `Ana off`, `No one`. */
export function overrideWords(
  { kind, personId, replacesId }: Pick<OverrideSetting, 'kind' | 'personId' | 'replacesId'>,
  nameOf: (personId: string | null) => string,
): string {
  if (kind === 'remove_everybody') return 'No one';
  if (kind === 'remove') return `${nameOf(personId)} off`;
  return kind === 'add' ? `${nameOf(personId)} joins` : `${nameOf(personId)} for ${nameOf(replacesId)}`;
}

export const overridePieces = (
  overrides: readonly OverrideSetting[],
  temporary: readonly TemporarySetting[],
  nameOf: (personId: string | null) => string,
): OverridePiece[] => [
  ...overrides.map((one) => ({
    key: one.overrideId,
    personId: one.kind === 'remove' ? null : one.personId,
    ...span(one),
    says: overrideWords(one, nameOf),
    of: one,
  })),
  ...temporary.map((one) => ({ key: one.temporaryId, personId: null, ...span(one), says: 'Temporary schedule', of: one })),
];
