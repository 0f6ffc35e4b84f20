import type { Recorded } from '@tocsin/contracts/envelope.js';
import { insteadOf, mostTries, recordOf, restAfter, type Failure } from './failure.js';
import { halvesOf, runsOf, type Run } from './gathered.js';
import { needsOf, plansBy, reacting, type AnyProcess, type Plan, type Planned } from './process.js';
import type { Domain, Gathering } from './registry.js';
import { waited, type MaybePromise, type Step } from './step.js';
import type { DueTimer } from './timers.js';

/** What went wrong with the command of the same place; undefined where nothing did. */
export type Faults = readonly unknown[];

/** What a page of the log asks for. */
export interface PagePorts {
  /**
   * Commands that follow from one event, or one run: in order where they are about one stream. Answers with faults of their own, and
   * throws what is to be waited out.
   */
  send(planned: readonly Planned[]): MaybePromise<Faults>;
  /** Those of these ordinals that exist. */
  events(ordinals: readonly number[]): MaybePromise<readonly Recorded[]>;
  /** Begins what is done outside because of an event; it is not waited for. */
  callOut(event: Recorded): void;
  /** A log, a vault or a store that does not answer, or a conflict: no fault of what was tried. */
  isWaitedOut(error: unknown): boolean;
  /** What is recorded of a fault: in words, and without anything secret. */
  reasonOf(fault: unknown): string;
  rest(milliseconds: number): MaybePromise<void>;
}

/** Something that has failed by its own fault, and how it is tried again. */
interface Failing extends Pick<Failure, 'kind' | 'what'> {
  readonly cause: Recorded;
  readonly planned: Planned | null;
  /** The command of its reaction that could not be worked out. */
  readonly plan?: Plan;
  readonly fault: unknown;
  readonly again: () => Step<readonly Failing[]>;
}

const nothingNeeded: ReadonlyMap<number, Recorded> = new Map();

/**
 * What a reactor does with the events after `from` (an ordinal, exclusive): runs are decided on, processes react, effects begin. What
 * fails by its own fault is tried again after all the rest of the page, and given up at last, so that it stops nothing else.
 * Answers how many runs there were. All of it may be done again: what has been decided is known by its command id.
 */
export const pageStep = function* (domain: Domain, page: readonly Recorded[], from: number, ports: PagePorts): Step<number> {
  let runs = 0;
  for (const gathering of domain.gatherings) {
    for (const run of runsOf(gathering, page, from)) {
      runs += 1;
      yield* decideRun(domain, gathering, run, 1, ports);
    }
  }
  let failing: Failing[] = [];
  for (const event of page) {
    for (const process of reacting(domain.processes, event.type)) failing.push(...(yield* reactBy(process, event, ports)));
  }
  for (const event of page) ports.callOut(event);
  for (let tries = 1; failing.length > 0 && tries < mostTries; tries += 1) {
    yield* waited(ports.rest(restAfter(tries)));
    const again: Failing[] = [];
    for (const one of failing) again.push(...(yield* one.again()));
    failing = again;
  }
  for (const one of failing) yield* giveUp(domain, one, ports);
  return runs;
};

/**
 * Decides on a run, and on its halves when it can’t be decided, until what fails stands alone. A run’s signals are decided in order: what
 * comes after one waits for it, for less than a second.
 */
const decideRun = function* (domain: Domain, gathering: Gathering, run: Run, tries: number, ports: PagePorts): Step<void> {
  const [fault] = yield* waited(ports.send([run.planned]));
  if (fault === undefined) return;
  const halves = halvesOf(gathering, run);
  if (halves) {
    for (const half of halves) yield* decideRun(domain, gathering, half, tries + 1, ports);
  } else if (tries < mostTries) {
    yield* waited(ports.rest(restAfter(tries)));
    yield* decideRun(domain, gathering, run, tries + 1, ports);
  } else {
    const cause = run.events[0]!;
    yield* giveUp(domain, { kind: 'run', what: gathering.type, cause, planned: run.planned, fault, again: noneFailing }, ports);
  }
};

const noneFailing = function* (): Step<readonly Failing[]> {
  yield* [];
  return [];
};

const reactBy = function* (process: AnyProcess, event: Recorded, ports: PagePorts): Step<readonly Failing[]> {
  const named = { kind: 'reaction', what: process.name, cause: event } as const;
  let plans: readonly Plan[];
  try {
    const ordinals = needsOf(process, event);
    const needed = ordinals.length === 0 ? nothingNeeded : byOrdinal(yield* waited(ports.events(ordinals)));
    plans = plansBy(process, event, needed);
  } catch (fault) {
    if (ports.isWaitedOut(fault)) throw fault;
    return [{ ...named, planned: null, fault, again: () => reactBy(process, event, ports) }];
  }
  return yield* sendPlans(named, plans, ports);
};

/** What can’t be worked out fails by itself. */
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

const giveUp = function* (domain: Domain, { kind, what, cause, planned, plan, fault }: Failing, ports: PagePorts): Step<void> {
  const { at, correlationId } = cause.meta;
  const causes = { causationId: cause.id, correlationId };
  yield* recordFailure(
    domain,
    { kind, what, planned, ...(plan ? { plan } : {}), stream: null, ordinal: cause.ordinal, fault, at, causes },
    ports,
  );
};

/** What was given up, with the instant that ids derive from. */
export interface GivenUp extends Pick<Failure, 'kind' | 'what' | 'stream' | 'ordinal'> {
  readonly planned: Planned | null;
  readonly plan?: Plan;
  readonly fault: unknown;
  readonly at: string;
  readonly causes: Pick<Planned, 'causationId' | 'correlationId'>;
}

/** Does what is simpler in the place of what failed, and records that it did. A domain without failures throws what was thrown. */
export const recordFailure = function* (
  domain: Domain,
  { planned, plan, fault, at, causes, ...named }: GivenUp,
  ports: Pick<PagePorts, 'send' | 'reasonOf'>,
): Step<void> {
  const { failures } = domain;
  if (!failures) throw fault;
  const instead = planned ? insteadOf(domain.failures, planned, at) : insteadOfPlan(plan);
  const replaced = instead ? (yield* waited(ports.send([instead])))[0] === undefined : false;
  const command = planned?.command.type ?? null;
  const { kind, what, stream, ordinal } = named;
  const reason = ports.reasonOf(fault);
  const commandId = planned?.commandId ?? plan?.commandId ?? null;
  const failure = { kind, what, command, commandId, stream, ordinal, reason, tries: mostTries, replaced };
  yield* waited(ports.send([recordOf(failures, failure, at, causes)]));
};

/** Nothing, where even that can’t be worked out. */
const insteadOfPlan = (plan: Plan | undefined): Planned | undefined => {
  try {
    return plan?.instead();
  } catch {
    return undefined;
  }
};

export interface TimerPorts<Outcome> {
  decide(planned: Planned): MaybePromise<Outcome>;
  /** Waits until memory has folded what was decided. */
  folded(outcome: Outcome): MaybePromise<void>;
  /** Nothing came of it: it is not fired again until its row changes, so that it does not spin. */
  spend(due: DueTimer): void;
}

/** Sends the command of a timer that is due. The row that it came from changes when its event is folded. */
export const timerStep = function* <Outcome extends { readonly kind: string }>(due: DueTimer, ports: TimerPorts<Outcome>): Step<void> {
  const outcome = yield* waited(ports.decide(due.planned));
  if (outcome.kind === 'done') yield* waited(ports.folded(outcome));
  else ports.spend(due);
};
