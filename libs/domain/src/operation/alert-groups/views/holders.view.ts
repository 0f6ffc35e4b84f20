import type { Holder } from '@tocsin/contracts/alert-groups/holder.js';
import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { View } from '@tocsin/kernel/rows/view.js';
import type { HolderRow } from '../shared/held.js';

const keysOf = (event: { readonly data: { readonly groupId: string } }): readonly string[] => [event.data.groupId];
const holderRowOf = (groupId: string, holder: Holder | null): HolderRow | null =>
  holder?.kind === 'person' ? { groupId, holderId: holder.personId } : null;

/** Assigned groups: read when a person leaves. */
export const holdersView: View<HolderRow, RecordedFact> = {
  name: 'held',
  hasHistory: false,
  columns: { holderId: (row) => row.holderId },
  on: {
    AlertGroupAcknowledged: { keys: keysOf, row: (_row, { data }) => holderRowOf(data.groupId, data.holder) },
    AlertGroupSnoozed: { keys: keysOf, row: (_row, { data }) => holderRowOf(data.groupId, data.holder) },
    AlertGroupUnsnoozed: { keys: keysOf, row: (_row, { data }) => holderRowOf(data.groupId, data.holder) },
    AlertGroupTakenOver: { keys: keysOf, row: (_row, { data }) => holderRowOf(data.groupId, data.holder) },
    AlertGroupLeads: { keys: keysOf, row: (_row, { data }) => holderRowOf(data.groupId, data.handedOn.held?.holder ?? null) },
    AlertGroupFollows: { keys: keysOf, row: () => null },
    AlertGroupReopened: { keys: keysOf, row: (_row, { data }) => holderRowOf(data.groupId, data.holder) },
    AlertGroupReturnedToFiring: { keys: keysOf, row: () => null },
    AlertGroupResolved: { keys: keysOf, row: () => null },
  },
};
