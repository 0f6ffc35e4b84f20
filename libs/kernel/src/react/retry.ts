import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { RetryRequest, RetryTarget } from './failure.js';
import { runAlone } from './event-runs.js';
import type { RetryableFailure } from './retryable-failure.js';
import type { PagePorts } from './page-ports.js';
import { runReaction } from './reaction-step.js';
import type { Domain } from '../registry.js';
import { decideRun } from './run-step.js';
import { waitFor, type Step } from '../step.js';

type RetryStep = (domain: Domain, failure: RetryTarget, cause: Recorded, ports: PagePorts) => Step<readonly RetryableFailure[]>;

/** A process, gathering or effect that no longer exists is skipped: the rules have changed since. */
const retryByKind: { readonly [K in Exclude<RetryTarget['kind'], 'timer'>]: RetryStep } = {
  *reaction({ processes }, { what, commandId }, cause, ports) {
    const process = processes.find(({ name }) => name === what);
    return process ? yield* runReaction(process, cause, ports, (id) => commandId === null || id === commandId) : [];
  },
  *run(domain, { what }, cause, ports) {
    const gathering = domain.gatherings.find(({ type }) => type === what);
    if (gathering) yield* decideRun(domain, gathering, runAlone(gathering, cause), 1, ports);
    return [];
  },
  // an effect that memory still lists as open has been started by that already
  *effect(_domain, _failure, cause, ports) {
    ports.callOut(cause);
    yield* [];
    return [];
  },
};

/** Reads the cause of one failure at a time: if reading fails, nothing else is read again for it. */
const retryFailure = function* (
  domain: Domain,
  request: Recorded,
  failure: RetryTarget,
  ports: PagePorts,
): Step<readonly RetryableFailure[]> {
  const { kind, what, stream, ordinal, commandId } = failure;
  if (kind === 'timer') {
    ports.fireAgain(stream ?? '', what);
    return [];
  }
  if (ordinal === null) return [];
  let cause: Recorded | undefined;
  try {
    [cause] = yield* waitFor(ports.events([ordinal]));
  } catch (fault) {
    if (ports.isWaitedOut(fault)) throw fault;
    const plan = commandId === null ? {} : { plan: { commandId, fallback: () => undefined } };
    const again = (): Step<readonly RetryableFailure[]> => retryFailure(domain, request, failure, ports);
    return [{ kind, what, stream, cause: { ...request, ordinal }, planned: null, ...plan, fault, retry: again }];
  }
  return cause ? yield* retryByKind[kind](domain, failure, cause, ports) : [];
};

/**
 * Retries what was given up, under the same command ids, so that what was decided meanwhile is recognised. A failure that was replaced by a fallback is
 * skipped. A retry is not repeated when its page is: with a log that fails now and then, a long list still gets through.
 */
export const retryAll = function* (domain: Domain, request: Recorded, ports: PagePorts): Step<readonly RetryableFailure[]> {
  const all: RetryableFailure[] = [];
  for (const failure of (request.data as RetryRequest).failures) {
    if (failure.replaced) continue;
    const newFailures = ports.ahead.failuresOfRetry(request, failure) ?? (yield* retryFailure(domain, request, failure, ports));
    ports.ahead.noteRetry(request, failure, newFailures);
    all.push(...newFailures);
  }
  return all;
};
