import type { Recorded } from '@tocsin/contracts/envelope.js';
import { mostTries, restAfter } from './failure.js';
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
 * What a reactor does with the events after `from` (an ordinal, exclusive): runs are decided on, processes react, effects begin; what is
 * urgent of it goes first, also of what comes meanwhile. What
 * fails by its own fault is tried again after all the rest of the page, and given up at last, so that it stops nothing else.
 * Answers how many runs there were. All of it may be done again: what has been decided is known by its command id.
 */
export const pageStep = function* (domain: Domain, page: readonly Recorded[], from: number, ports: PagePorts): Step<number> {
  // what was claimed before does not wait for all that this page has decided
  for (const event of page) ports.callOut(event);
  const runs = yield* gather(domain, page, from, ports);
  const meanwhile = runs > 0 ? yield* comeMeanwhile(domain, ports) : [];
  yield* firstStep(domain, [...page, ...meanwhile], ports);
  let failing: Failing[] = [];
  for (const event of page) {
    failing.push(...(yield* reactTo(domain, event, ports)));
    if (event.type === domain.failures?.retries?.type) failing.push(...(yield* tryAgain(domain, event, ports)));
  }
  for (let tries = 1; failing.length > 0 && tries < mostTries; tries += 1) {
    yield* waited(ports.rest(restAfter(tries)));
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
  /** Waits until memory has folded what was decided. */
  folded(outcome: Outcome): MaybePromise<void>;
  /** Nothing came of it: it is not fired again until its row changes, so that it does not spin. */
  spend(due: DueTimer): void;
}

/** Sends the command of a timer that is due. The row that it came from changes when its event is folded. */
export const timerStep = function* <Outcome extends { readonly kind: string }>(due: DueTimer, ports: TimerPorts<Outcome>): Step<void> {
  const outcome = yield* waited(ports.decide(due.planned));
  if (outcome.kind === 'done') yield* waited(ports.folded(outcome));
  else ports.spend(due);
};
