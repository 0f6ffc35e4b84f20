import { maxTries, backOffAfter } from './failure.js';
import { halvesOf, type Run } from './gathered.js';
import type { Failing } from './failing.js';
import { giveUp } from './give-up.js';
import type { PagePorts } from './page-ports.js';
import type { Planned } from './process.js';
import type { Domain, Gathering } from '../registry.js';
import { waited, type Step } from '../step.js';

/**
 * Decides a run; one that can’t be decided is split in halves until the failing event is alone. A run’s signals are
 * decided in order, so later ones wait for a failing one, for less than a second.
 */
export const decideRun = function* (domain: Domain, gathering: Gathering, run: Run, tries: number, ports: PagePorts): Step<void> {
  ports.begins({ kind: 'run', what: gathering.type, event: run.events[0]! });
  const { planned, fault } = yield* tried(run, ports);
  if (fault === undefined) return;
  const halves = halvesOf(gathering, run);
  if (halves) {
    for (const half of halves) yield* decideRun(domain, gathering, half, tries + 1, ports);
  } else if (tries < maxTries) {
    yield* waited(ports.rest(backOffAfter(tries)));
    yield* decideRun(domain, gathering, run, tries + 1, ports);
  } else {
    const cause = run.events[0]!;
    yield* giveUp(domain, { kind: 'run', what: gathering.type, cause, planned, plan: run, fault, again: noneFailing }, ports);
  }
};

interface Tried {
  /** Null where the command could not be made. */
  readonly planned: Planned | null;
  /** Undefined where nothing went wrong. */
  readonly fault: unknown;
}

const tried = function* (run: Run, ports: PagePorts): Step<Tried> {
  let planned: Planned;
  try {
    planned = run.planned();
  } catch (fault) {
    return { planned: null, fault };
  }
  const [fault] = yield* waited(ports.send([planned]));
  return { planned, fault };
};

const noneFailing = function* (): Step<readonly Failing[]> {
  yield* [];
  return [];
};
