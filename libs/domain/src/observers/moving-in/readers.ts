import type { ForeignAnswer } from './answers.js';
import { readGoalert } from './goalert.js';
import { readJsm, type KnownAccounts } from './jsm.js';
import { readOncall } from './oncall.js';
import { readOpsgenie } from './opsgenie.js';
import type { ForeignOrganisation } from './organisation.js';
import { readPagerduty } from './pagerduty.js';

type Reader = (answers: readonly ForeignAnswer[], at: number, accounts?: KnownAccounts) => ForeignOrganisation;

/** From the answers of a rescue, as of its moment in milliseconds. */
export const readers: Readonly<Record<'opsgenie' | 'jsm' | 'pagerduty' | 'oncall' | 'goalert', Reader>> = {
  opsgenie: readOpsgenie,
  jsm: readJsm,
  pagerduty: readPagerduty,
  oncall: readOncall,
  goalert: readGoalert,
};
