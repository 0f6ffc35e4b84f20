import type { CommandData, FactOf } from '@tocsin/contracts/catalogue.js';
import { isUsable } from '@tocsin/contracts/contact-rows.js';
import type { RoutingFact } from '@tocsin/contracts/routing.js';
import type { Decider } from '@tocsin/kernel/decide/decider.js';
import { Nothing, Refused } from '@tocsin/kernel/decide/refused.js';
import type { GroupReads } from '../alert-groups/shared/reads.js';
import { denied, isSystem, mayAbout, mayEverywhere, pageDenied } from '../rules/permissions.js';
import { isPassedOver, passOver, routePlainly, type PassOverSignal, type RoutePlainly } from './route-plainly.js';
import { raiseRefusals, type RaiseRefusals } from './refusals.js';
import type { Received } from './received.js';
import { Router } from './router.js';
import type { RoutingReads } from './routing-reads.js';
import { routingAtFirst, routingSteps } from './routing.view.js';
import { sameFor, type InputsOf } from '../inputs.js';
import { type RoutingState } from './shared/routing-row.js';

/** Added by the server: whether an alert group with this id exists, and whether it was opened by this very command. */
interface GroupIdCheck {
  readonly isTaken?: boolean;
  readonly again?: { readonly groupId: string; readonly number: number };
}

/** A run of received signals, in log order. Internal: sent by the reactor. */
export interface RouteSignals {
  readonly type: 'RouteSignals';
  readonly data: { readonly from: number; readonly upTo: number; readonly signals: readonly Received[] };
}
/** The audit of the log found something: owners are paged. Internal: sent by the auditor. */
export interface RaiseAuditAlarm {
  readonly type: 'RaiseAuditAlarm';
  readonly data: { readonly groupId: string; readonly title: string };
}
export type RoutingCommand =
  | RouteSignals
  | RoutePlainly
  | PassOverSignal
  | RaiseAuditAlarm
  | RaiseRefusals
  | { readonly type: 'PageSomeone'; readonly data: CommandData<'PageSomeone'> & GroupIdCheck }
  | { readonly type: 'SendTestAlert'; readonly data: CommandData<'SendTestAlert'> & GroupIdCheck };

/** A second alert group with the same id would page no one. */
const isIdTaken = (
  { groupId, isTaken: found }: { readonly groupId?: string | undefined } & GroupIdCheck,
  { asked }: RoutingState,
): boolean => found === true || (groupId !== undefined && asked.includes(groupId));
const refuseTakenId = ({ again }: GroupIdCheck): Refused | Nothing =>
  again ? new Nothing({ ...again }) : new Refused('alert_group.id_taken', {}, 'groupId');

const routingReads = ({ threads, services, storms }: GroupReads): RoutingReads => ({
  thread: (id) => threads.get(id),
  threadsOf: (senderKey) => threads.where('senderKey', senderKey),
  threadsWith: (alert) => threads.where('alert', alert),
  service: (id) => services.get(id),
  storm: (serviceId) => storms.get(serviceId),
  threadsIn: (groupId) => threads.where('groupId', groupId),
});

type Reached = Pick<RoutingState, 'upTo'> & { readonly part?: NonNullable<RoutingState['part']> };

/** Routes as much of a run as one fact may hold, from where the last fact ended. Returns how far that is. */
const routed = (router: Router, signals: readonly Received[], { upTo: before, part }: RoutingState, upTo: number): Reached => {
  let whole = before;
  for (const signal of signals) {
    const { ordinal } = signal;
    const earlier = part?.ordinal === ordinal ? part : null;
    const reached = router.route(signal, earlier?.reached);
    if (reached !== null) return { upTo: whole, ...(reached === '' ? {} : { part: { ordinal, n: (earlier?.n ?? 0) + 1, reached } }) };
    whole = ordinal;
  }
  return { upTo };
};

/** Routes a signal that was passed over, alone: later signals have been routed already and count as newer. */
const routedAgain = (from: number, signal: Received, state: RoutingState, reads: GroupReads): readonly RoutingFact[] => {
  const { ordinal } = signal;
  const { n, reached: before } = state.passedOver.find((one) => one.ordinal === ordinal)!;
  const router = new Router(routingReads(reads), state.nextNumber);
  const reached = router.route({ ...signal, isLate: true }, before);
  const part = reached === null ? {} : { part: { ordinal, n: n + 1, reached } };
  const { items, nextNumber } = router;
  return [{ type: 'SignalsRouted', data: { from, upTo: state.upTo, again: ordinal, ...part, items, nextNumber } }];
};

/** Whether the person has this contact method, and it is usable. */
const hasMethod = (reads: GroupReads, personId: string, contactMethodId: string): boolean =>
  reads.contacts.get(personId)?.methods.some((one) => isUsable(one) && one.contactMethodId === contactMethodId) ?? false;

/**
 * The only stream that assigns numbers. Its expected revision fences the router: two routers can’t both route a signal.
 */
