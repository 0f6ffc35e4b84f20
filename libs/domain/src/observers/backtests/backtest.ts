import type { Acknowledgement, BacktestChange, BacktestResult } from '@tocsin/contracts/backtests/backtests.js';
import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import * as backtestLimits from '@tocsin/contracts/backtests/limits.js';
import { fill, refusals, type RefusalCode } from '@tocsin/contracts/refusals.js';
import type { Refusal } from '@tocsin/kernel/decide/refusal.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import type { SpillOptions } from '@tocsin/kernel/replay/spilling-map.js';
import { eventsBetween, type EventSource } from '@tocsin/kernel/replay/source.js';
import { runWhatIfs, type WhatIfOptions } from '@tocsin/kernel/replay/what-if.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { World } from '@tocsin/kernel/replay/world.js';
import { imaginedGroups } from '../../operation/alert-groups/shared/what-if.js';
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
export const changer: Actor = { kind: 'person', id: 'backtest', roles: ['owner'] };

/** Acknowledgements of the replays with the change. */
const assumptions = ['recorded', 'median', 'never'] as const satisfies readonly Acknowledgement[];

/**
 * Replays the recorded signals with a change from the beginning of the range on, once for each assumption about
 * acknowledgements, and once without the change. Yields how far it is, of `countEventsToRead`. Throws ChangeRefused.
 */
export const runBacktest = function* (engine: BacktestEngine, order: BacktestOrder): Generator<number, BacktestFindings, void> {
  const offsets = new Offsets();
  const { differences = new Differences() } = engine;
  let doneCount = 0;
  for (const event of eventsOf(engine.source, order)) {
    offsets.take(event);
    yield (doneCount += 1);
  }
  const { after } = order;
  const { runs, steps } = replaySideBySide(engine, order, offsets);
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done)
      return findingsOf(
        step.value.map((imagined, n) => ({ ...runs[n]!, imagined })),
        differences,
      );
    for (let counted = step.value > after ? runs.length : 1; counted > 0; counted -= 1) yield (doneCount += 1);
  }
};

const findingsOf = ([recorded, median, never, unchanged]: readonly ReplayComparison[], differences: Differences): BacktestFindings => {
  const { imagined, was, isOfImport } = recorded!;
  if (unchanged) {
    differences.keepUnchanged(unchanged);
    differences.takeChanged(recorded!);
  } else differences.takeFromHistory(recorded!);
  return {
    // what the other system would have done with the rules as they are stands in place of what an import says
    was: (isOfImport && unchanged ? unchanged.would : was).figures(),
    would: { recorded: recorded!.would.figures(), median: median!.would.figures(), never: never!.would.figures() },
    impossible: imagined.impossible.refused,
    lost: imagined.impossible.lost,
    acts: listImpossibleActs(recorded!),
    differences: differences.first(backtestLimits.backtests.page),
    differing: differences.counts,
    ...(unchanged ? { effect: differences.effect } : {}),
  };
};

/** The number of replays, each of which decides the events of the range. */
const countRuns = (change: BacktestChange | null): number => assumptions.length + (change === null ? 0 : 1);

export const countEventsToRead = ({ change, after, upTo }: Pick<BacktestOrder, 'change' | 'after' | 'upTo'>): number =>
  upTo + countRuns(change) * (upTo - after);

/** If the thing to change was created after the beginning: the instant right after its creation; null otherwise. */
export const createdAfter = (source: EventSource, order: BacktestOrder): string | null => {
  const { change, from } = order;
  for (const event of change === null ? [] : eventsOf(source, { ...order, after: 0 })) {
    if (isMadeBy(change!, event)) return event.meta.at < from ? null : addMillis(event.meta.at, 1);
  }
  return null;
};

const eventsOf = (source: EventSource, { after, upTo }: BacktestOrder): Iterable<Recorded> => eventsBetween(source, after, upTo);

/** A replay, and what is counted in it. */
interface PlannedRun extends Omit<ReplayComparison, 'imagined'> {
  readonly variant: WhatIfOptions;
}

/** Replays with the change, one for each assumption, and then one without it: that differs from history, too, so a change is compared with it. */
const replaySideBySide = (
  { domain, source, streams, differences: _, ...engine }: BacktestEngine,
  order: BacktestOrder,
  offsets: Offsets,
) => {
  const { change, after, upTo, isOfImport = false } = order;
  const spill = streams?.();
  const was = new Tally(rangeOf(order), { name: 'was', spill });
  const parts = { order, offsets, was };
  const begin = change && ((world: World) => makeChange(world, change));
  const runs = assumptions.map((assumption) => planComparedRun({ ...parts, assumption, begin, spill: streams?.() }));
  if (change !== null) runs.push(planComparedRun({ ...parts, assumption: 'recorded', begin: null, spill: streams?.() }));
  const options: WhatIfOptions = {
    ...imaginedGroups,
    ...engine,
    ...(spill ? { streams: spill } : {}),
    after,
    upTo,
    until: order.to,
    ...(isOfImport ? { outline: outlineOfTable, isDecidedElsewhere: isOfTable } : {}),
    onRecorded: (event, memory) => was.take(event, memory),
  };
  const variants = runs.map(({ variant }) => variant);
  return { runs, steps: runWhatIfs(domain, source, options, variants) };
};

const rangeOf = ({ isOfImport = false, from, to }: RunParts['order']) => ({ from: isOfImport ? from : '', to });

interface RunParts {
  readonly order: Pick<BacktestOrder, 'isOfImport' | 'from' | 'to'>;
  /** Makes the change, and says what is repeated then; null: nothing is changed. */
  readonly begin: ((world: World) => Repeats) | null;
  /** What follows at once from an event, before people: the change is made again where something else undid it. */
  readonly again?: NonNullable<WhatIfOptions['people']>;
  readonly assumption: Acknowledgement;
  readonly offsets: Offsets;
  readonly was: Tally;
  readonly spill: SpillOptions | undefined;
}

const planComparedRun = (parts: RunParts): PlannedRun => {
  const courses = new Courses(imaginedGroups.outline, parts.spill);
  return { ...planRun(parts, (event, memory) => courses.take(event, memory)), courses };
};

/** A replay that counts what it comes to. */
export const planRun = (
  { order, begin, again, assumption, offsets, was, spill }: RunParts,
  onEvent: NonNullable<WhatIfOptions['onEvent']>,
): Omit<PlannedRun, 'courses'> => {
  const { isOfImport = false } = order;
  const would = new Tally(rangeOf(order), { name: 'would', spill });
  const people = new AssumedPeople({ assumption, offsets, was, would, isOfImport });
  let actRepeater: Repeats = ({ command }) => command;
  const variant: WhatIfOptions = {
    ...(spill ? { streams: spill } : {}),
    begin: (world) => {
      if (isOfImport) assumePhones(world);
      if (begin) actRepeater = begin(world);
    },
    change: (act) => {
      const command = actRepeater(act);
      return command === null || !people.isRepeated({ ...act, command }) ? null : imaginedGroups.change({ ...act, command });
    },
    people: (event, world) => again?.(event, world) ?? people.answerTo(event, world),
    onEvent: (event, memory) => {
      would.take(event, memory);
      onEvent(event, memory);
    },
  };
  return { variant, was, would, people, isOfImport };
};

const makeChange = (world: World, change: BacktestChange): Repeats => {
  const outcome = world.run(changeAsOf(change, world), { actor: changer });
  if (outcome.kind === 'refused') throw new ChangeRefused(outcome.refused);
  return createRepeater(change);
};
