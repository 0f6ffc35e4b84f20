import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { FactMeta } from '@tocsin/kernel/decide/decider.js';
import { noLinks } from '../shared/linked.js';
import { mostRung } from '../shared/rung-people.js';
import type { AlertGroupState, AlertGroupCore, ExistingGroup } from '../state.js';
import { coreOf, changeLinks } from './core.js';
import { changeExisting, type Evolvers } from './evolver.js';

/** Continues from where the previous leading group was. Its plans keep their due times. */
const takeLead = (state: ExistingGroup, { from, handedOn }: FactOf<'AlertGroupLeads'>, { eventId }: FactMeta): AlertGroupState => {
  const { policy, climb, held: before, lastHolder, responders, rang, rangAt, heard } = handedOn;
  const withPlanner = <P extends object>(plan: P | null): (P & { plannedBy: string }) | null => plan && { ...plan, plannedBy: eventId };
  const led: AlertGroupCore = {
    ...coreOf(state),
    policy,
    urgency: state.urgency === 'high' ? 'high' : handedOn.urgency,
    climb: { ...climb, next: withPlanner(climb.next) },
    lastHolder,
    responders,
    links: { ...noLinks, set: state.links.set, from, rang, rangAt: rangAt ?? '', heard },
  };
  if (!before) return { ...led, status: 'firing' };
  const { holder, since, timeout, snooze, reassigning, returnsAt } = before;
  return {
    ...led,
    status: 'acknowledged',
    holder,
    since,
    timeout: withPlanner(timeout),
    ...(snooze ? { snooze: { dueAt: snooze.until, plannedBy: eventId, from: snooze.from } } : {}),
    ...(reassigning ? { reassigning: withPlanner(reassigning) } : {}),
    ...(returnsAt ? { returns: { dueAt: returnsAt, plannedBy: eventId } } : {}),
  };
};

/** Facts about the storm that it belongs to. */
export const evolveStorms = {
  StormReturnPlanned: changeExisting((state, { dueAt }, { eventId }) =>
    state.status === 'acknowledged' ? { ...state, returns: { dueAt, plannedBy: eventId } } : state,
  ),
  AlertGroupFollows: changeExisting((state, { leader, holder, since, snoozedUntil }) => ({
    ...coreOf(state),
    status: 'firing',
    update: null,
    climb: { ...state.climb, next: null },
    ...changeLinks(state, { follows: { leader, holder, since, snoozedUntil } }),
  })),
  LinkedAlertsFired: changeExisting((state, { urgency }) => ({ ...state, urgency })),
  StormHandedOn: changeExisting((state, { handedOn }) => ({ ...state, ...changeLinks(state, { handedOn }) })),
  AlertGroupLeads: changeExisting(takeLead),
  AlertGroupLinked: changeExisting((state, { storm: set, rule }) => ({
    ...state,
    ...changeLinks(state, { set, isAlone: rule !== undefined && set === state.groupId }),
  })),
  AlertGroupUnlinked: changeExisting((state, { rang }, { at }) => ({
    ...state,
    ...changeLinks(state, {
      set: null,
      isAlone: false,
      follows: null,
      ...(rang ? { rang: [...new Set([...state.links.rang, ...rang])].slice(-mostRung), rangAt: at } : {}),
    }),
  })),
  StormEnded: changeExisting((state) => ({ ...state, ...changeLinks(state, { handedOn: null }) })),
} satisfies Partial<Evolvers>;
