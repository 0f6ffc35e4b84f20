import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Message } from './decider.js';
import { gathered } from './gathered.js';
import type { Batch, History } from './history.js';
import { needsOf, react, type Planned } from './process.js';
import type { Domain } from './registry.js';

/** Where a batch came from, and the command that made it. */
export interface Origin {
  readonly kind: 'reaction' | 'gathering' | 'timer' | 'input';
  readonly command: Message;
  /** The event that it followed from, where it followed from one. */
  readonly cause: Recorded | null;
}

/** What the processes ask for because of an event, with the events that they need; nothing when one of these is not on the log. */
export const reactionsTo = (domain: Domain, history: History, event: Recorded): readonly Planned[] => {
  const needed = new Map<number, Recorded>();
  for (const ordinal of needsOf(domain.processes, event)) {
    const other = history.at(ordinal);
    if (!other) return [];
    needed.set(ordinal, other);
  }
  return react(domain.processes, event, needed);
};

const ofRun = (domain: Domain, history: History, batch: Batch, last: Recorded): Message | undefined => {
  const { from, upTo } = (batch.events[0]!.data ?? {}) as { from?: number; upTo?: number };
  const gathering = domain.gatherings.find(({ type }) => type === last.type);
  if (!gathering || from === undefined || upTo === undefined) return undefined;
  const events: Recorded[] = [];
  for (let ordinal = from + 1; ordinal <= upTo; ordinal += 1) {
    const event = history.at(ordinal);
    if (event) events.push(event);
  }
  return gathered(gathering, events, from).find(({ commandId }) => commandId === batch.commandId)?.command;
};

const fromCause = (domain: Domain, history: History, batch: Batch, cause: Recorded): Origin | undefined => {
  const reaction = reactionsTo(domain, history, cause).find(({ commandId }) => commandId === batch.commandId);
  if (reaction) return { kind: 'reaction', command: reaction.command, cause };
  const command = ofRun(domain, history, batch, cause);
  return command && { kind: 'gathering', command, cause };
};

/** How a batch came about: a reaction, a run, a timer, or an input from outside; undefined when nobody asks for it. */
export const originOf = (domain: Domain, history: History, batch: Batch): Origin | undefined => {
  const { meta, stream, commandId, events } = batch;
  const cause = meta.causationId === null ? undefined : history.withId(meta.causationId);
  const caused = cause && fromCause(domain, history, batch, cause);
  if (caused) return caused;
  const timer = meta.causationId === null && meta.actor.kind === 'system' ? history.timer(stream, commandId, meta.epoch ?? 0) : undefined;
  if (timer) return { kind: 'timer', command: timer.command, cause: null };
  const [first] = events;
  if (meta.causationId !== null && !cause) return undefined;
  const input = domain.inputs[first!.type];
  return input && { kind: 'input', command: input(first!.data as never, events), cause: cause ?? null };
};
