import { dutiesWithin, type Schedule } from '../../setup/schedules/shared/drawn-up.js';
import { zoneNamed } from './foreign-zones.js';
import type { ForeignSchedule, LayerDraft } from './organisation.js';
import { combine, edgesOf, isSame, type Duty, type Span } from './stretches.js';

/** The schedule that Tocsin makes of it. */
const scheduleHere = ({ layers, overrides, temporary }: Pick<ForeignSchedule, 'layers' | 'overrides' | 'temporary'>): Schedule => ({
  versions: [
    {
      version: 1,
      effectiveFrom: Number.MIN_SAFE_INTEGER,
      layers: layers.filter(({ slots }) => slots.some((people) => people.length > 0)).map(layerHere),
    },
  ],
  overrides,
  temporary,
});

/** Without whom nobody can invite: they are in no file. */
const without = (schedule: ForeignSchedule, unreachable: ReadonlySet<string>): ForeignSchedule => {
  if (unreachable.size === 0) return schedule;
  const reached = (ids: readonly string[]) => ids.filter((id) => !unreachable.has(id));
  return {
    ...schedule,
    layers: schedule.layers.map((layer) => ({ ...layer, slots: layer.slots.map(reached) })),
    overrides: schedule.overrides.filter(
      (one) =>
        one.kind === 'remove-everybody' || (!unreachable.has(one.person) && !(one.kind === 'replace' && unreachable.has(one.replaced))),
    ),
    temporary: schedule.temporary.map((one) => ({
      ...one,
      shifts: one.shifts.filter(({ person }) => !unreachable.has(person)),
      fallback: reached(one.fallback),
    })),
  };
};

const layerHere = (
  { name, priority, timeZone, slots, length, anchor, countsCoveredTimeOnly, restrictions, from }: LayerDraft,
  n: number,
) => ({
  id: `${n} ${name}`,
  zone: timeZone,
  priority,
  effectiveFrom: from ?? Number.MIN_SAFE_INTEGER,
  rotation: { slots: slots.map((people, index) => ({ id: String(index), people })), length, anchor, countsCoveredTimeOnly },
  restrictions,
});

export function dutiesHere(schedule: Pick<ForeignSchedule, 'layers' | 'overrides' | 'temporary'>, span: Span): readonly Duty[] {
  const duties = dutiesWithin(scheduleHere(schedule), zoneNamed, span);
  return combine(
    duties.map((duty) => ({ ...duty, rank: 0 })),
    span,
  );
}

export interface Difference extends Span {
  readonly there: readonly string[];
  readonly here: readonly string[];
  /** The rule that says why; null: nobody knows. */
  readonly rule: string | null;
}

/**
 * By every change of either side. `expand`: whom a person, or a team, of the other system is here. `unreachable`: who has no address, and
 * is in no file.
 */
export function compareDuties(
  schedule: ForeignSchedule,
  there: readonly Duty[],
  expand: (id: string) => readonly string[],
  span: Span,
  unreachable: ReadonlySet<string> = new Set(),
): readonly Difference[] {
  const here = dutiesHere(without(schedule, unreachable), span);
  const edges = edgesOf([...there, ...here, span]).filter((at) => at >= span.from && at < span.to);
  const peopleAt = (duties: readonly Duty[], at: number) => duties.find(({ from, to }) => from <= at && at < to)?.people ?? [];
  return edges.flatMap((from, n): Difference[] => {
    const [raw, now] = [peopleAt(there, from), peopleAt(here, from)];
    const expanded = [...new Set(raw.flatMap(expand))].toSorted();
    if (isSame(expanded, now)) return [];
    const to = edges[n + 1] ?? span.to;
    return [{ from, to, there: raw, here: now, rule: ruleFor(schedule, { raw, expanded, unreachable, expand }, { from, to }) }];
  });
}

interface There {
  readonly raw: readonly string[];
  readonly expanded: readonly string[];
  readonly unreachable: ReadonlySet<string>;
  readonly expand: (id: string) => readonly string[];
}

function ruleFor({ notes }: ForeignSchedule, { raw, expanded, unreachable, expand }: There, span: Span): string | null {
  const note = notes.find(({ when }) => when?.some(({ from, to }) => from < span.to && to > span.from));
  if (note !== undefined) return note.rule;
  if (expanded.some((id) => unreachable.has(id))) return 'person without an address';
  return raw.some((id) => expand(id).length === 0) ? 'deleted person' : null;
}
