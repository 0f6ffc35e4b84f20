import type { ForeignSystemName } from '@tocsin/contracts/imported-history/events.js';
import type { HistoryReader } from './foreign-fact.js';
import { goalertHistory } from './goalert.js';
import { oncallHistory } from './oncall.js';
import { opsgenieHistory } from './opsgenie.js';
import { pagerdutyHistory } from './pagerduty.js';

/** Jira’s alerts are in Opsgenie’s form. */
export const historyReaders: Readonly<Record<ForeignSystemName, HistoryReader>> = {
  opsgenie: opsgenieHistory,
  jsm: opsgenieHistory,
  pagerduty: pagerdutyHistory,
  oncall: oncallHistory,
  goalert: goalertHistory,
};
