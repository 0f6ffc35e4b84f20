import type { FactOf, RecordedFact } from '@tocsin/contracts/catalogue.js';
import * as routingLimits from '@tocsin/contracts/routing/limits.js';
import { maxAbandoned } from '@tocsin/contracts/reactor/noun.js';
import type { View } from '@tocsin/kernel/rows/view.js';
import type { SkippedSignal, RoutingRow, RoutingState } from './shared/routing-row.js';

export const routingAtFirst: RoutingState = { upTo: 0, part: null, nextNumber: 1, passedOver: [], asked: [] };

const withLast = ({ passedOver, part }: RoutingState, ordinal: number): readonly SkippedSignal[] => {
  const lastPart = part?.ordinal === ordinal ? part : { ordinal, n: 0, reached: '' };
  return [...passedOver.slice(1 - maxAbandoned), lastPart];
};

const withoutOrAt = (all: readonly SkippedSignal[], retriedOrdinal: number, part: SkippedSignal | null): readonly SkippedSignal[] =>
  all.flatMap((one) => (one.ordinal === retriedOrdinal ? (part ?? []) : one));

/** State changes by event type: used by the decider, and by the row of the stream. */
export const routingSteps = {
  SignalsRouted: (state: RoutingState, data: FactOf<'SignalsRouted'>): RoutingState => {
    const { upTo, part = null, nextNumber, passedOver, again: retriedOrdinal } = data;
    if (retriedOrdinal !== undefined) return { ...state, nextNumber, passedOver: withoutOrAt(state.passedOver, retriedOrdinal, part) };
    return { ...state, upTo, part, nextNumber, ...(passedOver ? { passedOver: withLast(state, upTo) } : {}) };
  },
  PageRequested: (state: RoutingState, { groupId, nextNumber }: FactOf<'PageRequested'>): RoutingState => ({
    ...state,
    nextNumber,
    asked: [...state.asked.slice(1 - routingLimits.askedByHandKept), groupId],
  }),
};

/** The stream `routing` grows indefinitely; one memory row contains its folded state. */
export const routingView: View<RoutingRow, RecordedFact> = {
  name: 'routing',
  hasHistory: false,
  on: {
    SignalsRouted: {
      keys: () => ['routing'],
      row: (row, { revision, data }) => ({
        revision,
        state: routingSteps.SignalsRouted(row?.state ?? routingAtFirst, data),
        received: row?.received ?? 0,
      }),
    },
    PageRequested: {
      keys: () => ['routing'],
      row: (row, { revision, data }) => ({
        revision,
        state: routingSteps.PageRequested(row?.state ?? routingAtFirst, data),
        received: row?.received ?? 0,
      }),
    },
    // before the first is routed, nothing asks
    SignalReceived: {
      keys: (_event, { all }) => [...all()],
      row: (row, { ordinal }) => row && { ...row, received: ordinal },
    },
  },
};
