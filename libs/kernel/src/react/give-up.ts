import type { Failing, Simpler } from './failing.js';
import { insteadOf, maxTries, recordOf, type Failure } from './failure.js';
import type { PagePorts } from './page-ports.js';
import type { Planned } from './process.js';
import type { Domain } from '../registry.js';
import { waited, type Step } from '../step.js';

/** Gives up something that followed from an event. */
export const giveUp = function* (
  domain: Domain,
  { kind, what, cause, stream = null, planned, plan, fault }: Failing,
  ports: PagePorts,
): Step<void> {
  const { at, correlationId } = cause.meta;
  const causes = { causationId: cause.id, correlationId };
  yield* recordFailure(
    domain,
    { kind, what, planned, ...(plan ? { plan } : {}), stream, ordinal: cause.ordinal, fault, at, causes },
    ports,
  );
};

/** Abandoned work, with the instant that ids derive from. */
export interface GivenUp extends Pick<Failure, 'kind' | 'what' | 'stream' | 'ordinal'> {
  readonly planned: Planned | null;
  readonly plan?: Simpler;
  readonly fault: unknown;
  readonly at: string;
  readonly causes: Pick<Planned, 'causationId' | 'correlationId'>;
}

/**
 * Decides the fallback for what failed, and records the failure. A domain without failure handling rethrows the fault.
 */
export const recordFailure = function* (
  domain: Domain,
  { planned, plan, fault, at, causes, ...named }: GivenUp,
  ports: Pick<PagePorts, 'send' | 'reasonOf' | 'memory'>,
): Step<void> {
  const { failures } = domain;
  if (!failures) throw fault;
  const instead = (planned && insteadOf(failures, planned, at)) ?? madeBy(plan?.instead);
  const replaced = yield* isSent(instead, ports);
  if (!replaced) yield* isSent(madeBy(plan?.passedOver), ports);
  const command = planned?.command.type ?? null;
  const { kind, what, stream, ordinal } = named;
  const reason = ports.reasonOf(fault);
  const commandId = planned?.commandId ?? plan?.commandId ?? null;
  const failure = { kind, what, command, commandId, stream, ordinal, reason, tries: maxTries, replaced };
  const triedAgain = failures.retries?.lastRequestId(ports.memory(), failure);
  yield* waited(ports.send([recordOf(failures, failure, at, causes, triedAgain)]));
};

const isSent = function* (planned: Planned | undefined, ports: Pick<PagePorts, 'send'>): Step<boolean> {
  return planned ? (yield* waited(ports.send([planned])))[0] === undefined : false;
};

/** Undefined where even the fallback can’t be made. */
const madeBy = (make: (() => Planned | undefined) | undefined): Planned | undefined => {
  try {
    return make?.();
  } catch {
    return undefined;
  }
};
