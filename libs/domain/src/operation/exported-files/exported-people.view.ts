import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { ExportedPersonRow } from '@tocsin/contracts/exported-files/noun.js';
import type { View } from '@tocsin/kernel/rows/view.js';

/** Who is in which file that left: an erasure does not reach it. */
export const exportedPeopleView: View<ExportedPersonRow, RecordedFact> = {
  name: 'exportedPeople',
  hasHistory: false,
  columns: { personId: (row) => row.personId, at: (row) => row.at },
  on: {
    FileExported: {
      keys: ({ data: { fileId, people } }) => people.map((personId) => `${fileId}:${personId}`),
      row: (_row, { data: { fileId, of, names }, meta }: RecordedOf<'FileExported'>, id) => ({
        id,
        personId: id.slice(fileId.length + 1),
        fileId,
        kind: of.kind,
        groupId: 'groupId' in of ? of.groupId : null,
        names,
        at: meta.at,
        by: meta.actor.id,
      }),
    },
  },
};
