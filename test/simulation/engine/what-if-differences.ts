import { imaginedGroups } from '@tocsin/domain/alert-groups/shared/what-if.js';
import { collectWhatIf } from '@tocsin/kernel/replay/what-if.js';
import { byContract } from '@tocsin/testing/stage/reenact-folder.js';
import type { SimulationRun } from './simulation-run.js';

/** Differences of an unchanged what-if replay that no lateness on the log explains, one sentence each. */
export const findUnexplained = ({ domain, events }: Pick<SimulationRun, 'domain' | 'events'>): readonly string[] =>
  collectWhatIf(domain, events, { ...imaginedGroups, written: byContract })
    .divergences.filter(({ because }) => because !== 'late')
    .map(({ stream, was, would, lag }) => `${stream} (${lag} ms late): was ${JSON.stringify(was)}, would be ${JSON.stringify(would)}`);
