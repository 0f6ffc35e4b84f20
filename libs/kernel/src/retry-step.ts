import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { RetryAsked, Retried } from './failure.js';
import { runAlone } from './gathered.js';
import type { Failing } from './give-up.js';
import type { PagePorts } from './page-ports.js';
import { reactBy } from './reaction-step.js';
import type { Domain } from './registry.js';
import { decideRun } from './run-step.js';
import { waited, type Step } from './step.js';

type Again = (domain: Domain, failure: Retried, cause: Recorded, ports: PagePorts) => Step<readonly Failing[]>;

/** What nobody decides, reacts with or waits for any more is not done: the rules have changed since. */
const again: { readonly [K in Exclude<Retried['kind'], 'timer'>]: Again } = {
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

/**
 * Tries again what was given up, under the same command ids: what was decided meanwhile is known by them. What something simpler was done
 * in the place of is left at that. Answers what failed anew.
 */
export const tryAgain = function* (domain: Domain, { data }: Recorded, ports: PagePorts): Step<readonly Failing[]> {
  const failing: Failing[] = [];
  for (const failure of (data as RetryAsked).failures) {
    const { kind, what, stream, ordinal, replaced } = failure;
    if (replaced) continue;
    if (kind === 'timer') ports.fireAgain(stream ?? '', what);
    else {
      const [cause] = yield* waited(ports.events(ordinal === null ? [] : [ordinal]));
      if (cause) failing.push(...(yield* again[kind](domain, failure, cause, ports)));
    }
  }
  return failing;
};
