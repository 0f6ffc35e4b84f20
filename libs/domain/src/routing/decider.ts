import type { CommandData } from '@tocsin/contracts/catalogue.js';
import type { RoutingFact } from '@tocsin/contracts/routing.js';
import type { Decider } from '@tocsin/kernel/decider.js';
import { Refused } from '@tocsin/kernel/refused.js';
import type { GroupReads } from '../alert-groups/reads.js';
import { denied, mayAbout, mayEverywhere, pageDenied } from '../permissions.js';
import { Router, type Received } from './router.js';
import { routingAtFirst, routingSteps, type RoutingState } from './routes.view.js';

/** The server says whether the id that a client made is an alert group’s already. */
interface MayBeTaken {
  readonly isTaken?: boolean;
}

/** A run of received signals, in log order. Internal: the reactor hands it over. */
export interface RouteSignals {
  readonly type: 'RouteSignals';
  readonly data: { readonly from: number; readonly upTo: number; readonly signals: readonly Received[] };
}
export type RoutingCommand =
  | RouteSignals
  | { readonly type: 'PageSomeone'; readonly data: CommandData<'PageSomeone'> & MayBeTaken }
  | { readonly type: 'SendTestAlert'; readonly data: CommandData<'SendTestAlert'> & MayBeTaken };

/** A second alert group under one id would page nobody. */
const isTaken = ({ groupId, isTaken: found }: { readonly groupId?: string | undefined } & MayBeTaken, { asked }: RoutingState): boolean =>
  found === true || (groupId !== undefined && asked.includes(groupId));
const taken = (): Refused => new Refused('alert_group.id_taken', {}, 'groupId');

/** One of their own that can be paged. */
const hasMethod = (reads: GroupReads, personId: string, contactMethodId: string): boolean =>
  reads.contacts.get(personId)?.methods.some((one) => one.verified && one.contactMethodId === contactMethodId) ?? false;

/** The one writer of numbers. Its expected revision is the router's fence: two routers can't both route a signal. */
export const routingDecider: Decider<RoutingState, RoutingCommand, RoutingFact, GroupReads> = {
  category: 'routing',
  single: true,
  initial: routingAtFirst,
  known: ({ routing }) => routing.get('routing'),
  streamId: { RouteSignals: () => 'routing', PageSomeone: () => 'routing', SendTestAlert: () => 'routing' },

  decide: {
    RouteSignals: ({ from, upTo, signals }, state, { reads }) => {
      const fresh = signals.filter((signal) => signal.ordinal > state.upTo);
      if (fresh.length === 0) return [];
      const router = new Router(
        {
          route: (id) => reads.routes.get(id),
          routesOf: (senderKey) => reads.routes.where('senderKey', senderKey),
          fingerprint: (id) => reads.fingerprints.get(id),
          service: (id) => reads.services.get(id),
        },
        state.nextNumber,
      );
      for (const signal of fresh) router.route(signal);
      return [{ type: 'SignalsRouted', data: { from, upTo, items: router.items, nextNumber: router.nextNumber } }];
    },

    PageSomeone: (data, state, context) => {
      const { serviceId, personIds } = data;
      const service = serviceId === null ? undefined : context.reads.services.get(serviceId);
      if (!mayAbout(context, 'person.page', { teamId: service?.teamId ?? null })) return pageDenied(context);
      if (serviceId !== null && !service) return new Refused('service.not_found', {}, 'serviceId');
      for (const [index, personId] of personIds.entries()) {
        const person = context.reads.people.get(personId);
        if (!person) return new Refused('person.not_found', {}, `personIds.${index}`);
        if (person.state !== 'active') return new Refused('person.not_active', {}, `personIds.${index}`);
      }
      if (isTaken(data, state)) return taken();
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
      // the presser’s own phone is anybody’s to try; other people’s are not
      if (data.wholePolicy && !mayEverywhere(context, 'person.page')) return denied('anybody but an observer');
      if (isTaken(data, state)) return taken();
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
  },

  evolve: routingSteps,
};
