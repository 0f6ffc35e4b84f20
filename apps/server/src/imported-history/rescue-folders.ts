import type { ForeignEventOf } from '@tocsin/contracts/imported-history/events.js';
import { SqliteEventLog } from '@tocsin/platform/event-log/sqlite-event-log.js';

/** The folders from which a person was imported: deleting a key here does not reach them. A copy of the system itself is deleted: it has none. */
export async function rescueFoldersOf(room: string, personId: string): Promise<string[]> {
  const log = SqliteEventLog.openReadOnly(room);
  const folders = new Set<string>();
  try {
    for (let after = 0; ;) {
      const events = await log.readAll({ after, types: ['ImportedPerson'], limit: 1_000 });
      for (const { data } of events) {
        const { who, folder: from } = JSON.parse(data) as ForeignEventOf<'ImportedPerson'>;
        if (who.id === personId && from !== '') folders.add(from);
      }
      if (events.length === 0) return [...folders];
      after = events.at(-1)!.ordinal;
    }
  } finally {
    await log.close();
  }
}
