import { story } from '@tocsin/testing/stage/story.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type pg from 'pg';
import type { BacktestAnswer } from '@tocsin/contracts/backtests/backtests.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { inDatabase } from '@tocsin/testing/stage/cluster.js';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import { createScheduleOn } from '@tocsin/testing/schedules/stage-rotations.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';
import { Client } from '@tocsin/testing/stage/client.js';
import { copyVault, Standby } from './standby.js';

let stage: Stage;
let bo: Player;
let folder: string;
let mailbox: Mailbox;
const standbys: Standby[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tocsin-standby-'));
  mailbox = await Mailbox.start();
  stage = await Stage.begin({ profile: 'cluster', mailbox });
  bo = await stage.addPerson('Bo');
  await stage.setPolicy([{ page: [stage.ana] }, { page: [bo] }]);
});
afterEach(async () => {
  for (const standby of standbys) await standby.stop();
});
afterAll(async () => {
  await stage.detach();
  rmSync(folder, { recursive: true, force: true });
});

const startStandby = async (data: string, env: Readonly<Record<string, string>> = {}): Promise<Standby> => {
  const standby = await Standby.start(stage.tocsin.data, data, env);
  standbys.push(standby);
  return standby;
};
const withVault = (name: string): string => copyVault(stage.tocsin.data, join(folder, name));

