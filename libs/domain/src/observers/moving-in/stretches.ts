/** Instants as milliseconds since 1970. */
export interface Span {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** That some people are on call, by one rule of the other system. */
export interface Stretch extends Span {
  /** A higher one hides lower ones while it has people; equal ones unite. */
  readonly rank: number;
  /** Its ids; of teams too, where a team is on call. */
  readonly people: readonly string[];
  /** Hides lower ones even without people. */
  readonly isGap?: true;
}

export interface Duty extends Span {
  /** Sorted. */
  readonly people: readonly string[];
}

/** Who is on call, from all rules together: consecutive, and without a change within each. */
export function combine(stretches: readonly Stretch[], span: Span): readonly Duty[] {
  const inside = stretches.filter(({ from, to }) => from < span.to && to > span.from);
  const edges = edgesOf([...inside, span]).filter((at) => at >= span.from && at < span.to);
  const duties = edges.map((from, n): Duty => ({ from, to: edges[n + 1] ?? span.to, people: peopleAt(inside, from) }));
  return joined(duties);
}

export const edgesOf = (spans: readonly Span[]): readonly number[] =>
  [...new Set(spans.flatMap(({ from, to }) => [from, to]))].toSorted((one, other) => one - other);

function peopleAt(stretches: readonly Stretch[], at: number): readonly string[] {
  const running = stretches.filter(({ from, to, people, isGap }) => from <= at && at < to && (people.length > 0 || isGap));
  const top = running.reduce((rank, stretch) => Math.max(rank, stretch.rank), Number.NEGATIVE_INFINITY);
  return [...new Set(running.filter(({ rank }) => rank === top).flatMap(({ people }) => people))].toSorted();
}

export const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((person, n) => person === other[n]);

function joined(duties: readonly Duty[]): readonly Duty[] {
  const joinedDuties: Duty[] = [];
  for (const duty of duties) {
    const last = joinedDuties.at(-1);
    if (last !== undefined && isSame(last.people, duty.people)) joinedDuties[joinedDuties.length - 1] = { ...last, to: duty.to };
    else joinedDuties.push(duty);
  }
  return joinedDuties;
}

/** The part of each inside of a span. */
export const clipped = <S extends Span>(spans: readonly S[], { from, to }: Span): readonly S[] =>
  spans.map((span) => ({ ...span, from: Math.max(span.from, from), to: Math.min(span.to, to) })).filter((span) => span.from < span.to);

/** Common parts. */
export const intersect = (spans: readonly Span[], others: readonly Span[]): readonly Span[] =>
  others.flatMap((other) => clipped(spans, other));
