import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { RetryableFailure } from './retryable-failure.js';
import type { PagePorts } from './page-ports.js';
import { needsOf, planReaction, type AnyProcess, type Plan, type PlannedCommand } from './process.js';
import { waitFor, type Step } from '../step.js';

const nothingNeeded: ReadonlyMap<number, Recorded> = new Map();

const acceptAll = (): boolean => true;

export const runReaction = function* (
  process: AnyProcess,
  event: Recorded,
  ports: PagePorts,
  isWanted: (commandId: string) => boolean = acceptAll,
): Step<readonly RetryableFailure[]> {
  const subject = { kind: 'reaction', what: process.name, cause: event } as const;
  ports.beginWork({ kind: 'reaction', what: process.name, event });
  let plans: readonly Plan[];
  try {
    const ordinals = needsOf(process, event);
    const neededEvents = ordinals.length === 0 ? nothingNeeded : byOrdinal(yield* waitFor(ports.events(ordinals)));
    plans = planReaction(process, event, neededEvents).filter(({ commandId }) => isWanted(commandId));
  } catch (fault) {
    if (ports.isWaitedOut(fault)) throw fault;
    return [{ ...subject, planned: null, fault, retry: () => runReaction(process, event, ports, isWanted) }];
  }
  return yield* sendPlans(subject, plans, ports);
};

/** A command that can’t be made fails alone. */
const sendPlans = function* (
  subject: Pick<RetryableFailure, 'kind' | 'what' | 'cause'>,
  plans: readonly Plan[],
  ports: PagePorts,
): Step<readonly RetryableFailure[]> {
  const plannedCommands: PlannedCommand[] = [];
  const failures: RetryableFailure[] = [];
  for (const plan of plans) {
    try {
      plannedCommands.push(plan.planned());
    } catch (fault) {
      failures.push({ ...subject, planned: null, plan, fault, retry: () => sendPlans(subject, [plan], ports) });
    }
  }
  return plannedCommands.length === 0 ? failures : [...failures, ...(yield* sendAll(subject, plannedCommands, ports))];
};

const sendAll = function* (
  subject: Pick<RetryableFailure, 'kind' | 'what' | 'cause'>,
  plannedCommands: readonly PlannedCommand[],
  ports: PagePorts,
): Step<readonly RetryableFailure[]> {
  const faults = yield* waitFor(ports.send(plannedCommands));
  return plannedCommands.flatMap((one, n) =>
    faults[n] === undefined ? [] : [{ ...subject, planned: one, fault: faults[n], retry: () => sendAll(subject, [one], ports) }],
  );
};

const byOrdinal = (events: readonly Recorded[]): ReadonlyMap<number, Recorded> => new Map(events.map((event) => [event.ordinal, event]));
