import type { RetryableFailure, Fallback } from './retryable-failure.js';
import { fallbackOf, maxTries, recordOf, type Failure } from './failure.js';
import type { PagePorts } from './page-ports.js';
import type { PlannedCommand } from './process.js';
import type { Domain } from '../registry.js';
import { waitFor, type Step } from '../step.js';

export const giveUp = function* (
  domain: Domain,
  { kind, what, cause, stream = null, planned, plan, fault }: RetryableFailure,
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

/** `at`: the instant that ids derive from. */
export interface AbandonedWork extends Pick<Failure, 'kind' | 'what' | 'stream' | 'ordinal'> {
  readonly planned: PlannedCommand | null;
  readonly plan?: Fallback;
  readonly fault: unknown;
  readonly at: string;
  readonly causes: Pick<PlannedCommand, 'causationId' | 'correlationId'>;
}

/** Decides the fallback for what failed, and records the failure. A domain without failure handling rethrows the fault. */
export const recordFailure = function* (
  domain: Domain,
  { planned, plan, fault, at, causes, ...subject }: AbandonedWork,
  ports: Pick<PagePorts, 'send' | 'reasonOf' | 'memory'>,
): Step<void> {
  const { failures } = domain;
  if (!failures) throw fault;
  const fallback = (planned && fallbackOf(failures, planned, at)) ?? makeOrUndefined(plan?.fallback);
  const isReplaced = yield* isSent(fallback, ports);
  if (!isReplaced) yield* isSent(makeOrUndefined(plan?.passedOver), ports);
  const command = planned?.command.type ?? null;
  const { kind, what, stream, ordinal } = subject;
  const reason = ports.reasonOf(fault);
  const commandId = planned?.commandId ?? plan?.commandId ?? null;
  const failure = { kind, what, command, commandId, stream, ordinal, reason, tries: maxTries, replaced: isReplaced };
  const retryRequestId = failures.retries?.lastRequestId(ports.memory(), failure);
  yield* waitFor(ports.send([recordOf(failures, failure, at, causes, retryRequestId)]));
};

const isSent = function* (plannedCommand: PlannedCommand | undefined, ports: Pick<PagePorts, 'send'>): Step<boolean> {
  return plannedCommand ? (yield* waitFor(ports.send([plannedCommand])))[0] === undefined : false;
};

/** Undefined where even the fallback can’t be made. */
const makeOrUndefined = (make: (() => PlannedCommand | undefined) | undefined): PlannedCommand | undefined => {
  try {
    return make?.();
  } catch {
    return undefined;
  }
};
