import { subtractIntervals } from './intervals.js';
import type { Duty, Interval, Override, Segment } from './schedule.js';
import { cutAt } from './segments.js';

/** An override, and when it counts. */
interface EffectiveOverride {
  readonly override: Override;
  readonly within: readonly Interval[];
}

/** Overrides apply in the order in which they were made: the first to the layers, each next one to the result. */
export function* withOverrides(segments: Iterable<Segment>, overrides: readonly Override[]): Iterable<Segment> {
  const effectiveOverrides = overrides.map((override, index) => ({ override, within: uncutParts(override, overrides.slice(index + 1)) }));
  const edges = effectiveOverrides
    .flatMap(({ within }) => within.flatMap(({ from, to }) => [from, to]))
    .toSorted((one, other) => one - other);
  const pendingParts = effectiveOverrides.flatMap(({ override, within }, order) =>
    within.map((interval) => ({ ...interval, override, order })),
  );
  pendingParts.sort((one, other) => one.from - other.from);
  let activeParts: typeof pendingParts = [];
  let next = 0;
  for (const segment of cutAt(segments, edges)) {
    for (; next < pendingParts.length && pendingParts[next]!.from <= segment.from; next++) activeParts.push(pendingParts[next]!);
    activeParts = activeParts.filter(({ to }) => to > segment.from);
    yield activeParts
      .toSorted((one, other) => one.order - other.order)
      .reduce((current, { override }) => applyOverride(current, override), segment);
  }
}

/**
 * A later override about the same person replaces an earlier one while both last; but a removal does not cancel a
 * replacement.
 */
function uncutParts(override: Override, laterOverrides: readonly Override[]): EffectiveOverride['within'] {
  if (override.kind === 'add' || override.kind === 'remove-everybody') return [override];
  const cuttingOverrides = laterOverrides.filter(
    (other) => subjectOf(other) === subjectOf(override) && !(override.kind === 'replace' && other.kind === 'remove'),
  );
  return subtractIntervals(override, cuttingOverrides);
}

/** The person whose duty it changes; undefined: everyone’s. */
function subjectOf(override: Override): string | undefined {
  if (override.kind === 'remove-everybody') return undefined;
  return override.kind === 'replace' ? override.replaced : override.person;
}

function applyOverride(segment: Segment, override: Override): Segment {
  if (override.kind === 'remove-everybody') return { ...segment, duties: [], isIntended: true };
  const { id, from, cover } = override;
  const reason = { kind: 'override', override: id, from, ...(cover === undefined ? {} : { cover }) } as const;
  if (override.kind === 'add') return addDuty(segment, segment.duties, { person: override.person, reason });
  const subject = subjectOf(override);
  const otherDuties = segment.duties.filter(({ person }) => person !== subject);
  if (override.kind === 'remove' || otherDuties.length === segment.duties.length) return { ...segment, duties: otherDuties };
  return addDuty(segment, otherDuties, { person: override.person, reason: { ...reason, replaced: override.replaced } });
}

/** A person who is on call already keeps their first reason. */
function addDuty(segment: Segment, duties: readonly Duty[], duty: Duty): Segment {
  const isThere = duties.some(({ person }) => person === duty.person);
  return { ...segment, duties: isThere ? duties : [...duties, duty], isIntended: false };
}
