import { story } from '@tocsin/testing/stage/story.js';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startClusterEnv, clusterRows, copyCluster, endCluster, dropClusterViews, inDatabase } from '@tocsin/testing/stage/cluster.js';
import { StoredTree } from '@tocsin/platform/proof/stored-tree.js';
import { expectRefusedStart } from './processes.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { Client } from '@tocsin/testing/stage/client.js';
import { runCommandLine } from '@tocsin/testing/stage/command-line.js';

let stage: Stage;
let env: Readonly<Record<string, string>>;
beforeAll(async () => {
  stage = await Stage.begin({ profile: 'cluster' });
  env = { ...(await startClusterEnv(stage.tocsin.data)), TOCSIN_DATA: stage.tocsin.data };
  for (const summary of ['disk full', 'no memory', 'too slow']) await stage.generic({ summary, key: summary });
});
afterAll(() => stage.close());

const runTocsin = (args: readonly string[], more: Readonly<Record<string, string>> = {}) => runCommandLine(args, { ...env, ...more });
const readRows = (): Promise<readonly string[] | undefined> => clusterRows(stage.tocsin.data);
const queryViews = (query: string): Promise<unknown> => inDatabase(stage.tocsin.data, (client) => client.query(query));
/** The two connection strings, one of which leads nowhere. */
const unreachableEnv = {
  TOCSIN_EVENTSTORE: 'esdb://127.0.0.1:9?tls=false',
  TOCSIN_POSTGRES: 'postgres://tocsin:tocsin@127.0.0.1:9/tocsin',
};

describe('beside the running server', () => {
  it('“tocsin rebuild” makes the same rows', async () => {
    const before = await readRows();
    const { code, output } = await runTocsin(['rebuild']);
    expect(output).toMatch(/uses .*: it rebuilds while the existing views stay available\.\n[^]*Rebuilt alertGroups, .*organisation/);
    expect(code).toBe(0);
    expect(await readRows()).toEqual(before);
  });

  it('/readyz and /metrics say how long the log is, how far each view has come, and how often the subscription ended', async () => {
    await stage.settle();
    const { body } = await stage.tocsin.anonymous.request<{ log: { head: number } }>('GET', '/readyz');
    expect(body).toMatchObject({ status: 'ready', log: { drops: 0 }, views: { lag: 0, seconds: 0, building: [] } });
    expect(body.log.head).toBeGreaterThan(10);
    const { body: metrics } = await stage.tocsin.anonymous.request<string>('GET', '/metrics');
    expect(metrics).toContain(`tocsin_log_head ${body.log.head}\n`);
    expect(metrics).toContain('tocsin_view_lag_events{view="alertGroups"} 0\n');
    expect(metrics).toContain('tocsin_log_subscription_drops 0\n');
  });

  it('“tocsin doctor” finds all well', async () => {
    const { code, output } = await runTocsin(['doctor']);
    expect(output).toMatch(
      /ok {3}eventstoredb +Connected\. \d+ events were counted here, and the last one is at its recorded position; there are no newer events\.\n/,
    );
    expect(output).toMatch(/ok {3}postgresql +Connected\. Seen: (\d+) of \1 events\.\n/);
    expect(output).toMatch(/is ready at http[^]*No problems found\.\n$/);
    expect(code).toBe(0);
  });
});

describe('views that are behind', () => {
  it('put nobody out who came in meanwhile', async () => {
    await stage.settle();
    const dee = await inDatabase(stage.tocsin.data, async (client) => {
      await client.query('begin');
      // while this lock is held, no view can be saved
      await client.query('select * from checkpoint for update');
      const inviteAnswer = await stage.ana.api.run('InvitePerson', { name: 'Dee', email: 'dee@example.org', role: 'member' });
      const waitingLocksSql = `select 1 from pg_locks where not granted`;
      while ((await client.query(waitingLocksSql)).rows.length === 0);
      const token = String(inviteAnswer.says['invitation']).split('/invite/')[1]!;
      const answer = await stage.tocsin.anonymous.request<{ token: string; personId: string }>('POST', `/api/invitations/${token}`, {
        password: 'correct horse battery',
      });
      expect(answer.status).toBe(201);
      return new Client(stage.tocsin.url, answer.body.token, answer.body.personId);
    });
    await stage.settle();
    expect(await dee!.request('GET', '/api/session')).toMatchObject({ status: 200 });
  });
});

