import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { Client } from '@tocsin/testing/stage/client.js';
import { inDatabase, type Profile } from '@tocsin/testing/stage/cluster.js';
import { LogTail } from '@tocsin/testing/stage/log-tail.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { copyVault, Standby } from './standby.js';

jest.setTimeout(180_000);

/** An alert group of long ago, which is about to leave the lists, and one of today. */
const begin = async (profile: Profile): Promise<Stage> => {
  const stage = await Stage.begin({ profile });
  await stage.generic({ summary: 'The lighthouse is dark', key: 'old' });
  await stage.ana.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup(1)).id });
  await stage.advance('P42D');
  await stage.ana.signInAgain('Ana');
  await stage.generic({ summary: 'Something of today', key: 'new' });
  await stage.ana.api.run('ChangeListedDays', { days: 3 });
  await stage.advance('PT1H');
  return stage;
};
const numbers = async (ana: Client, query = ''): Promise<readonly number[]> => {
  const { body } = await ana.request<{ readonly rows: readonly { readonly row: AlertGroupRow }[] }>(
    'GET',
    `/api/views/alertGroups?sort=number${query}`,
  );
  return body.rows.map(({ row }) => row.number);
};
const expectGone = async (ana: Client): Promise<void> => {
  expect(await numbers(ana)).toEqual([2]);
  expect(await numbers(ana, '&q=lighthouse')).toEqual([]);
  expect(await numbers(ana, '&where.number=1')).toEqual([1]);
};
/** Not awaited: the server is killed meanwhile. */
const letADayPass = (stage: Stage): void => void stage.advance('PT24H').catch(() => undefined);

describe('a server that is killed while old alert groups leave its lists', () => {
  let stage: Stage;
  afterEach(() => stage.detach());

  it('has them all when it is back, and lets them leave then', async () => {
    stage = await begin('embedded');
    const tail = new LogTail(stage.tocsin.data);
    const holder = new Database(join(stage.tocsin.data, 'views', 'views.db'));
    holder.exec('begin immediate');
    letADayPass(stage);
    await tail.waitFor(({ type }) => type === 'OldAlertGroupsUnlisted');
    await tail.close();
    await stage.tocsin.stop('SIGKILL');
    holder.close();
    await stage.restart();
    await stage.advance('PT24H');
    await expectGone(stage.ana.api);
  });

  it('of a cluster, before it is noted: the server that takes over goes on', async () => {
    stage = await begin('cluster');
    const folder = mkdtempSync(join(tmpdir(), 'tocsin-standby-'));
    const standby = await Standby.start(stage.tocsin.data, copyVault(stage.tocsin.data, join(folder, 'standby')));
    try {
      await standby.waitForOutput(/This one is a standby/);
      await inDatabase(stage.tocsin.data, async (client) => {
        await client.query('begin');
        // the last that is written
        await client.query('lock table unlisted in share mode');
        letADayPass(stage);
        const waiting = `select 1 from pg_locks where not granted and relation = 'unlisted'::regclass`;
        while ((await client.query(waiting)).rows.length === 0);
        await stage.tocsin.stop('SIGKILL');
        await client.query('rollback');
        const { rows } = await client.query<{ count: number }>('select count(*)::int as count from "v_alertGroups"');
        expect(rows).toEqual([{ count: 1 }]);
      });
      await standby.waitForOutput(/This server has taken over\./);
      const stranger = new Client(await standby.waitForUrl(), '', '');
      await stranger.request('POST', '/test/clock', { advance: 'PT24H' });
      const password = { email: 'ana@example.org', password: 'correct horse battery' };
      const { body } = await stranger.request<{ token: string }>('POST', '/api/session', password);
      await expectGone(new Client(stranger.url, body.token, stage.ana.personId));
    } finally {
      await standby.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
