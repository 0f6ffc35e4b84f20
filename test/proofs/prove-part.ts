import { rebuildArchivedLog, readContents } from '@tocsin/testing/stage/rebuilt-views.js';
import { findArchivedLogs, isSampled, proveArchivedLog } from '@tocsin/testing/stage/archived-logs.js';
import { rebuiltPromises } from '@tocsin/testing/stage/rebuilt-promises.js';
import { proven } from '@tocsin/testing/stage/reenact-folder.js';
import { tier } from '@tocsin/testing/tier.js';

const files = 3;

/** The short run proves a sample of the logs, and builds views by folding alone, unless some files are named. */
const isSample = tier === 'short' && process.env['TOCSIN_TEST_NAMED'] !== '1';

/** Whether all promises have run, each against a started server. */
const isWhole = process.env['TOCSIN_TEST_IS_WHOLE'] === '1';

/** Proves every third log that the tests of this run have left. With fewer logs only as many files are run (scripts/test.mjs). */
export const provePart = (part: number): void => {
  const allLogs = findArchivedLogs();
  const sampledLogs = isSample ? allLogs.filter(isSampled) : allLogs;
  // each file needs one
  const logs = sampledLogs.length < files ? allLogs : sampledLogs;
  if (isWhole && part === 0)
    // in the end of a test, `detach` instead of `close` is enough for that
    it('has a data folder, on which a server can build the views again, of each promise of the sample', () => {
      const left = logs.filter(({ server }) => server).map(({ name }) => name);
      expect(rebuiltPromises.filter((promise) => !left.some((name) => name.startsWith(`test/promises/${promise}`)))).toEqual([]);
    });
  for (const log of logs.filter((_, n) => n % Math.min(files, logs.length) === part)) {
    it(`decides again what ${log.name} recorded, and builds its views from that`, async () => {
      expect(await proveArchivedLog(log)).toEqual(proven);
    });

    const { server } = log;
    if (server && !isSample)
      it(`starts a server without views and side/ on what ${log.name} recorded, which builds the same views, and does nothing twice`, async () => {
        expect(await rebuildArchivedLog(log, server)).toEqual({ ...(await readContents(log.folder)), troubles: [] });
      });
  }
};
