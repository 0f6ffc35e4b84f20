import type { Recorded } from '@tocsin/contracts/envelope.js';
import { gather } from './gathering-step.js';
import type { RetryableFailure } from './retryable-failure.js';
import type { PagePorts } from './page-ports.js';
import { canGoFirst, reactingProcesses, leadingCommands, type AnyProcess } from './process.js';
import { runReaction } from './reaction-step.js';
import type { Domain } from '../registry.js';
import { waitFor, type Step } from '../step.js';

/** Event types that may lead to urgent commands: gathered ones, and those whose reaction declares `first`. */
const lookAheadTypesOf = ({ gatherings, processes }: Domain): readonly string[] => [
  ...new Set([
    ...gatherings.map(({ type }) => type),
    ...processes.flatMap((process) => Object.keys(process.on).filter((type) => canGoFirst(process, type))),
  ]),
];

const readNewer = function* (domain: Domain, ports: PagePorts): Step<readonly Recorded[]> {
  const events = yield* waitFor(ports.readNewerEvents(lookAheadTypesOf(domain)));
  for (const event of events) ports.callOut(event);
  return events;
};

/** Fetches events that arrived while the page is handled, decides the runs among them, and begins claimed calls. Returns the fetched events. */
export const runUrgentReactions = function* (domain: Domain, ports: PagePorts): Step<readonly Recorded[]> {
  const events = yield* readNewer(domain, ports);
  if ((yield* gather(domain, events, 0, ports)) === 0) return events;
  const newerEvents = yield* readNewer(domain, ports);
  yield* gather(domain, newerEvents, 0, ports);
  return [...events, ...newerEvents];
};

/** Undefined where it can’t be computed: the fault shows at the reaction’s turn. */
const leadingCommandsOf = (
  { reads }: Domain,
  process: AnyProcess,
  event: Recorded,
  ports: PagePorts,
): ReturnType<typeof leadingCommands> => {
  try {
    return leadingCommands(process, event, reads(ports.memory()));
  } catch {
    return undefined;
  }
};

/** Sends the urgent commands of one process for one event. What fails is retried at its turn. Returns whether there were any. */
const sendFirst = function* (domain: Domain, process: AnyProcess, event: Recorded, ports: PagePorts): Step<boolean> {
  if (ports.ahead.of(process, event)) return false;
  const order = leadingCommandsOf(domain, process, event, ports);
  if (!order) return false;
  const { all, commandIds } = order;
  const failures: readonly RetryableFailure[] = yield* runReaction(process, event, ports, (commandId) => commandIds.has(commandId));
  if (failures.length === 0) ports.ahead.noteSent(process, event, { commandIds, isAll: commandIds.size === all });
  return true;
};

/** In the order of the events; then those of events that arrive meanwhile. */
export const runLeadingCommands = function* (domain: Domain, events: readonly Recorded[], ports: PagePorts): Step<void> {
  const queue = [...events];
  // the queue grows during the loop
  for (const event of queue) {
    for (const process of reactingProcesses(domain.processes, event.type)) {
      if (!canGoFirst(process, event.type)) continue;
      if (yield* sendFirst(domain, process, event, ports)) queue.push(...(yield* runUrgentReactions(domain, ports)));
    }
  }
};

/** Sends the commands of one event that were not sent ahead; then the urgent commands of events that arrived meanwhile. */
export const runReactions = function* (domain: Domain, event: Recorded, ports: PagePorts): Step<readonly RetryableFailure[]> {
  const failures: RetryableFailure[] = [];
  for (const process of reactingProcesses(domain.processes, event.type)) {
    const earlyWork = ports.ahead.of(process, event);
    ports.ahead.forget(process, event);
    if (earlyWork?.isAll) continue;
    failures.push(...(yield* runReaction(process, event, ports, (commandId) => !earlyWork?.commandIds.has(commandId))));
    if (canGoFirst(process, event.type)) yield* runLeadingCommands(domain, yield* runUrgentReactions(domain, ports), ports);
  }
  return failures;
};