export const routingDecider: Decider<RoutingState, RoutingCommand, RoutingFact, GroupReads> = {
  category: 'routing',
  single: true,
  initial: routingAtFirst,
  known: ({ routing }) => routing.get('routing'),
  streamId: {
    RouteSignals: () => 'routing',
    RoutePlainly: () => 'routing',
    PassOverSignal: () => 'routing',
    PageSomeone: () => 'routing',
    SendTestAlert: () => 'routing',
    RaiseAuditAlarm: () => 'routing',
    RaiseRefusals: () => 'routing',
  },

  decide: {
    RouteSignals: ({ from, upTo, signals }, state, { reads }) => {
      const [first] = signals;
      if (first && signals.length === 1 && isPassedOver(state, first.ordinal)) return routedAgain(from, first, state, reads);
      const fresh = signals.filter((signal) => signal.ordinal > state.upTo);
      if (fresh.length === 0) return [];
      const router = new Router(routingReads(reads), state.nextNumber);
      const reached = routed(router, fresh, state, upTo);
      return [{ type: 'SignalsRouted', data: { from, ...reached, items: router.items, nextNumber: router.nextNumber } }];
    },

    RoutePlainly: routePlainly,
    PassOverSignal: passOver,

    PageSomeone: (data, state, context) => {
      const { serviceId, personIds } = data;
      const service = serviceId === null ? undefined : context.reads.services.get(serviceId);
      if (!mayAbout(context, 'person.page', { teamId: service?.teamId ?? null })) return pageDenied(context);
      if (serviceId !== null && !service) return new Refused('service.not_found', {}, 'serviceId');
      for (const [index, personId] of personIds.entries()) {
        const person = context.reads.people.get(personId);
        if (!person) return new Refused('person.not_found', {}, `personIds.${index}`);
        if (person.state !== 'active') return new Refused('person.not_active', {}, `personIds.${index}`);
        if (person.role === 'observer') return new Refused('person.observes', {}, `personIds.${index}`);
      }
      if (isIdTaken(data, state)) return refuseTakenId(data);
      return [
        {
          type: 'PageRequested',
          data: {
            groupId: data.groupId ?? context.newId('group'),
            number: state.nextNumber,
            nextNumber: state.nextNumber + 1,
            kind: 'page',
            title: data.title,
            urgency: data.urgency,
            serviceId,
            personIds,
            wholePolicy: serviceId !== null,
          },
        },
      ];
    },

    SendTestAlert: (data, state, context) => {
      const service = data.serviceId === null ? undefined : context.reads.services.get(data.serviceId);
      if (data.serviceId !== null && !service) return new Refused('service.not_found', {}, 'serviceId');
      const { contactMethodId } = data;
      if (contactMethodId !== undefined && !hasMethod(context.reads, context.actor.id, contactMethodId)) {
        return new Refused('contact_method.not_found', {}, 'contactMethodId');
      }
      // anyone may test their own phone; paging other people needs a permission
      if (data.wholePolicy && !mayEverywhere(context, 'person.page')) return denied('a member, an admin or an owner');
      if (isIdTaken(data, state)) return refuseTakenId(data);
      return [
        {
          type: 'PageRequested',
          data: {
            groupId: data.groupId ?? context.newId('group'),
            number: state.nextNumber,
            nextNumber: state.nextNumber + 1,
            kind: 'test',
            title: service ? `Test alert for ${service.name}` : 'A page to try this out',
            urgency: 'high',
            serviceId: service?.id ?? null,
            personIds: [context.actor.id],
            wholePolicy: data.wholePolicy,
            ...(contactMethodId === undefined ? {} : { contactMethodId }),
          },
        },
      ];
    },

    RaiseRefusals: raiseRefusals,

    RaiseAuditAlarm: ({ groupId, title }, state, context) => {
      if (!isSystem(context)) return denied('Tocsin itself');
      // several servers audit one log
      if (isIdTaken({ groupId }, state)) return new Nothing();
      const { nextNumber: number } = state;
      const rest = { serviceId: null, personIds: [], wholePolicy: false };
      return [{ type: 'PageRequested', data: { groupId, number, nextNumber: number + 1, kind: 'audit', title, urgency: 'high', ...rest } }];
    },
  },

  evolve: routingSteps,
};

const same = sameFor<RoutingCommand>();

/**
 * Commands behind *Page someone*, test alerts, and audit findings. Signals are gathered, so their decisions are traced
 * by the run.
 */
export const inputs: InputsOf<{ type: 'PageRequested'; data: FactOf<'PageRequested'> }, RoutingCommand> = {
  PageRequested: ({ kind, groupId, title, urgency, serviceId, personIds, wholePolicy, contactMethodId, integrationId, because }) => {
    if (kind === 'page') return same('PageSomeone')({ groupId, title, urgency, serviceId, personIds });
    if (kind === 'audit') return same('RaiseAuditAlarm')({ groupId, title });
    if (kind === 'refused') return same('RaiseRefusals')({ groupId, integrationId: integrationId!, because });
    return { type: 'SendTestAlert', data: { groupId, serviceId, wholePolicy, contactMethodId } };
  },
};