story('without a server', (chapter) => {
  let before: readonly string[] | undefined;
  chapter('that has stopped, the rows are as they were', async () => {
    await stage.tocsin.stop();
    before = await readRows();
    expect(before!.length).toBeGreaterThan(10);
  });

  chapter('“tocsin rebuild alertGroups” builds that view up to where the others stand', async () => {
    await queryViews('delete from "v_alertGroups"');
    const { code, output } = await runTocsin(['rebuild', 'alertGroups']);
    expect(output).toMatch(/Rebuilt alertGroups from \d+ events in [\d.]+ s\.\n$/);
    expect(code).toBe(0);
    expect(await readRows()).toEqual(before);
  });

  chapter('“tocsin rebuild” builds what was dropped, and counts the log again where that was removed too', async () => {
    await dropClusterViews(stage.tocsin.data);
    rmSync(join(stage.tocsin.data, 'side', 'ordinals.db'));
    expect((await runTocsin(['rebuild'])).code).toBe(0);
    expect(await readRows()).toEqual(before);
  });

  chapter('leaves the rows as they are when EventStoreDB can’t be reached, and says so', async () => {
    const { code, output } = await runTocsin(['rebuild'], { TOCSIN_EVENTSTORE: unreachableEnv.TOCSIN_EVENTSTORE });
    expect(output).toMatch(/^EventStoreDB can’t be reached \(.*\)\n$/);
    expect(code).toBe(1);
    expect(await readRows()).toEqual(before);
  });

  chapter('says which of the two “tocsin doctor” can’t reach', async () => {
    const { code, output } = await runTocsin(['doctor'], unreachableEnv);
    expect(output).toMatch(/BAD {2}eventstoredb +EventStoreDB can’t be reached \(.*\)\n/);
    expect(output).toMatch(/BAD {2}postgresql +PostgreSQL at 127\.0\.0\.1:9 can’t be reached: .*ECONNREFUSED.*\n/);
    expect(output).toContain('3 of 8 checks failed.');
    expect(code).toBe(1);
  });

  chapter('finds that there is nothing under another prefix', async () => {
    const { output } = await runTocsin(['doctor'], { TOCSIN_EVENTSTORE_PREFIX: 'another', TOCSIN_DATA: stage.tocsin.data });
    expect(output).toMatch(/ok {3}eventstoredb/);
    rmSync(join(stage.tocsin.data, 'side', 'ordinals.db'));
    const { output: second } = await runTocsin(['doctor'], { TOCSIN_EVENTSTORE_PREFIX: 'another' });
    expect(second).toContain('Connected, but no stream begins with “another.”.');
  });

  chapter('finds views that are to be built, and those that have seen more than the log holds', async () => {
    expect((await runTocsin(['rebuild'])).code).toBe(0);
    await queryViews(`update view_definitions set fingerprint = 'older' where name = 'alertGroups'`);
    expect((await runTocsin(['doctor'])).output).toContain('To be rebuilt at the next start: alertGroups.');
    await queryViews('update checkpoint set ordinal = 900000');
    expect((await runTocsin(['doctor'])).output).toMatch(/BAD {2}postgresql .* The log is older than they are: empty the database/);
    await dropClusterViews(stage.tocsin.data);
    expect((await runTocsin(['doctor'])).output).toContain('Connected. No views yet: the next start builds them.');
    expect((await runTocsin(['rebuild'])).code).toBe(0);
  });

  chapter('finds a log that was cut short', async () => {
    await copyCluster(stage.tocsin.data, 'cut', 3);
    const { code, output } = await runTocsin(['doctor'], await startClusterEnv('cut'));
    await endCluster('cut');
    expect(output).toMatch(
      /BAD {2}eventstoredb +It does not have the event with the ordinal \d+ that was counted here: it was restored or replaced\./,
    );
    expect(code).toBe(1);
  });

  chapter('“tocsin backup” and “tocsin restore” refuse: what they copy is not here', async () => {
    const file = join(stage.tocsin.data, '..', 'backup.tar');
    const sentence = 'in the cluster profile it is in EventStoreDB, which has its own tools. See docs/guide/backups.md.\n';
    const backup = await runTocsin(['backup', file]);
    expect(backup).toEqual({ code: 1, output: `There is no log in ${stage.tocsin.data}: ${sentence}` });
    expect(existsSync(file)).toBe(false);
    const restore = await runTocsin(['restore', file], { TOCSIN_DATA: join(stage.tocsin.data, '..', 'elsewhere') });
    expect(restore).toEqual({
      code: 1,
      output: expect.stringMatching(/^A file of “tocsin backup” has a log of the embedded profile\./),
    });
    expect(existsSync(join(stage.tocsin.data, '..', 'elsewhere'))).toBe(false);
  });

  chapter('says which variable is missing, and which profile there is none of', async () => {
    expect(await runTocsin(['doctor'], { TOCSIN_POSTGRES: '' })).toEqual({
      code: 1,
      output: 'TOCSIN_PROFILE=cluster needs TOCSIN_EVENTSTORE and TOCSIN_POSTGRES, as on the server.\n',
    });
    expect((await runTocsin(['doctor'], { TOCSIN_PROFILE: 'big' })).output).toContain('TOCSIN_PROFILE is “big”');
    await stage.restart();
  });

  chapter('does not start on a log that has lost events whose hashes are here, until these are removed', async () => {
    await stage.tocsin.stop();
    const dir = join(stage.tocsin.data, 'log');
    const tree = StoredTree.open(dir);
    tree.append(Array.from({ length: 1_000 }, () => Buffer.alloc(32)));
    tree.close();
    const { code, output } = await expectRefusedStart(env);
    expect([code, output.trim()]).toEqual([
      1,
      expect.stringMatching(/^The log ends with event \d+, but it had \d+: its end is missing\. /),
    ]);
    for (const name of readdirSync(dir)) if (name.startsWith('tree.db')) rmSync(join(dir, name));
    await stage.restart();
  });
});
