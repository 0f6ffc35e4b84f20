import * as fc from 'fast-check';
import { bisect as limits } from '@tocsin/contracts/backtests/limits.js';
import { createClosure, halve, type Halved, type HalvingOptions, type Suspect, type Undone } from './halving.js';

interface Weighted extends Suspect {
  /** Night pages that it adds alone. */
  readonly weight: number;
}

const base = 1_000;
const suspect = (n: number, weight: number, services: readonly string[] = [`s${n}`]): Weighted => ({ key: `k${n}`, services, weight });

/** Pages where these are undone, if changes add up. */
const addedUp = (undone: Undone<Weighted>): number => base - undone.reduce((sum, { weight }) => sum + weight, 0);

interface Search {
  readonly halved: Halved<Weighted>;
  readonly rounds: readonly (readonly Undone<Weighted>[])[];
  readonly runs: number;
}

const search = (
  all: readonly Weighted[],
  more: Partial<HalvingOptions<Weighted>> = {},
  pagesOf: (undone: Undone<Weighted>) => number | null = addedUp,
): Search => {
  const rounds: (readonly Undone<Weighted>[])[] = [];
  const steps = halve({
    suspects: all,
    all,
    sharing: [],
    asIs: base,
    undone: pagesOf(all)!,
    difference: 100,
    runs: 2,
    isOutOfTime: () => false,
    ...more,
  });
  for (let step = steps.next(); ;) {
    if (step.done) return { halved: step.value, rounds, runs: 2 + rounds.flat().length };
    rounds.push(step.value);
    const pages = step.value.map(pagesOf);
    step = steps.next(pages.every((one) => one !== null) ? pages : null);
  }
};

const keysOf = ({ named }: Halved<Weighted>): readonly string[] => named.map(({ suspect: { key } }) => key);

describe('the search for the changes that explain a difference', () => {
  it('finds up to two of however many, each alone and kept alone, within its runs', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 300 }), fc.nat(299), fc.nat(299), (count, first, second) => {
        const culprits = new Set([first % count, second % count]);
        const all = Array.from({ length: count }, (_, n) => suspect(n, culprits.has(n) ? 40 : 0));
        const { halved, runs } = search(all);
        expect(halved.ended).toBe('found');
        expect(new Set(keysOf(halved))).toEqual(new Set([...culprits].map((n) => `k${n}`)));
        for (const { alone, kept } of halved.named) expect([alone, kept]).toEqual([40, 40]);
        expect(runs).toBeLessThanOrEqual(limits.runs);
      }),
    );
  });

  it('never takes more runs than it may, and names nothing that explains too little', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5, max: 30 }), { maxLength: 120 }), (weights) => {
        const { halved, runs } = search(weights.map((weight, n) => suspect(n, weight)));
        expect(runs).toBeLessThanOrEqual(limits.runs);
        for (const { alone } of halved.named) expect(alone).toBeGreaterThanOrEqual(2);
        expect(halved.named).toEqual(halved.named.toSorted((a, b) => b.alone - a.alone));
      }),
    );
  });

  it('splits between services that share no person, if it can', () => {
    const all = [suspect(0, 10, ['a']), suspect(1, 10, ['b']), suspect(2, 10, ['c']), suspect(3, 10, ['d'])];
    const { rounds } = search(all, { sharing: [['b', 'c', 'd']] });
    expect(rounds[0]!.map((some) => some.map(({ key }) => key))).toEqual([['k0'], ['k1', 'k2', 'k3']]);
  });

  it('says what a change does alone and what it does beside all others, where they differ', () => {
    const [one, other] = [suspect(0, 30), suspect(1, 30)];
    // either is enough for twenty of the pages
    const pagesOf = (undone: Undone<Weighted>): number => base - (undone.length === 2 ? 80 : undone.length === 1 ? 30 : 0);
    const { halved } = search([one, other], {}, pagesOf);
    expect(halved.named.map(({ alone, kept }) => [alone, kept])).toEqual([
      [30, 50],
      [30, 50],
    ]);
  });

  it('asks about the one that is left, where others were left out', () => {
    const [one, other] = [suspect(0, 30), suspect(1, 0)];
    const { halved, rounds } = search([one, other], { suspects: [one] });
    expect(keysOf(halved)).toEqual(['k0']);
    expect(rounds).toHaveLength(2);
  });

  it('names what it knows when the time is up', () => {
    let rounds = 0;
    const { halved } = search([suspect(0, 30), suspect(1, 30), suspect(2, 0)], { isOutOfTime: () => (rounds += 1) > 1 });
    expect(halved.ended).toBe('time');
    expect(keysOf(halved)).toEqual(['k0']);
    expect(halved.named[0]!.kept).toBeNull();
  });

  it('names what it knows when the time is up within a round', () => {
    let runs = 0;
    const { halved } = search([suspect(0, 30), suspect(1, 30)], {}, (undone) => ((runs += 1) > 3 ? null : addedUp(undone)));
    expect(halved).toMatchObject({ ended: 'found', named: [{ kept: null }, { kept: null }] });
  });
});

describe('services closed under shared people', () => {
  it('are one wherever a chain of people connects them', () => {
    const closureOf = createClosure([['a', 'b'], ['c', 'd'], ['b', 'c'], ['x']]);
    expect(['a', 'b', 'c', 'd', 'x', 'y'].map(closureOf)).toEqual(['a', 'a', 'a', 'a', 'x', 'y']);
  });
});
