import { maxTries, backOffOf } from './failure.js';
import { halvesOf, type Run } from './event-runs.js';
import type { RetryableFailure } from './retryable-failure.js';
import { giveUp } from './give-up.js';
import type { PagePorts } from './page-ports.js';
import type { PlannedCommand } from './process.js';
import type { Domain, Gathering } from '../registry.js';
import { waitFor, type Step } from '../step.js';

/**
 * Decides a run; one that can’t be decided is split in halves until the failing event is alone. Events are decided in order, so later ones wait for a
 * failing one, for less than a second.
 */
export const decideRun = function* (domain: Domain, gathering: Gathering, run: Run, tries: number, ports: PagePorts): Step<void> {
  ports.beginWork({ kind: 'run', what: gathering.type, event: run.events[0]! });
  const { planned, fault } = yield* sendRun(run, ports);
  if (fault === undefined) return;
  const halves = halvesOf(gathering, run);
  if (halves) {
    for (const half of halves) yield* decideRun(domain, gathering, half, tries + 1, ports);
  } else if (tries < maxTries) {
    yield* waitFor(ports.pause(backOffOf(tries)));
    yield* decideRun(domain, gathering, run, tries + 1, ports);
  } else {
    const cause = run.events[0]!;
    yield* giveUp(domain, { kind: 'run', what: gathering.type, cause, planned, plan: run, fault, retry: noFailures }, ports);
  }
};

interface SendAttempt {
  /** Null where the command could not be made. */
  readonly planned: PlannedCommand | null;
  /** Undefined where nothing went wrong. */
  readonly fault: unknown;
}

const sendRun = function* (run: Run, ports: PagePorts): Step<SendAttempt> {
  let plannedCommand: PlannedCommand;
  try {
    plannedCommand = run.planned();
  } catch (fault) {
    return { planned: null, fault };
  }
  const [fault] = yield* waitFor(ports.send([plannedCommand]));
  return { planned: plannedCommand, fault };
};

const noFailures = function* (): Step<readonly RetryableFailure[]> {
  yield* [];
  return [];
};
