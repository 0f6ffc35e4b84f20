import type { CommandData } from '@tocsin/contracts/catalogue.js';
import { Refusal } from '@tocsin/kernel/decide/refusal.js';
import { hasPermissionFor, refusePage } from '../../../rules/permissions.js';
import { isIdTaken, refuseTakenId, type DecideRequest, type GroupIdCheck } from './page-request.js';

export interface PageSomeone {
  readonly type: 'PageSomeone';
  readonly data: CommandData<'PageSomeone'> & GroupIdCheck;
}

/** A person pages others, or the policy of a service, without a signal. */
export const pageSomeone: DecideRequest<PageSomeone['data']> = (data, requested, context) => {
  const { serviceId, personIds } = data;
  const service = serviceId === null ? undefined : context.reads.services.get(serviceId);
  if (!hasPermissionFor(context, 'person.page', { teamId: service?.teamId ?? null })) return refusePage(context);
  if (serviceId !== null && !service) return new Refusal('service.not_found', {}, 'serviceId');
  for (const [index, personId] of personIds.entries()) {
    const person = context.reads.people.get(personId);
    if (!person) return new Refusal('person.not_found', {}, `personIds.${index}`);
    if (person.state !== 'active') return new Refusal('person.not_active', {}, `personIds.${index}`);
    if (person.role === 'observer') return new Refusal('person.observes', {}, `personIds.${index}`);
  }
  if (isIdTaken(data, requested)) return refuseTakenId(data);
  return {
    groupId: data.groupId ?? context.newId('group'),
    kind: 'page',
    title: data.title,
    urgency: data.urgency,
    serviceId,
    personIds,
    wholePolicy: serviceId !== null,
  };
};
