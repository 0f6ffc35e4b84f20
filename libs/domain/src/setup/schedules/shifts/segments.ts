import type { Duty, Instant, Interval, Segment } from './schedule.js';

interface LayerSegments {
  readonly priority: number;
  /** Sorted and disjoint. */
  readonly segments: readonly Segment[];
}

/** Combines layers into one list that tiles an interval: the highest with people counts, equal ones are combined. */
export function* combineLayers(layers: readonly LayerSegments[], interval: Interval): Iterable<Segment> {
  const rankedLayers = layers.toSorted((one, other) => other.priority - one.priority);
  const next = rankedLayers.map(() => 0);
  for (let from = interval.from; from < interval.to;) {
    const currentSegments = rankedLayers.map(({ segments }, index) => {
      while (segments[next[index]!] !== undefined && segments[next[index]!]!.to <= from) next[index]!++;
      return segments[next[index]!];
    });
    const to = currentSegments.reduce((until, segment) => Math.min(until, nextBound(segment, from)), interval.to);
    yield { from, to, duties: dutiesOf(rankedLayers, currentSegments, from), isIntended: false };
    from = to;
  }
}

const nextBound = (segment: Segment | undefined, from: Instant) => {
  if (segment === undefined) return Number.POSITIVE_INFINITY;
  return segment.from > from ? segment.from : segment.to;
};

function dutiesOf(rankedLayers: readonly LayerSegments[], currentSegments: readonly (Segment | undefined)[], at: Instant): Duty[] {
  const duties: Duty[] = [];
  let priority: number | undefined;
  for (const [index, layer] of rankedLayers.entries()) {
    if (priority !== undefined && layer.priority !== priority) break;
    const segment = currentSegments[index];
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
