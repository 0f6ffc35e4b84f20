import { story } from '@tocsin/testing/stage/story.js';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { RebuildShown } from '@tocsin/contracts/http.js';
import { allRows } from '@tocsin/testing/stage/all-rows.js';
import { compareRowsByEvolve } from '@tocsin/testing/stage/reenact-folder.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { Client } from '@tocsin/testing/stage/client.js';
import { runCommandLine } from '@tocsin/testing/stage/command-line.js';
import { Load } from './load.js';

let stage: Stage;
let key: string;
beforeAll(async () => {
  stage = await Stage.begin();
  ({ key } = await stage.integration('pagerduty-events'));
  await runUnderLoad('The history', 400);
});
afterAll(() => stage.close());

/** Sends at least this many signals of 40 conditions while `work` runs; then everything has been routed and shown. */
const runUnderLoad = async (name: string, promises: number, work: () => Promise<unknown> = async () => undefined): Promise<Load> => {
  const load = new Load(name, key, 40);
  const loadRun = load.run(stage.tocsin.url, 4);
  await Promise.all([work(), load.waitForAccepted(promises)]);
  load.stop();
  await loadRun;
  await stage.settle();
  return load;
};

/** Runs the operator’s command line on the stage’s data folder. */
const runTocsin = (...args: readonly string[]): Promise<{ code: number; output: string }> =>
  runCommandLine(args, { TOCSIN_DATA: stage.tocsin.data });

/** A client of the server with the operator’s token. */
const operatorClient = (): Client => {
  const { token } = JSON.parse(readFileSync(join(stage.tocsin.data, 'operator.token'), 'utf8')) as { token: string };
  return new Client(stage.tocsin.url, token, '');
};
const getProgress = async (): Promise<RebuildShown> => (await operatorClient().request<RebuildShown>('GET', '/api/rebuild')).body;

const queryViews = <T>(ask: (database: Database.Database) => T, isReadonly = true): T => {
  const database = new Database(join(stage.tocsin.data, 'views', 'views.db'), { readonly: isReadonly });
  try {
    return ask(database);
  } finally {
    database.close();
  }
};
const listTables = (): readonly string[] =>
  queryViews((database) => database.prepare("select name from sqlite_master where type = 'table'").pluck().all() as string[]);

/** Expects that the server shows what its log says. */
const expectRight = async (): Promise<void> => {
  await stage.settle();
  expect(await compareRowsByEvolve(stage.tocsin.data)).toMatchObject({ before: [], rebuilt: [] });
};

describe('a rebuild beside the running server', () => {
  it('loses nothing that comes in meanwhile, and makes the same rows', async () => {
    const readGeneration = (): unknown =>
      queryViews((database) => database.prepare('select min(generation) from view_definitions').pluck().get());
    const before = Number(readGeneration());
    let acceptedCount = 0;
    const load = new Load('Meanwhile', key, 40);
    const loadRun = load.run(stage.tocsin.url, 4);
    await load.waitForAccepted(20);
    const { code, output } = await runTocsin('rebuild');
    acceptedCount = load.acceptedSummaries.length;
    // at least one of each condition, however soon the rebuild was done
    await load.waitForAccepted(40);
    load.stop();
    await loadRun;
    expect(output).toMatch(/uses .*: it rebuilds while the existing views stay available\.\n[^]*Rebuilt alertGroups, .*organisation/);
    expect(code).toBe(0);
    expect(acceptedCount).toBeGreaterThan(20);
    expect(readGeneration()).toBe(before + 1);
    await expectRight();
    expect(listTables().filter((name) => /_(new|old)$/.test(name))).toEqual([]);
    // as single groups, and in the storm’s group, together with the history
    const alerts = (await stage.ana.api.list('alerts')).flatMap((row) => row.alerts);
    expect(alerts.filter(({ summary }) => summary.startsWith('Meanwhile'))).toHaveLength(40);
  });

  it('rebuilds those views that are named, and keeps them up to date from then on', async () => {
    expect(await runTocsin('rebuild', 'alertGroups', 'ladders')).toEqual({
      code: 0,
      output: expect.stringContaining('Rebuilt alertGroups, ladders.'),
    });
    await runUnderLoad('Afterwards', 50);
    await expectRight();
  });

  it('is the operator’s alone: neither a stranger nor an owner may ask for it', async () => {
    for (const client of [stage.tocsin.anonymous, stage.ana.api]) {
      for (const method of ['GET', 'POST']) {
        expect(await client.request(method, '/api/rebuild')).toMatchObject({ status: 401, body: { code: 'operator.required' } });
      }
    }
    const { token } = operatorClient();
    expect((await new Client(stage.tocsin.url, token, '').request('GET', '/api/health')).status).toBe(401);
  });

  it('is one at a time', async () => {
    // the lock keeps the first rebuild from finishing before the second is requested
    const lockingDatabase = new Database(join(stage.tocsin.data, 'views', 'views.db'));
    lockingDatabase.exec('begin immediate');
    const [first, second] = await Promise.all([
      operatorClient().request('POST', '/api/rebuild'),
      operatorClient().request('POST', '/api/rebuild'),
    ]);
    lockingDatabase.close();
    expect([first.status, second.status].toSorted()).toEqual([202, 409]);
    expect([first, second].find(({ status }) => status === 409)).toMatchObject({ body: { code: 'rebuild.running' } });
    await waitForEnd();
  });
});

