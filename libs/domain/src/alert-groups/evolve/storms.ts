import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { When } from '@tocsin/kernel/decide/decider.js';
import { noLinks } from '../shared/linked.js';
import type { AlertGroupState, AlertGroupCore, Existing } from '../state.js';
import { core, linked } from './core.js';
import { on, type Evolvers } from './evolver.js';

/** Continues from where the previous leading group was. Its plans keep their due times. */
const leading = (state: Existing, { from, handedOn }: FactOf<'AlertGroupLeads'>, { eventId }: When): AlertGroupState => {
  const { policy, climb, held: before, lastHolder, responders, rang, rangAt, heard } = handedOn;
  const planned = <P extends object>(plan: P | null): (P & { plannedBy: string }) | null => plan && { ...plan, plannedBy: eventId };
  const led: AlertGroupCore = {
    ...core(state),
    policy,
    urgency: state.urgency === 'high' ? 'high' : handedOn.urgency,
    climb: { ...climb, next: planned(climb.next) },
    lastHolder,
    responders,
    links: { ...noLinks, from, rang, rangAt: rangAt ?? '', ...(heard ? { heard } : {}) },
  };
  if (!before) return { ...led, status: 'firing' };
  const { holder, since, timeout, snooze, reassigning, returnsAt } = before;
  return {
    ...led,
    status: 'acknowledged',
    holder,
    since,
    timeout: planned(timeout),
    ...(snooze ? { snooze: { dueAt: snooze.until, plannedBy: eventId, from: snooze.from } } : {}),
    ...(reassigning ? { reassigning: planned(reassigning) } : {}),
    ...(returnsAt ? { returns: { dueAt: returnsAt, plannedBy: eventId } } : {}),
  };
};

/** Facts about the storm that it belongs to. */
export const evolveStorms = {
  StormReturnPlanned: on((state, { dueAt }, { eventId }) =>
    state.status === 'acknowledged' ? { ...state, returns: { dueAt, plannedBy: eventId } } : state,
  ),
  AlertGroupFollows: on((state, { leader, holder, since, snoozedUntil }) => ({
    ...core(state),
    status: 'firing',
    update: null,
    climb: { ...state.climb, next: null },
    ...linked(state, { follows: { leader, holder, since, snoozedUntil } }),
  })),
  LinkedAlertsFired: on((state, { urgency }) => ({ ...state, urgency })),
  StormHandedOn: on((state, { handedOn }) => ({ ...state, ...linked(state, { handedOn }) })),
  AlertGroupLeads: on(leading),
  StormEnded: on((state) => ({ ...state, ...linked(state, { handedOn: null }) })),
} satisfies Partial<Evolvers>;
