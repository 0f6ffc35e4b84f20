import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Process } from '@tocsin/kernel/react/process.js';
import type { ReviewSilence } from './commands.js';

const review = (silenceId: string): ReviewSilence => ({ type: 'ReviewSilence', data: { silenceId } });

/** A silence “until it resolves” asks what it covers when it starts, and when an alert that it covers fires or ends. */
export const silencesProcess: Process<RecordedFact> = {
  name: 'silences',
  on: {
    SilenceStarted: { then: ({ data }) => (data.untilResolved ? [review(data.silenceId)] : []) },
    MuteCausesChanged: { then: ({ data }) => data.silences.map(review) },
  },
};
