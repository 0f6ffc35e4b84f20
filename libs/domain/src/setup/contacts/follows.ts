import type { ContactFact } from '@tocsin/contracts/contacts/events.js';
import { takesNews } from '@tocsin/contracts/contacts/kinds.js';
import * as contactLimits from '@tocsin/contracts/contacts/limits.js';
import type { ContactRow } from '@tocsin/contracts/contacts/rows.js';
import type { DataOf, Decision } from '@tocsin/kernel/decide/decider.js';
import { Nothing, type Refusal } from '@tocsin/kernel/decide/refusal.js';
import type { ConfigurationContext } from '../../reads.js';
import { refuse } from '../../rules/refuse.js';
import type { ContactCommand } from './commands.js';
import { followsOf } from './views.js';

type Data<T extends ContactCommand['type']> = DataOf<ContactCommand, T>;

/** Whether a contact method of theirs can carry what wakes nobody. */
export const refuseMethod = (contactMethodId: string | null, { methods }: ContactRow): Refusal | null => {
  if (contactMethodId === null) return null;
  const method = methods.find((one) => one.contactMethodId === contactMethodId);
  if (!method) return refuse('contact_method.not_found', {}, 'contactMethodId');
  if (!takesNews(method.kind)) return refuse('contact_method.takes_no_news', {}, 'contactMethodId');
  return method.verified ? null : refuse('contact_method.not_verified', {}, 'contactMethodId');
};

const refuseNew = (serviceId: string, row: ContactRow, { reads }: ConfigurationContext): Refusal | null => {
  if (reads.services.get(serviceId)?.state !== 'active') return refuse('service.not_found', {}, 'serviceId');
  const { followedPerPerson, followersPerService } = contactLimits;
  if (followsOf(row).length >= followedPerPerson) return refuse('limit.followed_services', { limit: followedPerPerson });
  if (reads.contacts.where('followed', serviceId).length >= followersPerService)
    return refuse('limit.followers', { limit: followersPerService });
  return null;
};

/** Everybody may read every service: so everybody who is active may follow one. */
export const followService = (data: Data<'FollowService'>, row: ContactRow, context: ConfigurationContext): Decision<ContactFact> => {
  const { serviceId, contactMethodId } = data;
  const before = followsOf(row).find((one) => one.serviceId === serviceId);
  if (before?.contactMethodId === contactMethodId) return new Nothing();
  const refusal = refuseMethod(contactMethodId, row) ?? (before ? null : refuseNew(serviceId, row, context));
  return refusal ?? [{ type: 'ServiceFollowed', data }];
};

export const unfollowService = (data: Data<'UnfollowService'>, row: ContactRow): Decision<ContactFact> =>
  followsOf(row).some(({ serviceId }) => serviceId === data.serviceId) ? [{ type: 'ServiceUnfollowed', data }] : new Nothing();
