import { toEditableText } from '@tocsin/contracts/redactions/noun.js';
import type { ShiftsAnswer } from '@tocsin/contracts/schedules/answers.js';
import type { TemporarySetting } from '@tocsin/contracts/schedules/overrides.js';
import type { DraftActs } from './override-fields.js';
import { stretchesOf } from './override-plan.js';
import type { Stretch } from './use-override-drag.js';

export interface TemporaryShift extends Stretch {
  readonly personId: string;
}

/** A temporary schedule while it is made or changed. JSON values: it outlives a reload. */
export interface TemporaryFields extends Stretch {
  /** The edited temporary schedule, as it was when editing began; null: a new one. */
  readonly of: TemporarySetting | null;
  /** Null: nothing was changed by hand yet, and they are those that are planned. */
  readonly shifts: readonly TemporaryShift[] | null;
  readonly fallback: readonly string[];
  readonly reason: string;
}

export const newTemporary = (stretch: Stretch): TemporaryFields => ({ ...stretch, of: null, shifts: null, fallback: [], reason: '' });

export const temporaryFieldsOf = (of: TemporarySetting): TemporaryFields => ({
  of,
  from: Date.parse(of.from),
  to: Date.parse(of.to),
  shifts: of.shifts.map(({ personId, from, to }) => ({ personId, from: Date.parse(from), to: Date.parse(to) })),
  fallback: of.fallback,
  reason: toEditableText(of.reason),
});

/** Shifts in order: those that were changed by hand, or else those that are planned. */
export const shiftsIn = (fields: TemporaryFields, planned: Pick<ShiftsAnswer, 'final' | 'gaps'> | undefined): readonly TemporaryShift[] =>
  fields.shifts ??
  stretchesOf(fields, { final: planned?.final ?? [], gaps: [] }).flatMap(({ personId, from, to }) =>
    personId === null ? [] : [{ personId, from, to }],
  );

/** The fields with other edges; layers outside are cut off. */
export function moveEdges(fields: TemporaryFields, { from, to }: Stretch): TemporaryFields {
  const inside = fields.shifts?.map((shift) => ({ ...shift, from: Math.max(from, shift.from), to: Math.min(to, shift.to) }));
  return { ...fields, from, to, shifts: inside?.filter((shift) => shift.from < shift.to) ?? null };
}

/** Adds a shift after the last one. */
export function withOneMore(shifts: readonly TemporaryShift[], { from, to }: Stretch, personId: string): readonly TemporaryShift[] {
  const last = Math.max(from, ...shifts.map((shift) => shift.to));
  return [...shifts, { personId, from: last < to ? last : from, to }];
}

const iso = (at: number): string => new Date(at).toISOString();

/** The commands that do it; none while its end is not after its start. */
export function temporaryActs(fields: TemporaryFields, planned: Pick<ShiftsAnswer, 'final' | 'gaps'> | undefined): DraftActs {
  const { of, from, to, fallback, reason } = fields;
  if (to <= from || (fields.shifts === null && !planned)) return [];
  const shifts = shiftsIn(fields, planned).map((shift) => ({ personId: shift.personId, from: iso(shift.from), to: iso(shift.to) }));
  const data = { from: iso(from), to: iso(to), shifts, fallback: [...fallback], reason: reason.trim() };
  return of
    ? [{ type: 'ChangeTemporarySchedule', data: { ...data, temporaryId: of.temporaryId } }]
    : [{ type: 'AddTemporarySchedule', data }];
}
