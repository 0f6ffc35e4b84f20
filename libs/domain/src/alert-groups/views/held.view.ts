import type { Holder } from '@tocsin/contracts/holder.js';
import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { View } from '@tocsin/kernel/rows/view.js';
import type { HeldRow } from '../shared/held.js';

const keys = (event: { readonly data: { readonly groupId: string } }): readonly string[] => [event.data.groupId];
const heldBy = (groupId: string, holder: Holder | null): HeldRow | null =>
  holder?.kind === 'person' ? { groupId, holderId: holder.personId } : null;

/** Assigned groups: read when a person leaves. */
export const heldView: View<HeldRow, RecordedFact> = {
  name: 'held',
  past: false,
  columns: { holderId: (row) => row.holderId },
  on: {
    AlertGroupAcknowledged: { keys, row: (_row, { data }) => heldBy(data.groupId, data.holder) },
    AlertGroupSnoozed: { keys, row: (_row, { data }) => heldBy(data.groupId, data.holder) },
    AlertGroupUnsnoozed: { keys, row: (_row, { data }) => heldBy(data.groupId, data.holder) },
    AlertGroupTakenOver: { keys, row: (_row, { data }) => heldBy(data.groupId, data.holder) },
    AlertGroupLeads: { keys, row: (_row, { data }) => heldBy(data.groupId, data.handedOn.held?.holder ?? null) },
    AlertGroupFollows: { keys, row: () => null },
    AlertGroupReopened: { keys, row: (_row, { data }) => heldBy(data.groupId, data.holder) },
    AlertGroupReturnedToFiring: { keys, row: () => null },
    AlertGroupResolved: { keys, row: () => null },
  },
};
