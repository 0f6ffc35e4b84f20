import type { RefusalReason } from '@tocsin/contracts/alert-groups/origin.js';
import { duration } from '@tocsin/contracts/duration.js';
import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import type { IntegrationRow } from '@tocsin/contracts/integrations/noun.js';
import { Nothing, Refusal } from '@tocsin/kernel/decide/refusal.js';
import { deriveId } from '@tocsin/kernel/ids.js';
import { refusePermission, isSystem } from '../../../rules/permissions.js';
import type { GroupReads } from '../shared/reads.js';
import { groupOfRefusals } from '../shared/refused-group.js';
import type { DecideRequest } from './page-request.js';

/** An integration is above its hard limit, or its signals can’t be read: runs its service’s policy. Internal: sent by the ingest endpoint. */
export interface RaiseRefusals {
  readonly type: 'RaiseRefusals';
  readonly data: { readonly groupId: string; readonly integrationId: string; readonly because?: RefusalReason | undefined };
}

/**
 * An id that no alert group has yet; undefined while the group with this id is still to be opened. It derives from the ten-minute window of the
 * refused signals, so that all servers request one group. After the clock was set back the window may repeat, and its group may be resolved: the next
 * id derives from that one, on all servers alike.
 */
const findFreeId = (groupId: string, requested: readonly string[], reads: GroupReads): string | undefined => {
  const before = reads.groups.get(groupId);
  // routing remembers only the last requests: an existing group was requested in any case
  if (!before && !requested.includes(groupId)) return groupId;
  return before && findFreeId(deriveId(before.openedAt, groupId, 'refused', 'again'), requested, reads);
};

const whyOf = ({ hardLimit }: Pick<IntegrationRow, 'hardLimit'>, because: RefusalReason | undefined): string =>
  because === 'unreadable'
    ? 'they can’t be read'
    : `more than ${hardLimit ?? 0} in ${integrationLimits.ingestSoft.window / duration.minute} min`;

/**
 * One alert group for each integration at a time, whichever server refuses; none for a while after a person resolved
 * it.
 */
export const decideRefusalGroup: DecideRequest<RaiseRefusals['data']> = (
  { groupId: requestedId, integrationId, because },
  requested,
  context,
) => {
  if (!isSystem(context)) return refusePermission('Tocsin itself');
  const { reads, now } = context;
  const integration = reads.integrations.get(integrationId);
  if (!integration) return new Refusal('integration.not_found');
  const groupId = groupOfRefusals(reads, integrationId, now) ? undefined : findFreeId(requestedId, requested, reads);
  if (groupId === undefined) return new Nothing();
  return {
    groupId,
    kind: 'refused',
    title: `${integration.name}: requests are refused, ${whyOf(integration, because)}`,
    urgency: 'high',
    serviceId: integration.serviceId,
    personIds: [],
    wholePolicy: true,
    integrationId,
    ...(because ? { because } : {}),
  };
};
