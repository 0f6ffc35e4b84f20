import type { Recorded } from '@tocsin/contracts/envelope.js';
import { gather } from './gathering-step.js';
import type { Failing } from './failing.js';
import type { PagePorts } from './page-ports.js';
import { mayGoFirst, reacting, thoseFirst, type AnyProcess } from './process.js';
import { reactBy } from './reaction-step.js';
import type { Domain } from '../registry.js';
import { waited, type Step } from '../step.js';

/** Types of event because of which something may go first. */
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

/** What came meanwhile is decided on, if it is gathered, and begins, if it was claimed. Answers with it, and with what was decided on it. */
export const comeMeanwhile = function* (domain: Domain, ports: PagePorts): Step<readonly Recorded[]> {
  const events = yield* newer(domain, ports);
  if ((yield* gather(domain, events, 0, ports)) === 0) return events;
  const decided = yield* newer(domain, ports);
  yield* gather(domain, decided, 0, ports);
  return [...events, ...decided];
};

/** Nothing, where it can’t be worked out: it fails when its turn comes. */
const orderIn = ({ reads }: Domain, process: AnyProcess, event: Recorded, ports: PagePorts): ReturnType<typeof thoseFirst> => {
  try {
    return thoseFirst(process, event, reads(ports.memory()));
  } catch {
    return undefined;
  }
};

/** Sends what goes first of what one process makes of an event. What fails is tried again when its turn comes. Answers whether there was any. */
const sendFirst = function* (domain: Domain, process: AnyProcess, event: Recorded, ports: PagePorts): Step<boolean> {
  if (ports.ahead.of(process, event)) return false;
  const order = orderIn(domain, process, event, ports);
  if (!order) return false;
  const { all, commandIds } = order;
  const failing: readonly Failing[] = yield* reactBy(process, event, ports, (commandId) => commandIds.has(commandId));
  if (failing.length === 0) ports.ahead.sent(process, event, { commandIds, isAll: commandIds.size === all });
  return true;
};

/** Does what goes first of these events, in their order, and then of those that come meanwhile. */
export const firstStep = function* (domain: Domain, events: readonly Recorded[], ports: PagePorts): Step<void> {
  const queue = [...events];
  // it grows while it is gone through
  for (const event of queue) {
    for (const process of reacting(domain.processes, event.type)) {
      if (!mayGoFirst(process, event.type)) continue;
      if (yield* sendFirst(domain, process, event, ports)) queue.push(...(yield* comeMeanwhile(domain, ports)));
    }
  }
};

/** What one event asks for and has not been done before its turn; and then what goes first of what came meanwhile. Answers what failed. */
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
