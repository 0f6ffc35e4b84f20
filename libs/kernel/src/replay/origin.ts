import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Message } from '../decide/decider.js';
import { insteadOf } from '../react/failure.js';
import { runsOf } from '../react/gathered.js';
import type { Batch, History } from './history.js';
import type { PlannedTimers } from './planned-timers.js';
import { needsOf, plansBy, reacting, type AnyProcess, type Plan, type Planned } from '../react/process.js';
import type { Domain } from '../registry.js';

/** Origin of a batch, and the command that made it. */
export interface Origin {
  readonly kind: 'reaction' | 'gathering' | 'timer' | 'input';
  readonly command: Message;
  /** The event that it followed from; null when there is none. */
  readonly cause: Recorded | null;
  /** When it was due: the timer’s time, or else when its cause was recorded. */
  readonly dueAt: string;
}

/** A command that can’t be made now could not be made then either: takes its fallback. */
const workedOut = (plan: Plan): Planned | undefined => {
  try {
    return plan.planned();
  } catch {
    return plan.instead();
  }
};

/** Commands of the processes for an event, with the events that they need; none when one of these is not on the log. */
export const reactionsTo = (domain: Domain, history: History, event: Recorded): readonly Planned[] => {
  const planned: Planned[] = [];
  for (const process of reacting(domain.processes, event.type)) {
    const needed = new Map<number, Recorded>();
    for (const ordinal of needsOf(process, event)) {
      const other = history.at(ordinal);
      if (!other) return [];
      needed.set(ordinal, other);
    }
    planned.push(...plansOrNone(process, event, needed).flatMap((plan) => workedOut(plan) ?? []));
  }
  return planned;
};

/** A process that throws now also threw then and issued nothing; a recorded batch of it is then reported as without origin. */
const plansOrNone = (process: AnyProcess, event: Recorded, needed: ReadonlyMap<number, Recorded>): readonly Plan[] => {
  try {
    return plansBy(process, event, needed);
  } catch {
    return [];
  }
};

/** At most this many parts of one command are searched. */
const most = 10_000;

/** The part with this id, of a command that is decided in parts. */
const partWithId = (planned: readonly Planned[], commandId: string): Planned | undefined => {
  let parts: readonly Planned[] = planned;
  for (let n = 0; parts.length > 0 && n < most; n += 1) {
    const found = parts.find((part) => part.commandId === commandId);
    if (found) return found;
    parts = parts.flatMap((part) => part.rest?.([]) ?? []);
  }
  return undefined;
};

/** The planned command, or its fallback, whose id is the one that was decided. */
const asDecided = (domain: Domain, planned: readonly Planned[], at: string, id: string): Planned | undefined => {
  const found = partWithId(planned, id);
  if (found || !domain.failures) return found;
  for (const one of planned) {
    const instead = insteadOf(domain.failures, one, at);
    if (instead?.commandId === id) return instead;
  }
  return undefined;
};

const ofRun = (domain: Domain, history: History, batch: Batch, last: Recorded): Message | undefined => {
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
  const done = [workedOut(run), run.instead(), run.passedOver()].flatMap((planned) => planned ?? []);
  return partWithId(done, batch.commandId)?.command;
};

const fromCause = (domain: Domain, history: History, batch: Batch, cause: Recorded): Origin | undefined => {
  const reaction = asDecided(domain, reactionsTo(domain, history, cause), cause.meta.at, batch.commandId);
  if (reaction) return { kind: 'reaction', command: reaction.command, cause, dueAt: cause.meta.at };
  const command = ofRun(domain, history, batch, cause);
  return command && { kind: 'gathering', command, cause, dueAt: cause.meta.at };
};

/** Origin of a batch: a reaction, a run, a timer, or external input; undefined when nothing requested it. */
export const originOf = (domain: Domain, history: History, timers: PlannedTimers, batch: Batch): Origin | undefined => {
  const { meta } = batch;
  const cause = meta.causationId === null ? undefined : history.withId(meta.causationId);
  const caused = cause && fromCause(domain, history, batch, cause);
  if (caused) return caused;
  const timer = meta.actor.kind === 'system' ? timers.of(batch) : undefined;
  if (timer) return { kind: 'timer', command: timer.planned.command, cause: cause ?? null, dueAt: timer.timer.dueAt };
  if (meta.causationId !== null && !cause) return undefined;
  const command = inputBehind(domain, batch);
  return command && { kind: 'input', command, cause: cause ?? null, dueAt: meta.at };
};

/** The act of a person or the answer of a provider that made a batch; undefined when its first fact follows from others only. */
export const inputBehind = ({ inputs }: Domain, { events, meta }: Batch): Message | undefined => {
  const [first] = events;
  return inputs[first!.type]?.(first!.data as never, events, meta.actor);
};
