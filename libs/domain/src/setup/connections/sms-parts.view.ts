import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import * as connectionLimits from '@tocsin/contracts/connections/limits.js';
import type { SmsPartsRow } from '@tocsin/contracts/connections/noun.js';
import { duration } from '@tocsin/contracts/duration.js';
import type { RowChange, View } from '@tocsin/kernel/rows/view.js';
import { dayOf, midnightOf, millisBetween } from '@tocsin/kernel/time.js';

export const smsPartsKey = 'parts';

/** Whether the level, or a doubling of it, lies between the two counts. */
const crosses = (before: number, after: number): boolean => {
  let level: number = connectionLimits.smsPartsTold;
  while (level < before) level *= 2;
  return before < level && level <= after;
};

const onSent = <T extends 'AttemptSent' | 'VerificationSent'>(): RowChange<SmsPartsRow, RecordedOf<T>> => ({
  keys: ({ data: { charge } }) => (charge?.unit === 'part' ? [smsPartsKey] : []),
  row: (row, { id, meta, data: { charge } }) => {
    const day = dayOf(meta.at);
    const { parts: before, crossed } = row?.day === day ? row : { parts: 0, crossed: {} };
    const parts = before + (charge?.count ?? 0);
    return { day, parts, crossed: crosses(before, parts) ? { ...crossed, [id]: parts } : crossed };
  },
});

/** The parts of SMS of the last day on which one was sent. */
export const smsPartsView: View<SmsPartsRow, RecordedFact> = {
  name: 'smsParts',
  hasHistory: false,
  on: { AttemptSent: onSent<'AttemptSent'>(), VerificationSent: onSent<'VerificationSent'>() },
  sweep: (row, logTime) => (millisBetween(midnightOf(row.day), logTime) > 2 * duration.day ? null : row),
};
