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

/** What is left to look at, and what was found. */
class Parts<S extends Suspect> {
  private readonly open: Part<S>[];
  private readonly single: Part<S>[] = [];
  private readonly closures: ReadonlyMap<S, string>;
  private runs: number;

  constructor(private readonly options: HalvingOptions<S>) {
    const { suspects, sharing, asIs, undone, difference, runs } = options;
    const closureOf = createClosure(sharing);
    this.closures = new Map(suspects.map((one) => [one, [...new Set(one.services.map(closureOf))].toSorted().join(' ')]));
    const placeOf = (one: S): string => `${this.closures.get(one)} ${one.key}`;
    const sorted = suspects.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
    const effect = asIs - undone;
    this.open = sorted.length > 0 && effect >= limits.named * difference ? [{ suspects: sorted, effect }] : [];
    this.runs = runs;
  }

  /** The largest one that is to be split. */
  next(): Part<S> | undefined {
    for (let part = takeLargest(this.open); part; part = takeLargest(this.open)) {
      if (!this.isMeasured(part)) return part;
      this.single.push(part);
    }
    return undefined;
  }

  /** Why it can’t go on, if so. One run is kept for each change that is named. */
  get ended(): Halved<S>['ended'] {
    if (this.options.isOutOfTime()) return 'time';
    return this.runs + 2 + this.single.length + 2 > limits.runs ? 'runs' : 'found';
  }

  halvesOf({ suspects }: Part<S>): readonly Undone<S>[] {
    if (suspects.length === 1) return [suspects];
    const at = placeToSplit(suspects.map((one) => this.closures.get(one)!));
    return [suspects.slice(0, at), suspects.slice(at)];
  }

  take(halves: readonly Undone<S>[], pages: readonly number[]): void {
    const { asIs, difference } = this.options;
    this.runs += halves.length;
    for (const [n, suspects] of halves.entries()) {
      const effect = asIs - pages[n]!;
      if (effect >= limits.named * difference) this.open.push({ suspects, effect });
    }
  }

  get named(): readonly Part<S>[] {
    return [...this.single, ...this.open.filter((part) => this.isMeasured(part))].toSorted((a, b) => b.effect - a.effect);
  }

  get runsLeft(): number {
    return limits.runs - this.runs;
  }

  /** A single one, undone alone: the first part of all was measured with those that were left out. */
  private isMeasured({ suspects }: Part<S>): boolean {
    return suspects.length === 1 && (this.runs > this.options.runs || this.options.all.length === 1);
  }
}

/** Asks for runs, in rounds, and is given the night pages of each; null: the time was up before they were through. */
export const halve = function* <S extends Suspect>(
  options: HalvingOptions<S>,
): Generator<readonly Undone<S>[], Halved<S>, readonly number[] | null> {
  const { all, undone, isOutOfTime } = options;
  const parts = new Parts(options);
  let ended: Halved<S>['ended'] = 'found';
  for (let part = parts.next(); part; part = parts.next()) {
    ended = parts.ended;
    const halves = parts.halvesOf(part);
    const pages = ended === 'found' ? yield halves : null;
    if (pages) parts.take(halves, pages);
    else if (ended === 'found') ended = 'time';
    if (ended !== 'found') break;
  }
  const { named } = parts;
  const asked = isOutOfTime() ? [] : named.slice(0, parts.runsLeft);
  const kept = asked.length === 0 ? null : yield asked.map(({ suspects: [one] }) => all.filter((other) => other !== one));
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