story('a second server over the same log', (chapter) => {
  chapter('waits while the first one works, and takes over its open pages when that one is killed', async () => {
    await stage.generic({ summary: 'disk full', key: 'disk' });
    expect([stage.ana.ringCount, bo.ringCount]).toEqual([1, 0]);
    const anchor = await stage.settle();
    const rotation = { anchor, turns: [stage.ana, bo], length: { unit: 'hours', count: 1 } } as const;
    const scheduleId = await createScheduleOn(stage, 'Primary', rotation);
    const invite = { name: 'Cy', email: 'cy@example.org', role: 'member' } as const;
    await stage.ana.api.run('InvitePerson', invite);
    await stage.settle();
    const mailCount = mailbox.messages.length;
    expect(mailCount).toBeGreaterThan(0);
    const standby = await startStandby(withVault('standby'), { TOCSIN_SMTP_URL: mailbox.url });
    await standby.waitForOutput(/Another Tocsin server is active on this log\. This one is a standby/);
    await stage.advance('PT1M');
    expect(standby.output).not.toContain('listens on');

    await stage.tocsin.stop('SIGKILL');
    await standby.waitForOutput(/This server has taken over\./);
    const standbyClient = new Client(await standby.waitForUrl(), '', '');
    await standbyClient.request('POST', '/test/clock', { advance: 'PT0S' });
    const session = await standbyClient.request<{ token: string }>('POST', '/api/session', {
      email: 'ana@example.org',
      password: 'correct horse battery',
    });
    const ana = new Client(standbyClient.url, session.body.token, stage.ana.personId);
    // work handled by the first one is recorded on the log: none of it is handled or sent again
    const { body } = await ana.request<{ events: Recorded[] }>('GET', '/api/events?limit=200');
    const startIndex = body.events.findIndex(({ type }) => type === 'ReactorStarted');
    expect(body.events.slice(0, startIndex).map(({ type }) => type)).toEqual([]);
    expect(mailbox.messages).toHaveLength(mailCount);
    expect((await standbyClient.request('POST', '/test/clock', { advance: 'PT5M' })).status).toBe(200);
    expect([stage.ana.ringCount, bo.ringCount]).toEqual([1, 1]);
    const [group] = await ana.list('alertGroups');
    expect(group).toMatchObject({ title: 'disk full', status: 'firing' });
    await ana.run('AcknowledgeAlertGroup', { groupId: group!.id });
    await standbyClient.request('POST', '/test/clock', { advance: 'PT4M' });
    expect([stage.ana.ringCount, bo.ringCount]).toEqual([1, 1]);
    // a handoff under the server that took over happens once, in order
    await ana.run('ResolveAlertGroup', { groupId: group!.id });
    await standbyClient.request('POST', '/test/clock', { advance: 'PT2H' });
    const handedOff = (await ana.events(`schedule-${scheduleId}`)).filter(({ type }) => type === 'OnCallChanged');
    const hoursAfterHandoff = ({ data }: (typeof handedOff)[number]) =>
      (Date.parse(String(data['effectiveAt'])) - Date.parse(anchor)) / 3_600_000;
    expect(handedOff.map(hoursAfterHandoff)).toEqual([0, 1, 2]);
    await standby.stop();
    await stage.restart();
  });

  chapter('goes on with the backtest of the first one, and has the results that were kept there', async () => {
    const from = await stage.settle();
    await stage.advance('PT1M');
    const startBacktest = async (): Promise<string> => {
      const { status, body } = await stage.ana.api.request<BacktestAnswer>('POST', '/api/backtests', { change: null, from });
      expect(status).toBe(202);
      return body.id;
    };
    const waitForBacktest = async (client: Client, id: string): Promise<BacktestAnswer> => {
      for (;;) {
        const { status, body } = await client.request<BacktestAnswer>('GET', `/api/backtests/${id}`);
        expect(status).toBe(200);
        if (body.state !== 'running') return body;
      }
    };
    const before = await waitForBacktest(stage.ana.api, await startBacktest());
    const standby = await startStandby(withVault('second-standby'));
    await standby.waitForOutput(/Another Tocsin server is active on this log\. This one is a standby/);
    const runningId = await startBacktest();
    await stage.tocsin.stop('SIGKILL');
    const standbyClient = new Client(await standby.waitForUrl(), '', '');
    await standbyClient.request('POST', '/test/clock', { advance: 'PT0S' });
    const login = { email: 'ana@example.org', password: 'correct horse battery' };
    const session = await standbyClient.request<{ token: string }>('POST', '/api/session', login);
    const ana = new Client(standbyClient.url, session.body.token, stage.ana.personId);
    expect(await waitForBacktest(ana, before.id)).toEqual(before);
    expect(await waitForBacktest(ana, runningId)).toMatchObject({ state: 'done', trouble: null, result: { was: before.result!.was } });
    await standby.stop();
    await stage.restart();
  });

  chapter('is refused with a sentence when it does not know the keys', async () => {
    await stage.tocsin.stop();
    const stranger = await startStandby(join(folder, 'stranger'));
    expect(await stranger.waitForExit()).toBe(1);
    expect(stranger.output).toContain(
      'The log has a history, but the vault beside it is a new one. Put back the vault folder that belongs to this log.',
    );
    await stage.restart();
  });

  chapter('is refused with a sentence when its copy of the vault lacks a key, though nobody looks at what it opens', async () => {
    await stage.tocsin.stop();
    const data = withVault('stale');
    const vault = new Database(join(data, 'vault', 'vault.db'));
    expect(vault.prepare(`DELETE FROM subject_keys WHERE subject LIKE 'raw:%'`).run().changes).toBeGreaterThan(0);
    vault.close();
    const stale = await startStandby(data);
    expect(await stale.waitForExit()).toBe(1);
    expect(stale.output).toMatch(
      /The vault has no key for raw:\S+, though the log needs it\. Put back the newest copy of the vault folder\./,
    );
    await stage.restart();
  });

  chapter('is refused with a sentence when it is to do only a part of the work', async () => {
    const part = await startStandby(join(folder, 'part'), { TOCSIN_ROLES: 'command,query' });
    expect(await part.waitForExit()).toBe(1);
    expect(part.output).toMatch(/^TOCSIN_ROLES leaves out projector, reactor\. One server has all the roles/);
  });

  // other files' servers may have databases on the same PostgreSQL
  const leaderCondition = `application_name = 'tocsin leader' and datname = current_database()`;
  const terminate = `select pg_terminate_backend(pid) from pg_stat_activity where ${leaderCondition}`;

  /** The PostgreSQL processes that hold the leader lock for a server. */
  const readLockHolders = async (client: pg.Client): Promise<readonly number[]> => {
    const lockHoldersSql = `select pid from pg_locks join pg_stat_activity using (pid)
      where ${leaderCondition} and locktype = 'advisory' and granted`;
    return (await client.query<{ pid: number }>(lockHoldersSql)).rows.map(({ pid }) => pid);
  };

  chapter('a server that has lost its place to another goes on when PostgreSQL was only restarted', async () => {
    await inDatabase(stage.tocsin.data, async (client) => {
      const before = await readLockHolders(client);
      expect(before).toHaveLength(1);
      await client.query(terminate);
      // it holds the lock again, on another connection
      for (let now = before; now.length !== 1 || now[0] === before[0]; now = await readLockHolders(client));
    });
    await stage.generic({ summary: 'still here', key: 'still' });
    expect(stage.ana.ringCount).toBe(2);
  });

  chapter('a server that has lost its place to another ends, and says why', async () => {
    const lockCheck = inDatabase(stage.tocsin.data, async (client) => {
      await client.query(`select pg_advisory_lock(7062002, hashtext('tocsin'))`);
      while (!stage.tocsin.output().includes('Another Tocsin server took over this log.')) await client.query('select 1');
    });
    await inDatabase(stage.tocsin.data, async (client) => {
      const countWaiting = async (): Promise<number> =>
        (await client.query('select 1 from pg_locks where locktype = $1 and not granted', ['advisory'])).rows.length;
      while ((await countWaiting()) === 0);
      await client.query(terminate);
    });
    await lockCheck;
    expect(stage.tocsin.output()).toContain('This one stops so that no one is paged twice');
  });
});
