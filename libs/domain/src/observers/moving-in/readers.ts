import type { ForeignAnswer } from './answers.js';
import { readGoalert } from './goalert.js';
import { readOncall } from './oncall.js';
import { readOpsgenie } from './opsgenie.js';
import type { ForeignOrganisation } from './organisation.js';
import { readPagerduty } from './pagerduty.js';

/** From the answers of a rescue, as of its moment in milliseconds. */
export const readers: Readonly<
  Record<'opsgenie' | 'pagerduty' | 'oncall' | 'goalert', (answers: readonly ForeignAnswer[], at: number) => ForeignOrganisation>
> = {
  opsgenie: readOpsgenie,
  pagerduty: readPagerduty,
  oncall: readOncall,
  goalert: readGoalert,
};
