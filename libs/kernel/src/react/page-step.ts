import type { Recorded } from '@tocsin/contracts/envelope.js';
import { maxTries, backOffOf } from './failure.js';
import { runUrgentReactions, runLeadingCommands, runReactions } from './first-step.js';
import { gather } from './gathering-step.js';
import type { RetryableFailure } from './retryable-failure.js';
import { giveUp } from './give-up.js';
import type { PagePorts } from './page-ports.js';
import type { PlannedCommand } from './process.js';
import type { Domain } from '../registry.js';
import { retryAll } from './retry.js';
import { waitFor, type MaybePromise, type Step } from '../step.js';
import type { DueTimer } from './timers.js';

/**
 * Handles the events after `from` (an ordinal, exclusive): decides runs, lets processes react, starts effects. Urgent commands go first, including those
 * of events that arrive meanwhile. Work that fails by its own fault is retried after the rest of the page and finally abandoned, so that it blocks
 * nothing else. Returns the number of runs. May be repeated: decided commands are recognised by their ids.
 */
export const handlePage = function* (domain: Domain, page: readonly Recorded[], from: number, ports: PagePorts): Step<number> {
  // calls that were claimed earlier must not wait for what this page decides
  for (const event of page) ports.callOut(event);
  const runs = yield* gather(domain, page, from, ports);
  // the page is complete up to its end; events read ahead of the next page may not be
  for (const { type } of domain.gatherings) ports.ahead.noteRun(type, page.at(-1)?.ordinal ?? 0);
  const urgentCount = runs > 0 ? yield* runUrgentReactions(domain, ports) : [];
  yield* runLeadingCommands(domain, [...page, ...urgentCount], ports);
  let openFailures: RetryableFailure[] = [];
  for (const event of page) {
    openFailures.push(...(yield* runReactions(domain, event, ports)));
    if (event.type === domain.failures?.retries?.type) openFailures.push(...(yield* retryAll(domain, event, ports)));
  }
  for (let tries = 1; openFailures.length > 0 && tries < maxTries; tries += 1) {
    yield* waitFor(ports.pause(backOffOf(tries)));
    const newFailures: RetryableFailure[] = [];
    for (const one of openFailures) newFailures.push(...(yield* one.retry()));
    openFailures = newFailures;
  }
  for (const one of openFailures) yield* giveUp(domain, one, ports);
  ports.ahead.endPage();
  return runs;
};

export interface TimerPorts<Outcome> {
  decide(plannedCommand: PlannedCommand): MaybePromise<Outcome>;
  folded(outcome: Outcome): MaybePromise<void>;
  /** The command came to nothing: the timer is not fired again until its row changes, so that it does not spin. */
  spend(due: DueTimer): void;
}

/** The row that planned the timer changes once the event is folded. */
export const fireTimer = function* <Outcome extends { readonly kind: string }>(due: DueTimer, ports: TimerPorts<Outcome>): Step<void> {
  const outcome = yield* waitFor(ports.decide(due.planned));
  if (outcome.kind === 'done') yield* waitFor(ports.folded(outcome));
  else ports.spend(due);
};
