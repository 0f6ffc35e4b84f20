import type { Duty, Instant, Interval, Segment } from './schedule.js';

interface LayerSegments {
  readonly priority: number;
  /** Sorted and disjoint. */
  readonly segments: readonly Segment[];
}

/** Combines layers into one list that tiles an interval: the highest with people counts, equal ones are combined. */
export function* layered(layers: readonly LayerSegments[], within: Interval): Iterable<Segment> {
  const ranked = layers.toSorted((one, other) => other.priority - one.priority);
  const next = ranked.map(() => 0);
  for (let from = within.from; from < within.to;) {
    const here = ranked.map(({ segments }, index) => {
      while (segments[next[index]!] !== undefined && segments[next[index]!]!.to <= from) next[index]!++;
      return segments[next[index]!];
    });
    const to = here.reduce((until, segment) => Math.min(until, boundAfter(segment, from)), within.to);
    yield { from, to, duties: dutiesOf(ranked, here, from), isIntended: false };
    from = to;
  }
}

const boundAfter = (segment: Segment | undefined, from: Instant) => {
  if (segment === undefined) return Number.POSITIVE_INFINITY;
  return segment.from > from ? segment.from : segment.to;
};

function dutiesOf(ranked: readonly LayerSegments[], here: readonly (Segment | undefined)[], at: Instant): Duty[] {
  const duties: Duty[] = [];
  let priority: number | undefined;
  for (const [index, layer] of ranked.entries()) {
    if (priority !== undefined && layer.priority !== priority) break;
    const segment = here[index];
    if (segment === undefined || segment.from > at || segment.duties.length === 0) continue;
    ({ priority } = layer);
    duties.push(...segment.duties.filter(({ person }) => !duties.some((duty) => duty.person === person)));
  }
  return duties;
}

/** Each segment split at sorted instants. */
export function* cutAt(segments: Iterable<Segment>, instants: readonly Instant[]): Iterable<Segment> {
  let next = 0;
  for (const segment of segments) {
    let { from } = segment;
    while (next < instants.length && instants[next]! <= from) next++;
    for (; next < instants.length && instants[next]! < segment.to; next++) {
      const to = instants[next]!;
      if (to <= from) continue;
      yield { ...segment, from, to };
      from = to;
    }
    yield { ...segment, from };
  }
}
