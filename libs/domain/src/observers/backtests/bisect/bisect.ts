import type { BisectedChange, BisectResult } from '@tocsin/contracts/backtests/bisect.js';
import { duration } from '@tocsin/contracts/duration.js';
import { bisect as limits } from '@tocsin/contracts/backtests/limits.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import { fieldsChanged, type Edited } from './edits.js';
import { halve, type Share, type Suspect } from './halving.js';
import { Replays } from './replays.js';
import { scan, type BisectEngine, type BisectOrder } from './scan.js';

export type BisectFindings = Omit<BisectResult, 'pin'>;

const share = ({ suspect: { edited }, alone, kept }: Share<Suspected>): BisectedChange => {
  const { of, id, edits, first, last, at } = edited;
  return { kind: of.kind, id, edits, fields: [...fieldsChanged(edited)], first, last, at, alone, kept };
};

interface Suspected extends Suspect {
  readonly edited: Edited;
}

/**
 * Which changes explain that one period had more night pages than another. Yields after each event that was read or replayed. Settings of the worse
 * period are brought back to those of the other one.
 */
export const runBisect = function* (engine: BisectEngine, order: BisectOrder): Generator<number, BisectFindings, void> {
  const { isOutOfTime = () => false } = engine;
  const { better, worse, edited } = yield* scan(engine, order);
  const isLater = worse.from > better.from;
  const all = edited.filter(({ of }) => isLater || !of.isPassing);
  const difference = worse.pages - better.pages;
  const replays = new Replays(engine, worse, isLater, order.upTo);
  const findings = (more: Pick<BisectFindings, 'ended'> & Partial<BisectFindings>): BisectFindings => ({
    nights: Math.round(millisBetween(worse.from, worse.to) / duration.day),
    better: { from: better.from, to: better.to, pages: better.pages },
    worse: { from: worse.from, to: worse.to, pages: worse.pages },
    replayed: null,
    changed: all.length,
    leftOut: 0,
    named: [],
    runs: replays.runs,
    ...more,
  });
  if (difference <= 0) return findings({ ended: 'equal' });
  if (all.length === 0) return findings({ ended: 'signals' });
  const firstTwo = yield* replays.count([[], all]);
  if (firstTwo === null) return findings({ ended: 'time' });
  const [asIs, undone] = firstTwo as [number, number];
  const replayed = { asIs, undone };
  if (asIs - undone < limits.goesOn * difference) return findings({ ended: 'signals', replayed });
  const { footprint, impossible } = replays;
  const suspectOf = (one: Edited): Suspected => ({ key: one.key, services: footprint.servicesOf(one), edited: one });
  const everyone = all.map(suspectOf);
  const suspects = everyone.filter(({ services, edited: one }) => services.length > 0 && !impossible.has(one));
  const sharing = footprint.sharing();
  const rounds = halve({ suspects, all: everyone, sharing, asIs, undone, difference, runs: replays.runs, isOutOfTime });
  for (let round = rounds.next(); ;) {
    if (round.done) {
      const { named, ended } = round.value;
      return findings({ ended, replayed, leftOut: all.length - suspects.length, named: named.map(share) });
    }
    round = rounds.next(yield* replays.count(round.value.map((some) => some.map(({ edited: one }) => one))));
  }
};
