import type { Recorded } from '@tocsin/contracts/envelope.js';
import { runsOf } from './event-runs.js';
import type { PagePorts } from './page-ports.js';
import type { Domain } from '../registry.js';
import { decideRun } from './run-step.js';
import type { Step } from '../step.js';

/** Decides the gathered events after `from` (an ordinal, exclusive), in runs, each event once. Returns the number of runs. */
export const gather = function* (domain: Domain, events: readonly Recorded[], from: number, ports: PagePorts): Step<number> {
  const { ahead } = ports;
  let runs = 0;
  for (const gathering of domain.gatherings) {
    const { type } = gathering;
    for (const run of runsOf(gathering, events, Math.max(from, ahead.runsDecidedUpTo(type)))) {
      runs += 1;
      yield* decideRun(domain, gathering, run, 1, ports);
      ahead.noteRun(type, run.events.at(-1)!.ordinal);
    }
  }
  return runs;
};
