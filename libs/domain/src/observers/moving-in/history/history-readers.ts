import type { ForeignSystemName } from '@tocsin/contracts/moving-in/systems.js';
import type { HistoryReader } from './foreign-fact.js';
import { goalertHistory } from './goalert.js';
import { oncallHistory } from './oncall.js';
import { opsgenieHistory } from './opsgenie.js';
import { pagerdutyHistory } from './pagerduty.js';

/** In Opsgenie’s form; it tells no recipients. */
const { 'alert-recipients': _, ...jsmHistory } = opsgenieHistory;

export const historyReaders: Readonly<Record<ForeignSystemName, HistoryReader>> = {
  opsgenie: opsgenieHistory,
  jsm: jsmHistory,
  pagerduty: pagerdutyHistory,
  oncall: oncallHistory,
  goalert: goalertHistory,
};
