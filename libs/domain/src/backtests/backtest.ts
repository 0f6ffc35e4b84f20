import type { Acknowledgement, BacktestChange, BacktestResult } from '@tocsin/contracts/backtests.js';
import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import { limits } from '@tocsin/contracts/limits.js';
import { fill, refusals, type RefusalCode } from '@tocsin/contracts/refusals.js';
import type { Refusal } from '@tocsin/kernel/decide/refusal.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import type { SpillOptions } from '@tocsin/kernel/replay/spilling-map.js';
import type { EventSource } from '@tocsin/kernel/replay/source.js';
import { runWhatIf, type WhatIfOptions } from '@tocsin/kernel/replay/what-if.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { World } from '@tocsin/kernel/replay/world.js';
import { imaginedGroups } from '../alert-groups/shared/what-if.js';
import { listImpossibleActs } from './acts.js';
import { changeAsOf, isMadeBy, createRepeater, type Repeats } from './change-types.js';
import { AssumedPeople } from './assumed-people.js';
import { Courses } from './courses.js';
import { Differences, type ReplayComparison } from './differences.js';
import { assumePhones, isOfTable, outlineOfTable } from './imported.js';
import { Offsets } from './offsets.js';
import { Tally } from './tally.js';

/** The change can’t be made at the beginning of the range. */
export class ChangeRefused extends Error {
  constructor(readonly refusal: Refusal) {
    const { says } = refusals[refusal.code as RefusalCode];
    super(`The change could not have been made at the start of the period: ${fill(says, refusal.params)}`);
  }
}

export interface BacktestOrder {
  readonly change: BacktestChange | null;
  readonly from: string;
  readonly to: string;
  /** The range: events after the first ordinal, up to the last. */
  readonly after: number;
  readonly upTo: number;
  /** The log of another system: see `imported.ts`. */
  readonly isOfImport?: boolean;
}

export interface BacktestEngine extends Pick<WhatIfOptions, 'written' | 'window' | 'keeps' | 'tolerance'> {
  /** A new, empty store for each run: one run must not read the data of another. */
  readonly streams?: () => SpillOptions;
  /** Filled with all differences; the result has the first page of them. */
  readonly differences?: Differences;
  readonly domain: Domain;
  readonly source: EventSource;
}

export type BacktestFindings = Omit<BacktestResult, 'pin'>;

/** The change of a backtest is made by an imaginary owner, so that the person who asks needs no right to it. */
const changer: Actor = { kind: 'person', id: 'backtest', roles: ['owner'] };

/**
 * Replays the recorded signals with a change from the beginning of the range on, once for each assumption about
 * acknowledgements, and once without the change. Yields how many events were read, of `countEventsToRead`. Throws ChangeRefused.
 */
export const runBacktest = function* (engine: BacktestEngine, order: BacktestOrder): Generator<number, BacktestFindings, void> {
  const offsets = new Offsets();
  const { differences = new Differences() } = engine;
  let doneCount = 0;
  for (const event of eventsOf(engine.source, order)) {
    offsets.take(event);
    yield (doneCount += 1);
  }
  // only the result of a run is kept: its world can be freed before the next run begins
  const run = function* <Left>(
    change: BacktestChange | null,
    acknowledgement: Acknowledgement,
    collect: (run: Run) => Left,
  ): Generator<number, Left, void> {
    const steps = runReplay(engine, { ...order, change }, offsets, acknowledgement);
    for (;;) {
      const step = steps.next();
      if (step.done) return collect(step.value);
      yield (doneCount += 1);
    }
  };
  const { change } = order;
  // replaying history is a difference of its own, so a change is compared with a replay without it
  const unchanged = change === null ? {} : yield* run(null, 'recorded', (finishedRun) => keepUnchanged(finishedRun, differences));
  const found = { ...(yield* run(change, 'recorded', (finishedRun) => findingsOf(finishedRun, differences, change))), ...unchanged };
  const median = yield* run(change, 'median', ({ would }) => would.figures());
  const neverFigures = yield* run(change, 'never', ({ would }) => would.figures());
  const differenceLists = { differences: differences.first(limits.backtests.page), differing: differences.counts };
  return { ...found, ...differenceLists, would: { recorded: found.would, median, never: neverFigures } };
};

