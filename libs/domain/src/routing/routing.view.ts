import type { FactOf, RecordedFact } from '@tocsin/contracts/catalogue.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { View } from '@tocsin/kernel/view.js';

/** Where the router stands: the state of its stream, and the revision that made it. */
export interface RoutingRow {
  readonly revision: number;
  readonly state: RoutingState;
}

export interface RoutingState {
  /** Every signal up to this ordinal has been routed. */
  readonly upTo: number;
  /** The signal after those, and how far it has been routed; null: not at all. */
  readonly part: NonNullable<FactOf<'SignalsRouted'>['part']> | null;
  readonly nextNumber: number;
  /** Alert groups that were asked for by hand of late: they may not be there yet, and their ids are taken. */
  readonly asked: readonly string[];
}

export const routingAtFirst: RoutingState = { upTo: 0, part: null, nextNumber: 1, asked: [] };

/** One step of the stream, for its decider and for the row that stands for it. */
export const routingSteps = {
  SignalsRouted: (state: RoutingState, { upTo, part, nextNumber }: FactOf<'SignalsRouted'>): RoutingState => ({
    ...state,
    upTo,
    part: part ?? null,
    nextNumber,
  }),
  PageRequested: (state: RoutingState, { groupId, nextNumber }: FactOf<'PageRequested'>): RoutingState => ({
    ...state,
    nextNumber,
    asked: [...state.asked.slice(1 - limits.askedByHandKept), groupId],
  }),
};

/** The stream `routing` grows for ever; one row of memory stands for all of it. */
export const routingView: View<RoutingRow, RecordedFact> = {
  name: 'routing',
  past: false,
  on: {
    SignalsRouted: {
      keys: () => ['routing'],
      row: (row, { revision, data }) => ({ revision, state: routingSteps.SignalsRouted(row?.state ?? routingAtFirst, data) }),
    },
    PageRequested: {
      keys: () => ['routing'],
      row: (row, { revision, data }) => ({ revision, state: routingSteps.PageRequested(row?.state ?? routingAtFirst, data) }),
    },
  },
};
