import { bisect as limits } from '@tocsin/contracts/backtests/limits.js';

/** A change, with the services that it may concern. */
export interface Suspect {
  readonly key: string;
  readonly services: readonly string[];
}

/** A run: night pages where these are undone. */
export type Undone<S> = readonly S[];

export interface Share<S> {
  readonly suspect: S;
  readonly alone: number;
  readonly kept: number | null;
}

export interface Halved<S> {
  /** The largest first. */
  readonly named: readonly Share<S>[];
  readonly ended: 'found' | 'runs' | 'time';
}

interface Part<S> {
  readonly suspects: Undone<S>;
  /** Night pages fewer where they alone are undone. */
  readonly effect: number;
}

export interface HalvingOptions<S> {
  readonly suspects: readonly S[];
  /** All changes, of which `suspects` are left. */
  readonly all: readonly S[];
  /** Services that share a person, as lists. */
  readonly sharing: readonly (readonly string[])[];
  readonly asIs: number;
  readonly undone: number;
  /** The difference to explain. */
  readonly difference: number;
  /** Runs that were made already. */
  readonly runs: number;
  readonly isOutOfTime: () => boolean;
}

/** For each service, the first of all that are connected by shared people. */
export const createClosure = (sharing: readonly (readonly string[])[]): ((service: string) => string) => {
  const parents = new Map<string, string>();
  const rootOf = (service: string): string => {
    let root = service;
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next;
    return root;
  };
  for (const services of sharing) {
    for (const service of services) {
      const [one, other] = [rootOf(services[0]!), rootOf(service)].toSorted() as [string, string];
      if (one !== other) parents.set(other, one);
    }
  }
  return rootOf;
};

/** The place nearest to the middle at which the closure changes; the middle where it nowhere does. */
const placeToSplit = (closures: readonly string[]): number => {
  const middle = closures.length >> 1;
  const places = closures.flatMap((one, n) => (n > 0 && one !== closures[n - 1] ? [n] : []));
  return places.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0] ?? middle;
};

/** Asks for runs, in rounds, and is given the night pages of each; null: the time was up before they were through. */
export const halve = function* <S extends Suspect>(
  options: HalvingOptions<S>,
): Generator<readonly Undone<S>[], Halved<S>, readonly number[] | null> {
  const { suspects, sharing, asIs, undone, difference, isOutOfTime } = options;
  const closureOf = createClosure(sharing);
  const closures = new Map(suspects.map((one) => [one, [...new Set(one.services.map(closureOf))].toSorted().join(' ')]));
  const closure = (one: S): string => closures.get(one)!;
  const sorted = suspects.toSorted((a, b) => (`${closure(a)} ${a.key}` < `${closure(b)} ${b.key}` ? -1 : 1));
  let { runs } = options;
  const single: Part<S>[] = [];
  const parts: Part<S>[] =
    sorted.length > 0 && asIs - undone >= limits.named * difference ? [{ suspects: sorted, effect: asIs - undone }] : [];
  let ended: Halved<S>['ended'] = 'found';
  for (;;) {
    const part = takeLargest(parts);
    if (!part) break;
    const { suspects: of } = part;
    if (of.length === 1 && (runs > options.runs || of.length === options.all.length)) {
      single.push(part);
      continue;
    }
    // one run is kept for each change that is named
    ended = isOutOfTime() ? 'time' : runs + 2 + single.length + 2 > limits.runs ? 'runs' : 'found';
    if (ended !== 'found') break;
    const at = placeToSplit(of.map(closure));
    const halves = of.length === 1 ? [of] : [of.slice(0, at), of.slice(at)];
    const pages = yield halves;
    if (pages === null) {
      ended = 'time';
      break;
    }
    runs += halves.length;
    for (const [n, half] of halves.entries()) {
      const effect = asIs - pages[n]!;
      if (effect >= limits.named * difference) parts.push({ suspects: half, effect });
    }
  }
  const named = [...single, ...parts.filter((part) => part.suspects.length === 1)].toSorted((a, b) => b.effect - a.effect);
  const asked = isOutOfTime() ? [] : named.slice(0, limits.runs - runs);
  const kept = asked.length === 0 ? null : yield asked.map(({ suspects: [one] }) => options.all.filter((other) => other !== one));
  return {
    named: named.map(({ suspects: [suspect], effect }, n) => ({
      suspect: suspect!,
      alone: effect,
      kept: kept && n < asked.length ? kept[n]! - undone : null,
    })),
    ended,
  };
};

const takeLargest = <S>(parts: Part<S>[]): Part<S> | undefined => {
  const [largest] = parts.toSorted((a, b) => b.effect - a.effect);
  if (largest) parts.splice(parts.indexOf(largest), 1);
  return largest;
};
