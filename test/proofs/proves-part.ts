import { keptLogs, proveKept } from '@tocsin/testing/stage/kept-logs.js';
import { proven } from '@tocsin/testing/stage/reenact-folder.js';

const files = 3;

/** Proves every third log that the tests of this run have left. Of fewer logs only so many files are run (scripts/test.mjs). */
export const provesPart = (part: number): void => {
  const logs = keptLogs();
  it.each(logs.filter((_, n) => n % Math.min(files, logs.length) === part))(
    'decides again what $name recorded, and builds its views from that',
    async (log) => {
      expect(await proveKept(log)).toEqual(proven);
    },
  );
};
