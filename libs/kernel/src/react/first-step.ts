import type { Recorded } from '@tocsin/contracts/envelope.js';
import { gather } from './gathering-step.js';
import type { Failing } from './failing.js';
import type { PagePorts } from './page-ports.js';
import { mayGoFirst, reacting, thoseFirst, type AnyProcess } from './process.js';
import { reactBy } from './reaction-step.js';
import type { Domain } from '../registry.js';
import { waited, type Step } from '../step.js';

/** Event types that may lead to urgent commands: those that are gathered, and those whose reaction declares `first`. */
const typesAhead = ({ gatherings, processes }: Domain): readonly string[] => [
  ...new Set([
    ...gatherings.map(({ type }) => type),
    ...processes.flatMap((process) => Object.keys(process.on).filter((type) => mayGoFirst(process, type))),
  ]),
];

const newer = function* (domain: Domain, ports: PagePorts): Step<readonly Recorded[]> {
  const events = yield* waited(ports.newer(typesAhead(domain)));
  for (const event of events) ports.callOut(event);
  return events;
};

/**
 * Fetches events that arrived while the page is handled, decides the runs among them, and begins calls that were
 * claimed. Returns these events and those that were decided.
 */
export const comeMeanwhile = function* (domain: Domain, ports: PagePorts): Step<readonly Recorded[]> {
  const events = yield* newer(domain, ports);
  if ((yield* gather(domain, events, 0, ports)) === 0) return events;
  const decided = yield* newer(domain, ports);
  yield* gather(domain, decided, 0, ports);
  return [...events, ...decided];
};

/** Undefined where it can’t be computed: the fault shows when the reaction’s turn comes. */
const orderIn = ({ reads }: Domain, process: AnyProcess, event: Recorded, ports: PagePorts): ReturnType<typeof thoseFirst> => {
  try {
    return thoseFirst(process, event, reads(ports.memory()));
  } catch {
    return undefined;
  }
};

/**
 * Sends the urgent commands of one process for one event. What fails is retried at the regular turn. Returns whether
 * there were any.
 */
const sendFirst = function* (domain: Domain, process: AnyProcess, event: Recorded, ports: PagePorts): Step<boolean> {
  if (ports.ahead.of(process, event)) return false;
  const order = orderIn(domain, process, event, ports);
  if (!order) return false;
  const { all, commandIds } = order;
  const failing: readonly Failing[] = yield* reactBy(process, event, ports, (commandId) => commandIds.has(commandId));
  if (failing.length === 0) ports.ahead.noteSent(process, event, { commandIds, isAll: commandIds.size === all });
  return true;
};

/** Sends the urgent commands of these events, in order, and then of those that arrive meanwhile. */
export const firstStep = function* (domain: Domain, events: readonly Recorded[], ports: PagePorts): Step<void> {
  const queue = [...events];
  // the queue grows during the loop
  for (const event of queue) {
    for (const process of reacting(domain.processes, event.type)) {
      if (!mayGoFirst(process, event.type)) continue;
      if (yield* sendFirst(domain, process, event, ports)) queue.push(...(yield* comeMeanwhile(domain, ports)));
    }
  }
};

/** Sends the commands of one event that were not sent ahead; then the urgent commands of events that arrived meanwhile. Returns the failures. */
export const reactTo = function* (domain: Domain, event: Recorded, ports: PagePorts): Step<readonly Failing[]> {
  const failing: Failing[] = [];
  for (const process of reacting(domain.processes, event.type)) {
    const done = ports.ahead.of(process, event);
    ports.ahead.forget(process, event);
    if (done?.isAll) continue;
    failing.push(...(yield* reactBy(process, event, ports, (commandId) => !done?.commandIds.has(commandId))));
    if (mayGoFirst(process, event.type)) yield* firstStep(domain, yield* comeMeanwhile(domain, ports), ports);
  }
  return failing;
};
