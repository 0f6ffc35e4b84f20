import type { AlertGroupFact } from '@tocsin/contracts/alert-groups.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { DeliveryReason } from '@tocsin/contracts/delivery-reasons.js';

/** One page to the person. */
export interface WhyPage {
  readonly quiet: boolean;
  readonly state: 'running' | 'answered' | 'cancelled' | 'failed';
  readonly reason: DeliveryReason | null;
  /** A provider accepted one of its attempts, or the outcome is unknown. */
  readonly hasGoneOut: boolean;
  /** Planned or running attempts: their due times. */
  readonly open: Readonly<Record<string, string>>;
  /** The ordinal of the last event about it. */
  readonly ordinal: number;
}

/** State about one person from a group’s events, since its last opening. */
export interface WhyState {
  readonly status: 'firing' | 'acknowledged' | 'resolved';
  readonly pages: Readonly<Record<string, WhyPage>>;
  /** A step would have paged them, but could not. */
  readonly unreachable: { readonly reason: DeliveryReason | null; readonly ordinal: number } | null;
  /** A step would have paged them, but its conditions did not hold. */
  readonly skipped: { readonly ordinal: number } | null;
  readonly planned: { readonly dueAt: string; readonly ordinal: number } | null;
  /** Why the climb stopped. */
  readonly stopped: { readonly ordinal: number } | null;
  /** The last step that was taken, else the opening. */
  readonly last: { readonly ordinal: number };
}

export interface FactPlace {
  readonly personId: string;
  readonly ordinal: number;
}
type Reading<T extends AlertGroupFact['type']> = (state: WhyState, data: FactOf<T>, place: FactPlace) => WhyState;
type Readings = { readonly [T in AlertGroupFact['type']]?: Reading<T> };

export const whyAtFirst = (ordinal: number): WhyState => ({
  status: 'firing',
  pages: {},
  unreachable: null,
  skipped: null,
  planned: null,
  stopped: null,
  last: { ordinal },
});

const stops = (state: WhyState, ordinal: number, status = state.status): WhyState => ({
  ...state,
  status,
  planned: null,
  stopped: { ordinal },
});

const ofPage =
  <D extends { readonly pageId: string }>(change: (page: WhyPage, data: D) => Partial<WhyPage>) =>
  (state: WhyState, data: D, { ordinal }: FactPlace): WhyState => {
    const page = state.pages[data.pageId];
    if (!page) return state;
    return { ...state, pages: { ...state.pages, [data.pageId]: { ...page, ordinal, ...change(page, data) } } };
  };

const without = (open: WhyPage['open'], key: string): WhyPage['open'] =>
  Object.fromEntries(Object.entries(open).filter(([one]) => one !== key));

type Tried = { readonly pageId: string; readonly attemptId: string };
/** A provider accepted it: other planned attempts stay planned. */
const wentOut = ofPage<Tried>(({ open }, { attemptId }) => ({ hasGoneOut: true, open: without(open, attemptId) }));
type Dropped = { readonly pageId: string; readonly slot: string; readonly reason: DeliveryReason };
const dropped = ({ open }: WhyPage, { slot, reason }: Dropped): Partial<WhyPage> => ({ open: without(open, slot), reason });

/** State changes by event type. */
export const whyReadings: Readings = {
  AlertGroupReopened: (_, { holder, follows }, { ordinal }) => ({
    ...whyAtFirst(ordinal),
    status: holder === null ? 'firing' : 'acknowledged',
    stopped: follows ? { ordinal } : null,
  }),
  AlertGroupReturnedToFiring: (state) => ({ ...state, status: 'firing', stopped: null }),
  AlertGroupAcknowledged: (state, _, { ordinal }) => stops(state, ordinal, 'acknowledged'),
  AlertGroupSnoozed: (state, _, { ordinal }) => stops(state, ordinal, 'acknowledged'),
  AlertGroupResolved: (state, _, { ordinal }) => stops(state, ordinal, 'resolved'),
  AlertGroupFollows: (state, { holder }, { ordinal }) => stops(state, ordinal, holder === null ? 'firing' : 'acknowledged'),
  AlertGroupLeads: (state, { handedOn: { held, climb } }, { ordinal }) => ({
    ...state,
    status: held ? 'acknowledged' : 'firing',
    stopped: held ? { ordinal } : null,
    planned: climb.next && !held ? { dueAt: climb.next.dueAt, ordinal } : null,
  }),
  EscalationStarted: (state) => ({ ...state, stopped: null }),
  // the acknowledgement that stopped the climb is the reason to show
  EscalationStopped: (state, _, { ordinal }) => (state.stopped ? state : stops(state, ordinal)),
  EscalationStepPlanned: (state, { dueAt }, { ordinal }) => ({ ...state, planned: { dueAt, ordinal }, stopped: null }),
  EscalationStepTaken: (state, { targets }, { personId, ordinal }) => {
    const named = targets.flatMap(({ persons }) => persons).find((one) => one.personId === personId);
    const unreachable = named?.outcome === 'not_reachable' ? { reason: named.reason ?? null, ordinal } : state.unreachable;
    return { ...state, planned: null, last: { ordinal }, unreachable };
  },
  EscalationStepSkipped: (state, { persons }, { personId, ordinal }) => ({
    ...state,
    planned: null,
    last: { ordinal },
    skipped: persons.includes(personId) ? { ordinal } : state.skipped,
  }),
  PageStarted: (state, { pageId, quiet, personId: paged }, { personId, ordinal }) =>
    paged === personId
      ? { ...state, pages: { ...state.pages, [pageId]: { quiet, state: 'running', reason: null, hasGoneOut: false, open: {}, ordinal } } }
      : state,
  MessageResent: ofPage(() => ({ state: 'running', reason: null })),
  AttemptPlanned: ofPage(({ open }, { slot, dueAt }) => ({ open: { ...open, [slot]: dueAt } })),
  AttemptWaits: ofPage(({ open }, { slot, until }) => ({ open: { ...open, [slot]: until } })),
  AttemptStarted: ofPage(({ open }, { slot, attemptId }) => ({ open: { ...without(open, slot), [attemptId]: open[slot] ?? '' } })),
  AttemptCancelled: ofPage(dropped),
  AttemptSent: wentOut,
  AttemptDelivered: wentOut,
  AttemptRead: wentOut,
  AttemptFailed: ofPage(({ open }, { attemptId, reason }) => ({ open: without(open, attemptId), reason })),
  AttemptWentStale: ofPage(({ open, hasGoneOut }, { slot, attemptId, reason }) => ({
    open: without(without(open, slot), attemptId ?? ''),
    hasGoneOut: hasGoneOut || attemptId !== null,
    reason,
  })),
  PageAnswered: ofPage(() => ({ state: 'answered', open: {} })),
  PageCancelled: ofPage((_, { reason }) => ({ state: 'cancelled', reason, open: {} })),
  PageFailed: ofPage((_, { reason }) => ({ state: 'failed', reason, open: {} })),
};
