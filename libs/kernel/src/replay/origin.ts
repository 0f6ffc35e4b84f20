import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Message } from '../decide/decider.js';
import { fallbackOf } from '../react/failure.js';
import { runsOf } from '../react/event-runs.js';
import type { Batch, History } from './history.js';
import type { PlannedTimers } from './planned-timers.js';
import { needsOf, planReaction, reactingProcesses, type AnyProcess, type Plan, type PlannedCommand } from '../react/process.js';
import type { Domain } from '../registry.js';

export interface Origin {
  readonly kind: 'reaction' | 'gathering' | 'timer' | 'input';
  readonly command: Message;
  readonly cause: Recorded | null;
  /** The timer’s time, or else when the cause was recorded. */
  readonly dueAt: string;
}

/** A command that can’t be made now could not be made then either: takes its fallback. */
const planOrUndefined = (plan: Plan): PlannedCommand | undefined => {
  try {
    return plan.planned();
  } catch {
    return plan.fallback();
  }
};

/** Commands of the processes for an event; none when an event that they need is not on the log. */
export const planReactions = (domain: Domain, history: History, event: Recorded): readonly PlannedCommand[] => {
  const plannedCommands: PlannedCommand[] = [];
  for (const process of reactingProcesses(domain.processes, event.type)) {
    const neededEvents = new Map<number, Recorded>();
    for (const ordinal of needsOf(process, event)) {
      const other = history.at(ordinal);
      if (!other) return [];
      neededEvents.set(ordinal, other);
    }
    plannedCommands.push(...planOrNone(process, event, neededEvents).flatMap((plan) => planOrUndefined(plan) ?? []));
  }
  return plannedCommands;
};

/** A process that throws now also threw then and issued nothing; a recorded batch of it is then reported as without origin. */
const planOrNone = (process: AnyProcess, event: Recorded, neededEvents: ReadonlyMap<number, Recorded>): readonly Plan[] => {
  try {
    return planReaction(process, event, neededEvents);
  } catch {
    return [];
  }
};

const maxParts = 10_000;

/** Searches these commands, their parts, and what records their refusal. */
const findPart = (planned: readonly PlannedCommand[], commandId: string): PlannedCommand | undefined => {
  let parts: readonly PlannedCommand[] = planned;
  for (let n = 0; parts.length > 0 && n < maxParts; n += 1) {
    const found = parts.find((part) => part.commandId === commandId);
    if (found) return found;
    parts = parts.flatMap(({ rest, ifRefused, next }) => [rest?.([]), ifRefused, next].filter((one) => one !== undefined));
  }
  return undefined;
};

const findDecided = (domain: Domain, plannedCommands: readonly PlannedCommand[], at: string, id: string): PlannedCommand | undefined => {
  const match = findPart(plannedCommands, id);
  if (match || !domain.failures) return match;
  for (const one of plannedCommands) {
    const fallback = fallbackOf(domain.failures, one, at);
    if (fallback?.commandId === id) return fallback;
  }
  return undefined;
};

const planRun = (domain: Domain, history: History, batch: Batch, last: Recorded): Message | undefined => {
  const { from } = (batch.events[0]!.data ?? {}) as { from?: number };
  const gathering = domain.gatherings.find(({ type }) => type === last.type);
  if (!gathering || from === undefined) return undefined;
  const events: Recorded[] = [];
  for (let ordinal = from + 1; ordinal <= last.ordinal; ordinal += 1) {
    const event = history.at(ordinal);
    if (event) events.push(event);
  }
  const [run] = runsOf(gathering, events, from);
  if (!run) return undefined;
  const plannedRuns = [planOrUndefined(run), run.fallback(), run.passedOver()].flatMap((planned) => planned ?? []);
  return findPart(plannedRuns, batch.commandId)?.command;
};

const originFromCause = (domain: Domain, history: History, batch: Batch, cause: Recorded): Origin | undefined => {
  const reaction = findDecided(domain, planReactions(domain, history, cause), cause.meta.at, batch.commandId);
  if (reaction) return { kind: 'reaction', command: reaction.command, cause, dueAt: cause.meta.at };
  const command = planRun(domain, history, batch, cause);
  return command && { kind: 'gathering', command, cause, dueAt: cause.meta.at };
};

/** Undefined when nothing requested the batch. */
export const originOf = (domain: Domain, history: History, timers: PlannedTimers, batch: Batch): Origin | undefined => {
  const { meta } = batch;
  const cause = meta.causationId === null ? undefined : history.withId(meta.causationId);
  const caused = cause && originFromCause(domain, history, batch, cause);
  if (caused) return caused;
  const timer = meta.actor.kind === 'system' ? timers.of(batch) : undefined;
  if (timer) return { kind: 'timer', command: timer.planned.command, cause: cause ?? null, dueAt: timer.timer.dueAt };
  if (meta.causationId !== null && !cause) return undefined;
  const command = inputBehind(domain, batch);
  return command && { kind: 'input', command, cause: cause ?? null, dueAt: meta.at };
};

/** The act of a person or the answer of a provider that made a batch; undefined when its first fact only follows from others. */
export const inputBehind = ({ inputs }: Domain, { events, meta }: Batch): Message | undefined => {
  const [first] = events;
  return inputs[first!.type]?.(first!.data as never, events, meta.actor);
};
