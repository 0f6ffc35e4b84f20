import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Message } from '../decide/decider.js';
import { deriveId } from '../ids.js';
import { splitIntoParts, fallbackId, type Plan, type PlannedCommand } from './process.js';
import type { EventRun, Gathering } from '../registry.js';

/** Events that are decided together. Making their command may fail. */
export interface Run extends Plan {
  /** Exclusive. */
  readonly from: number;
  readonly events: readonly Recorded[];
  /** The command that records the event as passed over, for when not even the fallback can be decided. */
  readonly passedOver: () => PlannedCommand | undefined;
}

/** Undefined for a single event. */
export const halvesOf = (gathering: Gathering, { from, events }: Run): readonly [Run, Run] | undefined => {
  if (events.length < 2) return undefined;
  const half = Math.ceil(events.length / 2);
  const [first, second] = [events.slice(0, half), events.slice(half)];
  return [runOf(gathering, from, first), runOf(gathering, first.at(-1)!.ordinal, second)];
};

const runOf = (gathering: Gathering, from: number, events: readonly Recorded[]): Run => {
  const [first, last] = [events[0]!, events.at(-1)!];
  const { at, correlationId } = first.meta;
  const run: EventRun = { from, upTo: last.ordinal, events };
  const commandId = deriveId(at, gathering.type, first.id, last.id);
  const planCommand = (command: Message, id: string): PlannedCommand => ({ command, commandId: id, causationId: last.id, correlationId });
  const isAll = (decidedFacts: readonly Message[]): boolean => decidedFacts.length > 0 && gathering.isWhole(decidedFacts, last.ordinal);
  const isAlone = events.length === 1;
  return {
    from,
    events,
    commandId,
    planned: () => splitIntoParts(planCommand(gathering.command(run), commandId), at, isAll),
    fallback: () => (isAlone && gathering.instead ? planCommand(gathering.instead(run), fallbackId(at, commandId)) : undefined),
    passedOver: () =>
      isAlone && gathering.passOver ? planCommand(gathering.passOver(run), deriveId(at, commandId, 'passed over')) : undefined,
  };
};

export const runAlone = (gathering: Gathering, event: Recorded): Run => runOf(gathering, event.ordinal - 1, [event]);

/** An event that can’t be measured counts as the bound and so ends its run: it is decided soon, and alone when the run fails. */
const measureEvent = ({ of, most }: Gathering['bounds'][number], event: Recorded): number => {
  try {
    return of(event as never);
  } catch {
    return most;
  }
};

/**
 * Splits the events after `from` (an ordinal, exclusive) into runs; skips other types and earlier events, with which a page may begin. A command’s id
 * derives from the first and the last event of its run.
 */
export const runsOf = (gathering: Gathering, events: readonly Recorded[], from: number): readonly Run[] => {
  const runs: Run[] = [];
  let run: Recorded[] = [];
  let sums = gathering.bounds.map(() => 0);
  let after = from;
  const end = (): void => {
    const last = run.at(-1);
    if (!last) return;
    runs.push(runOf(gathering, after, run));
    after = last.ordinal;
    run = [];
    sums = gathering.bounds.map(() => 0);
  };
  for (const event of events) {
    if (event.type !== gathering.type || event.ordinal <= from) continue;
    run.push(event);
    sums = gathering.bounds.map((bound, n) => sums[n]! + measureEvent(bound, event));
    if (gathering.bounds.some(({ most }, n) => sums[n]! >= most)) end();
  }
  end();
  return runs;
};
