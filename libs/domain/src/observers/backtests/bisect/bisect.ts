import type { BisectedChange, BisectResult } from '@tocsin/contracts/backtests/bisect.js';
import { duration } from '@tocsin/contracts/duration.js';
import { bisect as limits } from '@tocsin/contracts/backtests/limits.js';
import type { SpillOptions } from '@tocsin/kernel/replay/spilling-map.js';
import { eventsBetween } from '@tocsin/kernel/replay/source.js';
import { foldStart, runWhatIfs, type FoldedStart, type WhatIfOptions } from '@tocsin/kernel/replay/what-if.js';
import { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import { addMillis, millisBetween } from '@tocsin/kernel/time.js';
import { imaginedGroups } from '../../../operation/alert-groups/shared/what-if.js';
import { planRun, type BacktestEngine } from '../backtest.js';
import { Offsets } from '../offsets.js';
import { findLastBefore } from '../range.js';
import { Tally } from '../tally.js';
import { Edits, fieldsChanged, Undoing, type Edited } from './edits.js';
import { Footprint } from './footprint.js';
import { halve, type Share, type Suspect, type Undone } from './halving.js';

export interface BisectOrder {
  /** One period, and the beginning of another one of equal length. */
  readonly from: string;
  readonly to: string;
  readonly against: string;
  readonly upTo: number;
}

export interface BisectEngine extends Omit<BacktestEngine, 'differences'> {
  /** Whether the processor time is used up: then it ends with what is known. */
  readonly isOutOfTime?: () => boolean;
}

interface Period {
  readonly from: string;
  readonly to: string;
}

interface Counted extends Period {
  readonly pages: number;
  /** How long people took to acknowledge in it. */
  readonly offsets: Offsets;
}

interface Scanned {
  readonly better: Counted;
  readonly worse: Counted;
  readonly edited: readonly Edited[];
}

const isIn = ({ from, to }: Period, at: string): boolean => at >= from && at < to;

/** Steps, at most: both periods are read, then up to the worse one, then that for each round. */
export const countBisectSteps = (source: BacktestEngine['source'], { from, to, upTo }: BisectOrder): number => {
  const [after, last] = [from, to].map((instant) => findLastBefore(source, instant, upTo)) as [number, number];
  return 2 * upTo + (limits.runs / 2) * (last - after);
};

/** Reads both periods once: night pages, response times, and what was changed from the earlier one’s beginning to the later one’s end. */
const scan = function* ({ domain, source, streams }: BisectEngine, order: BisectOrder): Generator<number, Scanned, void> {
  const { from, to, against } = order;
  const starts = [against, from].toSorted() as [string, string];
  const length = millisBetween(from, to);
  const [earlier, later] = starts.map((start) => ({ from: start, to: addMillis(start, length) })) as [Period, Period];
  const counts = [earlier, later].map((period) => ({
    period,
    tally: new Tally(period, { name: 'was', spill: streams?.() }),
    offsets: new Offsets(),
  }));
  const memory = new MemoryRows(domain.memory);
  const edits = new Edits();
  const last = findLastBefore(source, later.to, order.upTo);
  for (const event of eventsBetween(source, 0, last)) {
    const { at } = event.meta;
    edits.take(event, memory, at >= earlier.from && at < later.to);
    for (const { period, tally, offsets } of counts) {
      if (!isIn(period, at)) continue;
      tally.take(event, memory);
      offsets.take(event);
    }
    yield event.ordinal;
  }
  const [first, second] = counts.map(({ period, tally, offsets }) => ({ ...period, offsets, pages: tally.figures().inSleepHours })) as [
    Counted,
    Counted,
  ];
  const [better, worse] = first.pages > second.pages ? [second, first] : [first, second];
  return { better, worse, edited: edits.list() };
};

/** Replays that share the memory of a thread. */
const sideBySide = 4;
const eventsBetweenLooks = 500;

const spillTo = (spill: SpillOptions | undefined): Pick<WhatIfOptions, 'streams'> => (spill ? { streams: spill } : {});

/** Replays the worse period from one folded start, with other changes undone each time. */
class Replays {
  runs = 0;
  readonly footprint = new Footprint();
  readonly impossible = new Set<Edited>();
  private folded: FoldedStart | undefined;
  private readonly after: number;
  private readonly upTo: number;

  constructor(
    private readonly engine: BisectEngine,
    private readonly worse: Counted,
    private readonly isLater: boolean,
    upTo: number,
  ) {
    this.after = findLastBefore(engine.source, worse.from, upTo);
    this.upTo = findLastBefore(engine.source, worse.to, upTo);
  }

  /** Night pages of each; null: the time was up before they were through. Yields once for each event. */
  *count(undone: readonly Undone<Edited>[]): Generator<number, readonly number[] | null, void> {
    const pages: number[] = [];
    for (let n = 0; n < undone.length; n += sideBySide) {
      const together = yield* this.countTogether(undone.slice(n, n + sideBySide));
      if (together === null) return null;
      pages.push(...together);
    }
    return pages;
  }

  private *countTogether(undone: readonly Undone<Edited>[]): Generator<number, readonly number[] | null, void> {
    const { domain, source, streams, isOutOfTime = () => false, ...engine } = this.engine;
    const { from, to, offsets } = this.worse;
    const options: WhatIfOptions = {
      ...imaginedGroups,
      outline: () => undefined,
      ...engine,
      after: this.after,
      upTo: this.upTo,
      until: to,
    };
    const spills = undone.map(() => streams?.());
    this.folded ??= yield* foldStart(domain, source, { ...options, ...spillTo(streams?.()) });
    const shared = streams?.();
    const was = new Tally({ from: '', to }, { name: 'was', spill: shared });
    const runs = undone.map((edited, n) => {
      const undoing = new Undoing(edited, this.isLater);
      return planRun(
        {
          order: { from, to },
          begin: (world) => undoing.begin(world, (one) => this.impossible.add(one)),
          again: (event, world) => undoing.again(event, world),
          assumption: 'recorded',
          offsets,
          was,
          spill: spills[n],
        },
        (event, memory) => this.footprint.take(event, memory),
      );
    });
    const steps = runWhatIfs(
      domain,
      source,
      { ...options, ...spillTo(shared), onRecorded: (event, memory) => was.take(event, memory) },
      runs.map(({ variant }) => variant),
      this.folded,
    );
    let isOver = isOutOfTime();
    for (let step = steps.next(); !step.done && !isOver; step = steps.next()) {
      yield step.value;
      isOver = step.value % eventsBetweenLooks === 0 && isOutOfTime();
    }
    this.runs += runs.length;
    const pages = isOver ? null : runs.map(({ would }) => would.figures().inSleepHours);
    for (const spill of [shared, ...spills]) spill?.store.close?.();
    return pages;
  }
}

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
