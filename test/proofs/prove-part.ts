import { rebuildArchivedLog, readContents } from '@tocsin/testing/stage/rebuilt-views.js';
import { findArchivedLogs, proveArchivedLog } from '@tocsin/testing/stage/archived-logs.js';
import { proven } from '@tocsin/testing/stage/reenact-folder.js';

const files = 3;

/** Proves every third log that the tests of this run have left. With fewer logs only as many files are run (scripts/test.mjs). */
export const provePart = (part: number): void => {
  const logs = findArchivedLogs();
  for (const log of logs.filter((_, n) => n % Math.min(files, logs.length) === part)) {
    it(`decides again what ${log.name} recorded, and builds its views from that`, async () => {
      expect(await proveArchivedLog(log)).toEqual(proven);
    });

    const { server } = log;
    if (server)
      it(`starts a server without views and side/ on what ${log.name} recorded, which builds the same views, and does nothing twice`, async () => {
        expect(await rebuildArchivedLog(log, server)).toEqual({ ...(await readContents(log.folder)), troubles: [] });
      });
  }
};