const waitForEnd = async (): Promise<void> => {
  for (let progressNow = await getProgress(); progressNow.running; progressNow = await getProgress());
};

describe('killed in the middle of a rebuild', () => {
  /** When the server is killed, by its reported rebuild state. */
  const moments: Readonly<Record<string, (progressNow: RebuildShown) => boolean>> = {
    'as it reads': ({ running }) => (running?.ordinal ?? 1) > 0,
    'near its end': ({ running }) => running === null || (running.target > 0 && running.ordinal === running.target),
  };

  it.each(Object.keys(moments))('%s, the next start shows what the log says', async (moment) => {
    expect((await operatorClient().request('POST', '/api/rebuild')).status).toBe(202);
    while (!moments[moment]!(await getProgress()));
    await stage.restart('SIGKILL');
    await expectRight();
    expect(listTables().filter((name) => name.endsWith('_new'))).toEqual([]);
  });
});

describe('a start', () => {
  it('builds what was deleted in a worker, up to the head of a long log', async () => {
    await stage.tocsin.stop();
    const before = allRows(stage.tocsin.data);
    rmSync(join(stage.tocsin.data, 'views'), { recursive: true });
    await stage.restart();
    await stage.settle();
    expect((await getProgress()).last).toMatchObject({ trouble: null, views: expect.arrayContaining(['people', 'ladders']) });
    await stage.tocsin.stop();
    expect(allRows(stage.tocsin.data)).toEqual(before);
    await stage.restart();
  });

  it('rebuilds a view whose definition has changed beside the others', async () => {
    await stage.tocsin.stop();
    queryViews((database) => database.prepare("update view_definitions set fingerprint = 'older' where name = 'alertGroups'").run(), false);
    await stage.restart();
    const otherViews = await stage.ana.api.request('GET', '/api/views/teams');
    expect([200, 503]).toContain(otherViews.status);
    await runUnderLoad('While it is built', 20);
    expect((await getProgress()).last).toMatchObject({ trouble: null, views: ['alertGroups'] });
    await expectRight();
  });
});

story('without a server', (chapter) => {
  chapter('“tocsin rebuild alertGroups” builds that view up to where the others stand', async () => {
    await stage.tocsin.stop();
    const before = allRows(stage.tocsin.data);
    queryViews((database) => database.prepare('delete from "v_alertGroups"').run(), false);
    const { code, output } = await runTocsin('rebuild', 'alertGroups');
    expect(output).toMatch(/Rebuilt alertGroups from \d+ events in [\d.]+ s\.\n$/);
    expect(code).toBe(0);
    expect(allRows(stage.tocsin.data)).toEqual(before);
  });

  chapter('“tocsin rebuild” builds what was deleted', async () => {
    const before = allRows(stage.tocsin.data);
    rmSync(join(stage.tocsin.data, 'views'), { recursive: true });
    expect((await runTocsin('rebuild')).code).toBe(0);
    expect(allRows(stage.tocsin.data)).toEqual(before);
  });

  chapter('“tocsin doctor” finds all well, and says what is not', async () => {
    expect(await runTocsin('doctor')).toEqual({
      code: 0,
      output: expect.stringMatching(/No server is running on this folder\.\nNo problems found\.\n$/),
    });
    await stage.restart();
    expect(await runTocsin('doctor')).toEqual({ code: 0, output: expect.stringContaining(`is ready at ${stage.tocsin.url}`) });
    process.env['TOCSIN_MASTER_KEY'] = Buffer.alloc(32, 7).toString('base64');
    const { code, output } = await runTocsin('doctor');
    delete process.env['TOCSIN_MASTER_KEY'];
    expect(output).toContain('BAD  master key   The master key in TOCSIN_MASTER_KEY is not the key that this vault was made with.');
    expect(code).toBe(1);
  });
});
