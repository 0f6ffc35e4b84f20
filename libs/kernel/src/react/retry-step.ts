import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { RetryAsked, Retried } from './failure.js';
import { runAlone } from './gathered.js';
import type { Failing } from './failing.js';
import type { PagePorts } from './page-ports.js';
import { reactBy } from './reaction-step.js';
import type { Domain } from '../registry.js';
import { decideRun } from './run-step.js';
import { waited, type Step } from '../step.js';

type Again = (domain: Domain, failure: Retried, cause: Recorded, ports: PagePorts) => Step<readonly Failing[]>;

/** What nobody decides, reacts with or waits for any more is not done: the rules have changed since. */
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
  // one that memory says is open has been begun by that already
  *effect(_domain, _failure, cause, ports) {
    ports.callOut(cause);
    yield* [];
    return [];
  },
};

/** What it followed from is read by itself: so little that it needs no bound, and where that fails nothing else is read again for it. */
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
 * Tries again what was given up, under the same command ids: what was decided meanwhile is known by them. What something simpler was done
 * in the place of is left at that. What has been tried is not tried again when the page is, so that a log that fails now and then lets
 * all of many through. Answers what failed anew.
 */
export const tryAgain = function* (domain: Domain, request: Recorded, ports: PagePorts): Step<readonly Failing[]> {
  const all: Failing[] = [];
  for (const failure of (request.data as RetryAsked).failures) {
    if (failure.replaced) continue;
    const failing = ports.ahead.failedAgain(request, failure) ?? (yield* tryOne(domain, request, failure, ports));
    ports.ahead.triedAgain(request, failure, failing);
    all.push(...failing);
  }
  return all;
};
