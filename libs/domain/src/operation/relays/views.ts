import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import { duration } from '@tocsin/contracts/duration.js';
import type { ArrivedAs, RelayRow } from '@tocsin/contracts/relays/noun.js';
import type { View } from '@tocsin/kernel/rows/view.js';
import { millisBetween } from '@tocsin/kernel/time.js';

/** A signal that is to be relayed, by its ordinal. */
export interface WaitingArrival extends ArrivedAs {
  readonly ordinal: number;
  readonly integrationId: string;
  /** What is about one alert is relayed in order. */
  readonly key: string;
  readonly at: string;
}

/** Long after the last try: those of a relay that was removed. */
const retention = duration.day;

export const waitingArrivalsView: View<WaitingArrival, RecordedFact> = {
  name: 'waitingArrivals',
  hasHistory: false,
  indexes: { integrationId: ({ integrationId }) => [integrationId] },
  on: {
    SignalReceived: {
      keys: ({ data: { arrived }, ordinal }) => (arrived ? [String(ordinal)] : []),
      row: (_row, { data: { arrived, integrationId, signal, receivedAt: at }, ordinal }) =>
        arrived && { ...arrived, ordinal, integrationId, key: signal.key, at },
    },
    RelayProgressed: { keys: ({ data: { settled } }) => settled.map(String), row: () => null },
  },
  sweep: (row, logTime) => (millisBetween(row.at, logTime) > retention ? null : row),
};

const noRow = (id: string): RelayRow => ({ id, sent: 0, refused: 0, late: 0, unfit: 0, loops: 0, failing: null, lastSentAt: null });

export const relaysView: View<RelayRow, RecordedFact> = {
  name: 'relays',
  hasHistory: false,
  on: {
    RelayProgressed: {
      keys: ({ data: { integrationId } }) => [integrationId],
      // recorded while its relay was removed: there is none any more
      row: (row, { data: { integrationId: _id, settled: _settled, failing, ...more }, meta }) => {
        if (!row) return undefined;
        const { id, sent, refused, late, unfit, loops, lastSentAt } = row;
        return {
          id,
          sent: sent + more.sent,
          refused: refused + more.refused,
          late: late + more.late,
          unfit: unfit + more.unfit,
          loops: loops + more.loops,
          failing,
          lastSentAt: more.sent > 0 ? meta.at : lastSentAt,
        };
      },
    },
    RelaySet: { keys: ({ data: { integrationId } }) => [integrationId], row: (_row, { data: { integrationId } }) => noRow(integrationId) },
    RelayRemoved: { keys: ({ data: { integrationId } }) => [integrationId], row: () => null },
    IntegrationRemoved: { keys: ({ data: { integrationId } }) => [integrationId], row: (row) => (row ? null : undefined) },
  },
};
