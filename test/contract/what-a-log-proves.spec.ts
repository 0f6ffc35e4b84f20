import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { rebuildArchivedLog, readContents } from '@tocsin/testing/stage/rebuilt-views.js';
import { archiveLog, findArchivedLogs, proveArchivedLog, type ArchivedLog } from '@tocsin/testing/stage/archived-logs.js';
import { proveFolder, proven } from '@tocsin/testing/stage/reenact-folder.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

describe('what the log of a stopped server proves', () => {
  let stage: Stage;
  let views: Database.Database;
  beforeAll(async () => {
    stage = await Stage.begin({ profile: 'embedded' });
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    await stage.settle();
    await stage.tocsin.stop();
    views = new Database(join(stage.tocsin.data, 'views', 'views.db'));
  });
  afterAll(async () => {
    views.close();
    await stage.detach();
  });

  /** Result of the proof after the views were changed behind the server’s back, by SQL that is reverted. */
  const proveAfterChange = async (change: string, undo: string) => {
    views.exec(change);
    try {
      return await proveFolder(stage.tocsin.data);
    } finally {
      views.exec(undo);
    }
  };

  it('is nothing where all is well', async () => {
    expect(await proveFolder(stage.tocsin.data)).toEqual(proven);
  });

  it('is each row that is not what its events say', async () => {
    const { rows } = await proveAfterChange(
      `CREATE TABLE kept AS SELECT * FROM "v_alertGroups"; DELETE FROM "v_alertGroups"`,
      `INSERT INTO "v_alertGroups" SELECT * FROM kept; DROP TABLE kept`,
    );
    expect([rows.before, rows.rebuilt]).toEqual([[], [expect.stringContaining('DiskFull')]]);
  });

  it('is each event that the views have not come to', async () => {
    const { unseen } = await proveAfterChange(
      'UPDATE checkpoint SET ordinal = ordinal - 20',
      'UPDATE checkpoint SET ordinal = ordinal + 20',
    );
    expect(unseen).toContain('AlertGroupOpened');
  });

  const findOwnLog = (): ArchivedLog => findArchivedLogs().find(({ name }) => name.startsWith('test/contract/what-a-log-proves'))!;

  it('is what its copy proves, in the suite of its own', async () => {
    expect(await archiveLog(stage.tocsin.data, __filename)).toBe(true);
    const copy = findOwnLog();
    const rows = new Database(join(copy.folder, 'views', 'views.db'));
    try {
      expect(await proveArchivedLog(copy)).toEqual(proven);
      rows.exec('DELETE FROM "v_alertGroups"');
      expect((await proveArchivedLog(copy)).rows.rebuilt).toEqual([expect.stringContaining('DiskFull')]);
    } finally {
      rows.close();
      rmSync(copy.folder, { recursive: true });
    }
  });

  it('is what a server builds that is started on its copy, there too', async () => {
    expect(await archiveLog(stage.tocsin.data, __filename, { env: {}, expectedTrouble: null })).toBe(true);
    const copy = findOwnLog();
    const rows = new Database(join(copy.folder, 'views', 'views.db'));
    try {
      const rebuiltCopy = await rebuildArchivedLog(copy, copy.server!);
      expect(rebuiltCopy).toEqual({ ...(await readContents(copy.folder)), troubles: [] });
      rows.exec('DELETE FROM "v_alertGroups"');
      const leftRows = new Set((await readContents(copy.folder)).rows);
      expect(rebuiltCopy.rows.filter((row) => !leftRows.has(row))).toEqual([expect.stringContaining('DiskFull')]);
    } finally {
      rows.close();
      rmSync(copy.folder, { recursive: true });
    }
  });
});
