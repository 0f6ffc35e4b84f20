import type { CommandData } from '@tocsin/contracts/catalogue.js';
import { isUsable } from '@tocsin/contracts/contacts/rows.js';
import { Refusal } from '@tocsin/kernel/decide/refusal.js';
import { refusePermission, hasOrganisationPermission } from '../../../rules/permissions.js';
import type { GroupReads } from '../shared/reads.js';
import { isIdTaken, refuseTakenId, type DecideRequest, type GroupIdCheck } from './page-request.js';

export interface SendTestAlert {
  readonly type: 'SendTestAlert';
  readonly data: CommandData<'SendTestAlert'> & GroupIdCheck;
}

const hasMethod = (reads: GroupReads, personId: string, contactMethodId: string): boolean =>
  reads.contacts.get(personId)?.methods.some((one) => isUsable(one) && one.contactMethodId === contactMethodId) ?? false;

export const sendTestAlert: DecideRequest<SendTestAlert['data']> = (data, requested, context) => {
  const service = data.serviceId === null ? undefined : context.reads.services.get(data.serviceId);
  if (data.serviceId !== null && !service) return new Refusal('service.not_found', {}, 'serviceId');
  const { contactMethodId } = data;
  if (contactMethodId !== undefined && !hasMethod(context.reads, context.actor.id, contactMethodId)) {
    return new Refusal('contact_method.not_found', {}, 'contactMethodId');
  }
  // anyone may test their own phone; paging other people needs a permission
  if (data.wholePolicy && !hasOrganisationPermission(context, 'person.page')) return refusePermission('a member, an admin or an owner');
  if (isIdTaken(data, requested)) return refuseTakenId(data);
  return {
    groupId: data.groupId ?? context.newId('group'),
    kind: 'test',
    title: service ? `Test alert for ${service.name}` : 'A page to try this out',
    urgency: 'high',
    serviceId: service?.id ?? null,
    personIds: [context.actor.id],
    wholePolicy: data.wholePolicy,
    ...(contactMethodId === undefined ? {} : { contactMethodId }),
  };
};
