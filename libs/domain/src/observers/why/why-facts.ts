import type { AlertGroupFact } from '@tocsin/contracts/alert-groups/events.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { DeliveryReason } from '@tocsin/contracts/alert-groups/delivery-reasons.js';

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
  readonly status: 'firing' | 'acknowledged' | 'suppressed' | 'resolved';
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
type WhyReading<T extends AlertGroupFact['type']> = (state: WhyState, data: FactOf<T>, place: FactPlace) => WhyState;
type WhyReadings = { readonly [T in AlertGroupFact['type']]?: WhyReading<T> };

export const initialWhyOf = (ordinal: number): WhyState => ({
  status: 'firing',
  pages: {},
  unreachable: null,
  skipped: null,
  planned: null,
  stopped: null,
  last: { ordinal },
});

const stopEscalation = (state: WhyState, ordinal: number, status = state.status): WhyState => ({
  ...state,
  status,
  planned: null,
  stopped: { ordinal },
});

const changePage =
  <D extends { readonly pageId: string }>(change: (page: WhyPage, data: D) => Partial<WhyPage>) =>
  (state: WhyState, data: D, { ordinal }: FactPlace): WhyState => {
    const page = state.pages[data.pageId];
    if (!page) return state;
    return { ...state, pages: { ...state.pages, [data.pageId]: { ...page, ordinal, ...change(page, data) } } };
  };

const withoutAttempt = (open: WhyPage['open'], key: string): WhyPage['open'] =>
  Object.fromEntries(Object.entries(open).filter(([one]) => one !== key));

type AttemptRef = { readonly pageId: string; readonly attemptId: string };
/** A provider accepted it: other planned attempts stay planned. */
const wentOut = changePage<AttemptRef>(({ open }, { attemptId }) => ({ hasGoneOut: true, open: withoutAttempt(open, attemptId) }));
type DroppedAttempt = { readonly pageId: string; readonly slot: string; readonly reason: DeliveryReason };
const applyDrop = ({ open }: WhyPage, { slot, reason }: DroppedAttempt): Partial<WhyPage> => ({ open: withoutAttempt(open, slot), reason });

/** State changes by event type. */
export const whyReadings: WhyReadings = {
  AlertGroupReopened: (_, { holder, follows }, { ordinal }) => ({
    ...initialWhyOf(ordinal),
    status: holder === null ? 'firing' : 'acknowledged',
    stopped: follows ? { ordinal } : null,
  }),
  AlertGroupReturnedToFiring: (state) => ({ ...state, status: 'firing', stopped: null }),
  AlertGroupAcknowledged: (state, _, { ordinal }) => stopEscalation(state, ordinal, 'acknowledged'),
  AlertGroupSnoozed: (state, _, { ordinal }) => stopEscalation(state, ordinal, 'acknowledged'),
  AlertGroupResolved: (state, _, { ordinal }) => stopEscalation(state, ordinal, 'resolved'),
  AlertGroupFollows: (state, { holder }, { ordinal }) => stopEscalation(state, ordinal, holder === null ? 'firing' : 'acknowledged'),
  AlertGroupLeads: (state, { handedOn: { held, climb } }, { ordinal }) => ({
    ...state,
    status: held ? 'acknowledged' : 'firing',
    stopped: held ? { ordinal } : null,
    planned: climb.next && !held ? { dueAt: climb.next.dueAt, ordinal } : null,
  }),
  AlertGroupSuppressed: (state, _, { ordinal }) => stopEscalation(state, ordinal, 'suppressed'),
  AlertGroupUnsuppressed: (state) => ({ ...state, status: 'firing', stopped: null }),
  EscalationStarted: (state) => ({ ...state, stopped: null }),
  // the acknowledgement that stopped the climb is the reason to show
  EscalationStopped: (state, _, { ordinal }) => (state.stopped ? state : stopEscalation(state, ordinal)),
  EscalationStepPlanned: (state, { dueAt }, { ordinal }) => ({ ...state, planned: { dueAt, ordinal }, stopped: null }),
  EscalationStepTaken: (state, { targets }, { personId, ordinal }) => {
    const targetOfPerson = targets.flatMap(({ persons }) => persons).find((one) => one.personId === personId);
    const unreachableState =
      targetOfPerson?.outcome === 'not_reachable' ? { reason: targetOfPerson.reason ?? null, ordinal } : state.unreachable;
    return { ...state, planned: null, last: { ordinal }, unreachable: unreachableState };
  },
  EscalationStepSkipped: (state, { persons }, { personId, ordinal }) => ({
    ...state,
    planned: null,
    last: { ordinal },
    skipped: persons.includes(personId) ? { ordinal } : state.skipped,
  }),
  PageStarted: (state, { pageId, quiet, personId: pagedPersonId }, { personId, ordinal }) =>
    pagedPersonId === personId
      ? { ...state, pages: { ...state.pages, [pageId]: { quiet, state: 'running', reason: null, hasGoneOut: false, open: {}, ordinal } } }
      : state,
  MessageResent: changePage(() => ({ state: 'running', reason: null })),
  AttemptPlanned: changePage(({ open }, { slot, dueAt }) => ({ open: { ...open, [slot]: dueAt } })),
  AttemptWaits: changePage(({ open }, { slot, until }) => ({ open: { ...open, [slot]: until } })),
  AttemptStarted: changePage(({ open }, { slot, attemptId }) => ({
    open: { ...withoutAttempt(open, slot), [attemptId]: open[slot] ?? '' },
  })),
  AttemptCancelled: changePage(applyDrop),
  AttemptSent: wentOut,
  AttemptDelivered: wentOut,
  AttemptRead: wentOut,
  AttemptFailed: changePage(({ open }, { attemptId, reason }) => ({ open: withoutAttempt(open, attemptId), reason })),
  AttemptWentStale: changePage(({ open, hasGoneOut }, { slot, attemptId, reason }) => ({
    open: withoutAttempt(withoutAttempt(open, slot), attemptId ?? ''),
    hasGoneOut: hasGoneOut || attemptId !== null,
    reason,
  })),
  PageAnswered: changePage(() => ({ state: 'answered', open: {} })),
  // whatever ended it, nobody had been told
  PageCancelled: changePage((page, { reason }) =>
    page.reason === 'delivery.rehearsing' ? { open: {} } : { state: 'cancelled', reason, open: {} },
  ),
  PageFailed: changePage((_, { reason }) => ({ state: 'failed', reason, open: {} })),
};
