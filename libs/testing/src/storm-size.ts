import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { stormLimits } from '@tocsin/contracts/routing/limits.js';
import { replaceLimit } from './replace-limit.js';
import { tier } from './tier.js';

// more groups than one message lists (10), as 50 are, so that pages wait as long as they do there
const [openings, alerts] = tier === 'short' ? [15, 40] : [stormLimits.opened, alertGroupLimits.sizes.alertsPerGroup];

/** Number of groups that open before a storm begins. */
export const opened = openings;
/** The numbers of the groups of a storm, if nothing else opened. */
export const [firstOfStorm, secondOfStorm, thirdOfStorm] = [opened + 1, opened + 2, opened + 3] as const;
/** Number of alerts in a thread that does not fit into one group with another such thread: each gets a group of its own. */
export const alertsOfLargeThread = alerts / 2 + 1;

/** In the short run a storm begins after 15 groups and a group lists 40 alerts: the rules compare with these limits, whatever they are. */
export const setStormsOfThisRun = (): void => {
  beforeAll(() => {
    replaceLimit(stormLimits, 'opened', opened);
    replaceLimit(alertGroupLimits.sizes, 'alertsPerGroup', alerts);
  });
  afterAll(() => {
    jest.restoreAllMocks();
  });
};
