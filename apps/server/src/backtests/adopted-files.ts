import { FileResults } from '@tocsin/platform/side/file-results.js';
import { AttemptSuperseded, type ResultStore } from '@tocsin/platform/side/result-store.js';
import { ViewsUnavailable } from '@tocsin/platform/views/view-store.js';

/** Moves results that an earlier release kept in files into the store. Rejects with ViewsUnavailable when that is away; other failures are reported. */
export const adoptFiles = async (room: string, results: ResultStore, onTrouble: (error: unknown) => void): Promise<void> => {
  const files = new FileResults(room);
  for (const { id, text, claim, error } of await files.all()) {
    try {
      if (error) throw error;
      await results.begin(id, text, claim, null).catch((caught: unknown) => {
        // it was moved before, and has gone on since
        if (!(caught instanceof AttemptSuperseded)) throw caught;
      });
      await files.remove(id, claim);
    } catch (caught) {
      if (caught instanceof ViewsUnavailable) throw caught;
      // it stays in place, and does not affect the others
      onTrouble(caught);
    }
  }
};