/** In an import, what the other system would have done with the rules as they are stands in place of what was recorded. */
const keepUnchanged = (run: Run, differences: Differences): Partial<Pick<BacktestFindings, 'was'>> => {
  differences.keepUnchanged(run);
  return run.isOfImport ? { was: run.would.figures() } : {};
};

const findingsOf = (run: Run, differences: Differences, change: BacktestChange | null) => {
  if (change === null) differences.takeFromHistory(run);
  else differences.takeChanged(run);
  return {
    was: run.was.figures(),
    would: run.would.figures(),
    impossible: run.imagined.impossible.refused,
    lost: run.imagined.impossible.lost,
    acts: listImpossibleActs(run),
  };
};

export const countEventsToRead = ({ change, after, upTo }: Pick<BacktestOrder, 'change' | 'after' | 'upTo'>): number =>
  upTo - after + (change === null ? 3 : 4) * upTo;

/** If the thing to change was created after the beginning: the instant right after its creation; null otherwise. */
export const createdAfter = (source: EventSource, order: BacktestOrder): string | null => {
  const { change, from } = order;
  for (const event of change === null ? [] : eventsOf(source, { ...order, after: 0 })) {
    if (isMadeBy(change!, event)) return event.meta.at < from ? null : addMillis(event.meta.at, 1);
  }
  return null;
};

const eventsOf = function* (source: EventSource, { after, upTo }: BacktestOrder): Iterable<Recorded> {
  for (let ordinal = after; ;) {
    const page = source.after(ordinal).filter((event) => event.ordinal <= upTo);
    if (page.length === 0) return;
    yield* page;
    ordinal = page.at(-1)!.ordinal;
  }
};

type Run = ReplayComparison;

const runReplay = function* (
  { domain, source, streams, differences: _, ...engine }: BacktestEngine,
  order: BacktestOrder,
  offsets: Offsets,
  acknowledgement: Acknowledgement,
): Generator<number, Run, void> {
  const { change, after, upTo, isOfImport = false } = order;
  const spill = streams?.();
  const range = { from: isOfImport ? order.from : '', to: order.to };
  const [was, would] = [new Tally(range, { name: 'was', spill }), new Tally(range, { name: 'would', spill })];
  const people = new AssumedPeople({ assumption: acknowledgement, offsets, was, would, isOfImport });
  const courses = new Courses(imaginedGroups.outline, spill);
  let actRepeater: Repeats = ({ command }) => command;
  const imaginedRun = yield* runWhatIf(domain, source, {
    ...imaginedGroups,
    ...engine,
    ...(spill ? { streams: spill } : {}),
    after,
    upTo,
    until: order.to,
    ...(isOfImport ? { outline: outlineOfTable, isDecidedElsewhere: isOfTable } : {}),
    begin: (world) => {
      if (isOfImport) assumePhones(world);
      if (change) actRepeater = makeChange(world, change);
    },
    change: (act) => {
      const command = actRepeater(act);
      return command === null || !people.isRepeated({ ...act, command }) ? null : imaginedGroups.change({ ...act, command });
    },
    people: (event, world) => people.answerTo(event, world),
    onEvent: (side, event, memory) => {
      (side === 'was' ? was : would).take(event, memory);
      if (side === 'would') courses.take(event, memory);
    },
  });
  return { imagined: imaginedRun, was, would, courses, people, isOfImport };
};

const makeChange = (world: World, change: BacktestChange): Repeats => {
  const outcome = world.run(changeAsOf(change, world), { actor: changer });
  if (outcome.kind === 'refused') throw new ChangeRefused(outcome.refused);
  return createRepeater(change);
};
