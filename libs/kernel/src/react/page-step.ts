import type { Recorded } from '@tocsin/contracts/envelope.js';
import { maxTries, backOffAfter } from './failure.js';
import { comeMeanwhile, firstStep, reactTo } from './first-step.js';
import { gather } from './gathering-step.js';
import type { Failing } from './failing.js';
import { giveUp } from './give-up.js';
import type { PagePorts } from './page-ports.js';
import type { Planned } from './process.js';
import type { Domain } from '../registry.js';
import { tryAgain } from './retry-step.js';
import { waited, type MaybePromise, type Step } from '../step.js';
import type { DueTimer } from './timers.js';

/**
 * Handles the events after `from` (an ordinal, exclusive): decides runs, lets processes react, starts effects. Urgent commands go first, including
 * those of events that arrive meanwhile. Work that fails by its own fault is retried after the rest of the page and finally abandoned, so that it
 * blocks nothing else. Returns the number of runs. The whole step may be repeated: decided commands are recognised by their ids.
 */
export const pageStep = function* (domain: Domain, page: readonly Recorded[], from: number, ports: PagePorts): Step<number> {
  // calls that were claimed earlier must not wait for everything that this page decides
  for (const event of page) ports.callOut(event);
  const runs = yield* gather(domain, page, from, ports);
  const meanwhile = runs > 0 ? yield* comeMeanwhile(domain, ports) : [];
  yield* firstStep(domain, [...page, ...meanwhile], ports);
  let failing: Failing[] = [];
  for (const event of page) {
    failing.push(...(yield* reactTo(domain, event, ports)));
    if (event.type === domain.failures?.retries?.type) failing.push(...(yield* tryAgain(domain, event, ports)));
  }
  for (let tries = 1; failing.length > 0 && tries < maxTries; tries += 1) {
    yield* waited(ports.rest(backOffAfter(tries)));
    const again: Failing[] = [];
    for (const one of failing) again.push(...(yield* one.again()));
    failing = again;
  }
  for (const one of failing) yield* giveUp(domain, one, ports);
  ports.ahead.pageEnds();
  return runs;
};

export interface TimerPorts<Outcome> {
  decide(planned: Planned): MaybePromise<Outcome>;
  /** Waits until memory has folded the decided events. */
  folded(outcome: Outcome): MaybePromise<void>;
  /** The command came to nothing: the timer is not fired again until its row changes, so that it does not spin. */
  spend(due: DueTimer): void;
}

/** Sends the command of a due timer. The row that planned it changes once the event is folded. */
export const timerStep = function* <Outcome extends { readonly kind: string }>(due: DueTimer, ports: TimerPorts<Outcome>): Step<void> {
  const outcome = yield* waited(ports.decide(due.planned));
  if (outcome.kind === 'done') yield* waited(ports.folded(outcome));
  else ports.spend(due);
};
