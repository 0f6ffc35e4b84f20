import { z } from 'zod';
import { command, event, type Messages } from '../message.js';
import { id, instant } from '../ids.js';
import type { Examples } from '../examples.js';

/** Events of a stream `effect-<id>`: outcome of an external effect of an event that has no outcome event of its own. */
export const effectEvents = {
  EffectEnded: event(
    1,
    ['system', 'Background task ended'],
    'An effect outside the log ended: a notification was withdrawn, or a secret was deleted.',
    z.object({
      /** A page; else the event. */
      about: id,
      /** The event, and its type. */
      askedBy: id,
      type: z.string().max(100),
      /** `unneeded`: there was nothing to do. `expired`: not done in time, and no longer needed. */
      outcome: z.enum(['done', 'unneeded', 'expired']),
    }),
  ),
};
export type EffectFact = Messages<typeof effectEvents>;

/** The maximum number of failed things that one command retries. */
export const maxRetried = 50;
/** Limit of retried failures; older ones can’t be retried. */
export const maxAbandoned = 1_000;

const failed = {
  kind: z.enum(['reaction', 'run', 'timer', 'effect']),
  /** The process, the type of event, or the timer. */
  what: z.string().max(100),
  command: z.string().max(100).nullable(),
  commandId: z.string().max(100).nullable(),
  /** Stream of the timer or effect. */
  stream: z.string().max(200).nullable(),
  /** Ordinal of the causing event. */
  ordinal: z.number().int().nullable(),
};
/** A simpler command was executed instead: an alert group without alerts was opened. */
const replaced = z.boolean();

/** Facts of the stream `reactor`: leadership, downtime, abandoned reactions, and clock jumps. */
export const reactorEvents = {
  ReactorStarted: event(
    1,
    ['system', 'Server started'],
    'A server started to route, escalate and page. Attempts of an earlier epoch with an unknown outcome are repeated.',
    z.object({
      epoch: z.number().int(),
      /** The last sign of life before it; null the first time. */
      awayFrom: instant.nullable(),
      /** From here on the log has the outcomes of messages about silences, maintenance, night budgets and costs. Absent in old events. */
      tracksNotices: z.literal(true).optional(),
    }),
  ),
  ReactorProgressed: event(
    1,
    ['system', 'Progress recorded'],
    'The checkpoint of the reactor, in its metadata: recorded when it stops, and after long stretches of events that it does not react to.',
    z.object({}),
  ),
  ClockSteppedForward: event(
    1,
    ['system', 'Clock moved forward'],
    'The clock of a server was set forward by more than five minutes and stayed there for a minute: from now on it is trusted.',
    z.object({ /** What time it would have been. */ from: instant, to: instant }),
  ),
  ClockSteppedBack: event(
    1,
    ['system', 'Clock moved back'],
    'The clock of the server that pages was set back by half a minute or more. The timers of open alert groups are moved with it.',
    z.object({ /** What time it would have been. */ from: instant, to: instant }),
  ),
  ReactionFailed: event(
    1,
    ['system', 'Background task failed'],
    'A reaction to an event, or a timer, failed five times and was abandoned so that nothing else waits for it.',
    z.object({
      ...failed,
      /** The kind of error and where it came from; never its message, which may repeat a secret. */
      reason: z.string().max(200),
      tries: z.number().int(),
      replaced,
    }),
  ),
  ReactionRetryAsked: event(
    1,
    ['system', 'Retry requested'],
    'An abandoned reaction is retried, with the same command ids. It leaves the list until it fails again.',
    z.object({ failures: z.array(z.object({ /** Of the event that recorded it. */ id, ...failed, replaced })).max(maxRetried) }),
  ),
};
export type ReactorFact = Messages<typeof reactorEvents>;

export const commands = {
  RetryFailures: command(
    'Retry failed reactions',
    'failures.retry',
    z.strictObject({ /** Events that recorded it; the oldest when absent. */ failureIds: z.array(id).min(1).max(maxRetried).optional() }),
  ),
};

export const examples: Examples<typeof commands> = {
  RetryFailures: { body: {} },
};

export const events = { ...reactorEvents, ...effectEvents };
