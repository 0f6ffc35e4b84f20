import { readablePersonal } from '@tocsin/contracts/ids.js';
import type { PageShown } from '@tocsin/contracts/alert-groups/page-link.js';
import type { ExistingGroup } from '@tocsin/domain/operation/alert-groups/state.js';
import type { ServerParts } from '../../core/server-parts.js';

/** State of a group, as shown by the links of pages and bundles. */
export const groupState = (
  { reads }: Pick<ServerParts, 'reads'>,
  group: ExistingGroup,
): Pick<PageShown, 'status' | 'since' | 'holderName'> => {
  const isHeld = group.status === 'acknowledged';
  const holder = isHeld && group.holder.kind === 'person' ? reads.people.get(group.holder.personId) : undefined;
  return {
    status: isHeld && group.snooze ? 'snoozed' : group.status,
    since: group.firingSince,
    holderName: holder ? readablePersonal(holder.name) : null,
  };
};
