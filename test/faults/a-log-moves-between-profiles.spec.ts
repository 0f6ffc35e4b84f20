import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { markMove } from '@tocsin/platform/data-folder/unfinished-move.js';
import { SqliteEventLog } from '@tocsin/platform/event-log/sqlite-event-log.js';
import { rootOf } from '@tocsin/platform/proof/root-of.js';
import { clusterEvents, endCluster, startClusterEnv } from '@tocsin/testing/stage/cluster.js';
import { runCommandLine } from '@tocsin/testing/stage/command-line.js';
import { Tocsin } from '@tocsin/testing/stage/tocsin.js';

jest.setTimeout(180_000);

let parent: string;
let data: string;
let env: Readonly<Record<string, string>>;
beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'tocsin-'));
  data = join(parent, 'data');
  env = { ...(await startClusterEnv(data)), TOCSIN_DATA: data, TOCSIN_PROFILE: 'embedded' };
});
afterAll(async () => {
  await endCluster(data);
  rmSync(parent, { recursive: true, force: true });
});

const move = (to: string) => runCommandLine(['move', to], env);
const rootIn = (output: string): string => /same root: ([0-9a-f]{64})/.exec(output)![1]!;
const rootHere = async (): Promise<{ size: number; root: string }> => {
  const log = SqliteEventLog.openReadOnly(join(data, 'log'));
  try {
    return await rootOf((after) => log.readAll({ after, limit: 500 }));
  } finally {
    await log.close();
  }
};

it('moves to the cluster and back with every event, while its server is stopped', async () => {
  const embedded = await Tocsin.start({ data, profile: 'embedded' });
  const { owner } = await embedded.setUp();
  await embedded.join(owner, 'Bo');
  expect(await move('cluster')).toEqual({ code: 1, output: expect.stringContaining('The server is running: stop it first') });
  await embedded.stop();
  const before = await rootHere();

  const there = await move('cluster');
  expect([there.code, there.output]).toEqual([0, expect.stringContaining(`Moved ${before.size} events`)]);
  expect(rootIn(there.output)).toBe(before.root);
  expect(existsSync(join(data, 'log', 'log.db'))).toBe(false);
  expect((await move('cluster')).output).toContain('Was it moved already?');
  expect(await runCommandLine(['verify'], { ...env, TOCSIN_PROFILE: 'cluster' })).toMatchObject({ code: 0 });

  const cluster = await Tocsin.start({ data, profile: 'cluster' });
  const ana = await cluster.signIn('Ana');
  await cluster.join(ana, 'Cy');
  await cluster.settle();
  expect((await ana.list('people')).map(({ name }) => name)).toEqual(expect.arrayContaining(['Ana', 'Bo', 'Cy']));
  await cluster.stop();

  const back = await move('embedded');
  expect([back.code, rootIn(back.output)]).toEqual([0, (await rootHere()).root]);
  // a run that was stopped before its end is repeated
  expect((await move('embedded')).output).toMatch(/Moved (\d+) events, \1 of them earlier/);
  const again = await Tocsin.start({ data, profile: 'embedded' });
  const anaAgain = await again.signIn('Ana');
  await again.settle();
  expect(await anaAgain.list('people')).toHaveLength(3);
  await again.stop();
  expect(await runCommandLine(['verify'], { TOCSIN_DATA: data })).toMatchObject({ code: 0 });
});

it('is begun in no profile whose log a killed move left half, until the move was repeated', async () => {
  const half = join(parent, 'half');
  const server = await Tocsin.start({ data: half, profile: 'embedded' });
  await server.setUp();
  await server.stop();
  const halfEnv = { ...(await startClusterEnv(half)), TOCSIN_DATA: half, TOCSIN_PROFILE: 'embedded' };
  markMove(join(half, 'log'), 'cluster');
  await expect(Tocsin.start({ data: half, profile: 'cluster' })).rejects.toThrow('move_unfinished');
  // the log that is moved is whole
  await (await Tocsin.start({ data: half, profile: 'embedded' })).stop();
  expect(await runCommandLine(['move', 'cluster'], halfEnv)).toMatchObject({ code: 0 });
  await (await Tocsin.start({ data: half, profile: 'cluster' })).stop();
  await endCluster(half);
});

it('is refused by a target that has something else', async () => {
  const other = join(parent, 'other');
  const server = await Tocsin.start({ data: other, profile: 'embedded' });
  await server.setUp();
  await server.stop();
  const { code, output } = await runCommandLine(['move', 'cluster'], { ...env, TOCSIN_DATA: other });
  expect([code, output]).toEqual([1, expect.stringMatching(/The target .*Nothing was written\./)]);
  expect(existsSync(join(other, 'log', 'log.db'))).toBe(true);
});

it('is restored from a backup of the other profile into a cluster, which pages nobody', async () => {
  const [source, target, place] = [join(parent, 'source'), join(parent, 'target'), join(parent, 'place')];
  mkdirSync(place);
  const server = await Tocsin.start({ data: source, profile: 'embedded' });
  const { owner } = await server.setUp();
  await server.join(owner, 'Bo');
  await server.stop();
  expect(await runCommandLine(['backup', place], { TOCSIN_DATA: source })).toMatchObject({ code: 0 });
  const clusterEnv = { ...(await startClusterEnv(target)), TOCSIN_DATA: target };
  const masterKey = ['--master-key', join(source, 'vault', 'master.key')];
  const { code, output } = await runCommandLine(['restore', place, ...masterKey], clusterEnv);
  expect([code, output]).toEqual([0, expect.stringContaining('The store is paused')]);
  expect((await runCommandLine(['restore', place, ...masterKey], clusterEnv)).output).toContain('is not empty');
  const restored = await Tocsin.start({ data: target, profile: 'cluster' });
  const ana = await restored.signIn('Ana');
  await restored.settle();
  expect((await ana.list('people')).map(({ name }) => name)).toEqual(expect.arrayContaining(['Ana', 'Bo']));
  expect((await restored.anonymous.request('GET', '/readyz')).body).toMatchObject({ status: 'held' });
  // a drill with the environment of what is running, and of what is stopped
  const drill = { ...clusterEnv, TOCSIN_DATA: join(parent, 'drill') };
  expect(await runCommandLine(['restore', place, ...masterKey], drill)).toEqual({
    code: 1,
    output: expect.stringContaining('Another server of the cluster is running'),
  });
  await restored.stop();
  const before = (await clusterEvents(target))!.length;
  expect(await runCommandLine(['restore', place, ...masterKey], drill)).toEqual({
    code: 1,
    output: expect.stringContaining('The log of this cluster is not empty'),
  });
  expect((await clusterEvents(target))!.length).toBe(before);
  await endCluster(target);
});
