import { without } from './intervals.js';
import type { Duty, Interval, Override, Segment } from './schedule.js';
import { cutAt } from './segments.js';

/** An override, and when it counts. */
interface Acting {
  readonly override: Override;
  readonly within: readonly Interval[];
}

/** Overrides apply in the order in which they were made: the first to the layers, each next one to the result. */
export function* withOverrides(segments: Iterable<Segment>, overrides: readonly Override[]): Iterable<Segment> {
  const acting = overrides.map((override, index) => ({ override, within: notCut(override, overrides.slice(index + 1)) }));
  const edges = acting.flatMap(({ within }) => within.flatMap(({ from, to }) => [from, to])).toSorted((one, other) => one - other);
  const waiting = acting.flatMap(({ override, within }, order) => within.map((interval) => ({ ...interval, override, order })));
  waiting.sort((one, other) => one.from - other.from);
  let here: typeof waiting = [];
  let next = 0;
  for (const segment of cutAt(segments, edges)) {
    for (; next < waiting.length && waiting[next]!.from <= segment.from; next++) here.push(waiting[next]!);
    here = here.filter(({ to }) => to > segment.from);
    yield here.toSorted((one, other) => one.order - other.order).reduce((left, { override }) => act(left, override), segment);
  }
}

/**
 * A later override about the same person replaces an earlier one while both last; but a removal does not cancel a
 * replacement.
 */
function notCut(override: Override, later: readonly Override[]): Acting['within'] {
  if (override.kind === 'add' || override.kind === 'remove-everybody') return [override];
  const cutting = later.filter(
    (other) => subjectOf(other) === subjectOf(override) && !(override.kind === 'replace' && other.kind === 'remove'),
  );
  return without(override, cutting);
}

/** The person whose duty it changes; undefined: everyone’s. */
function subjectOf(override: Override): string | undefined {
  if (override.kind === 'remove-everybody') return undefined;
  return override.kind === 'replace' ? override.replaced : override.person;
}

function act(segment: Segment, override: Override): Segment {
  if (override.kind === 'remove-everybody') return { ...segment, duties: [], isIntended: true };
  const { id, from, cover } = override;
  const reason = { kind: 'override', override: id, from, ...(cover === undefined ? {} : { cover }) } as const;
  if (override.kind === 'add') return added(segment, segment.duties, { person: override.person, reason });
  const subject = subjectOf(override);
  const others = segment.duties.filter(({ person }) => person !== subject);
  if (override.kind === 'remove' || others.length === segment.duties.length) return { ...segment, duties: others };
  return added(segment, others, { person: override.person, reason: { ...reason, replaced: override.replaced } });
}

/** A person who is on call already keeps their first reason. */
function added(segment: Segment, duties: readonly Duty[], duty: Duty): Segment {
  const isThere = duties.some(({ person }) => person === duty.person);
  return { ...segment, duties: isThere ? duties : [...duties, duty], isIntended: false };
}
