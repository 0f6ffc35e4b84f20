import type { FactOf, RecordedFact } from '@tocsin/contracts/catalogue.js';
import { duration } from '@tocsin/contracts/limits.js';
import { between } from '@tocsin/kernel/time.js';
import type { View } from '@tocsin/kernel/view.js';

/** Something that the reactor has given up. */
export interface FailureRow extends FactOf<'ReactionFailed'> {
  /** Of the event. */
  readonly id: string;
  readonly at: string;
}

const remembered = 30 * duration.day;

/** What was given up lately: health lists it, and owners are told of it. */
export const failuresView: View<FailureRow, RecordedFact> = {
  name: 'failures',
  past: false,
  on: {
    ReactionFailed: {
      keys: ({ id }) => [id],
      row: (_row, { id, data, meta }) => ({ ...data, id, at: meta.at }),
    },
  },
  sweep: (row, logTime) => (between(row.at, logTime) > remembered ? null : row),
};
