import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { RetryRequest, Retried } from './failure.js';
import { runAlone } from './gathered.js';
import type { Failing } from './failing.js';
import type { PagePorts } from './page-ports.js';
import { reactBy } from './reaction-step.js';
import type { Domain } from '../registry.js';
import { decideRun } from './run-step.js';
import { waited, type Step } from '../step.js';

type Again = (domain: Domain, failure: Retried, cause: Recorded, ports: PagePorts) => Step<readonly Failing[]>;

/**
 * How each kind of failure is retried. A process, gathering or effect that no longer exists is skipped: the rules have
 * changed since.
 */
const doAgain: { readonly [K in Exclude<Retried['kind'], 'timer'>]: Again } = {
  *reaction({ processes }, { what, commandId }, cause, ports) {
    const process = processes.find(({ name }) => name === what);
    return process ? yield* reactBy(process, cause, ports, (id) => commandId === null || id === commandId) : [];
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

/**
 * Reads the cause of this one failure: it is small, so it needs no bound, and if reading fails, nothing else is read
 * again for it.
 */
const tryOne = function* (domain: Domain, request: Recorded, failure: Retried, ports: PagePorts): Step<readonly Failing[]> {
  const { kind, what, stream, ordinal, commandId } = failure;
  if (kind === 'timer') {
    ports.fireAgain(stream ?? '', what);
    return [];
  }
  if (ordinal === null) return [];
  let cause: Recorded | undefined;
  try {
    [cause] = yield* waited(ports.events([ordinal]));
  } catch (fault) {
    if (ports.isWaitedOut(fault)) throw fault;
    const plan = commandId === null ? {} : { plan: { commandId, instead: () => undefined } };
    const again = (): Step<readonly Failing[]> => tryOne(domain, request, failure, ports);
    return [{ kind, what, stream, cause: { ...request, ordinal }, planned: null, ...plan, fault, again }];
  }
  return cause ? yield* doAgain[kind](domain, failure, cause, ports) : [];
};

/**
 * Retries what was given up, under the same command ids: what was decided meanwhile is recognised by them. A failure
 * that was replaced by something simpler is left alone. A retry that was made is not repeated when the page is, so that
 * with a log that fails now and then a long list still gets through. Returns the new failures.
 */
export const tryAgain = function* (domain: Domain, request: Recorded, ports: PagePorts): Step<readonly Failing[]> {
  const all: Failing[] = [];
  for (const failure of (request.data as RetryRequest).failures) {
    if (failure.replaced) continue;
    const failing = ports.ahead.failedAgain(request, failure) ?? (yield* tryOne(domain, request, failure, ports));
    ports.ahead.noteRetry(request, failure, failing);
    all.push(...failing);
  }
  return all;
};
