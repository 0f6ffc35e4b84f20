import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Failing } from './failing.js';
import type { PagePorts } from './page-ports.js';
import { needsOf, plansBy, type AnyProcess, type Plan, type Planned } from './process.js';
import { waited, type Step } from '../step.js';

const nothingNeeded: ReadonlyMap<number, Recorded> = new Map();

const everything = (): boolean => true;

/** Sends the commands of one process for an event, limited to the wanted ids. Returns the failures. */
export const reactBy = function* (
  process: AnyProcess,
  event: Recorded,
  ports: PagePorts,
  isWanted: (commandId: string) => boolean = everything,
): Step<readonly Failing[]> {
  const named = { kind: 'reaction', what: process.name, cause: event } as const;
  ports.begins({ kind: 'reaction', what: process.name, event });
  let plans: readonly Plan[];
  try {
    const ordinals = needsOf(process, event);
    const needed = ordinals.length === 0 ? nothingNeeded : byOrdinal(yield* waited(ports.events(ordinals)));
    plans = plansBy(process, event, needed).filter(({ commandId }) => isWanted(commandId));
  } catch (fault) {
    if (ports.isWaitedOut(fault)) throw fault;
    return [{ ...named, planned: null, fault, again: () => reactBy(process, event, ports, isWanted) }];
  }
  return yield* sendPlans(named, plans, ports);
};

/** A command that can’t be made fails alone. */
const sendPlans = function* (
  named: Pick<Failing, 'kind' | 'what' | 'cause'>,
  plans: readonly Plan[],
  ports: PagePorts,
): Step<readonly Failing[]> {
  const planned: Planned[] = [];
  const failing: Failing[] = [];
  for (const plan of plans) {
    try {
      planned.push(plan.planned());
    } catch (fault) {
      failing.push({ ...named, planned: null, plan, fault, again: () => sendPlans(named, [plan], ports) });
    }
  }
  return planned.length === 0 ? failing : [...failing, ...(yield* sendAll(named, planned, ports))];
};

const sendAll = function* (
  named: Pick<Failing, 'kind' | 'what' | 'cause'>,
  planned: readonly Planned[],
  ports: PagePorts,
): Step<readonly Failing[]> {
  const faults = yield* waited(ports.send(planned));
  return planned.flatMap((one, n) =>
    faults[n] === undefined ? [] : [{ ...named, planned: one, fault: faults[n], again: () => sendAll(named, [one], ports) }],
  );
};

const byOrdinal = (events: readonly Recorded[]): ReadonlyMap<number, Recorded> => new Map(events.map((event) => [event.ordinal, event]));
