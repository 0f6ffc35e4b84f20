import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HealthAnswer } from '@tocsin/contracts/health.js';
import { SqliteEventLog } from '@tocsin/platform/event-log/sqlite-event-log.js';
import { leafOf, MerkleTree } from '@tocsin/platform/proof/merkle.js';
import { clusterEvents, endClusters, type Profile } from '@tocsin/testing/stage/cluster.js';
import { Client } from '@tocsin/testing/stage/client.js';
import { runCommandLine } from '@tocsin/testing/stage/command-line.js';
import { Tocsin } from '@tocsin/testing/stage/tocsin.js';

jest.setTimeout(240_000);

let parent: string;
beforeEach(() => (parent = mkdtempSync(join(tmpdir(), 'tocsin-'))));
afterEach(() => rmSync(parent, { recursive: true, force: true }));
afterAll(() => endClusters());

/** The roots over the first events of the original’s log, by their number. */
const rootAt = async (data: string, size: number): Promise<string> => {
  const tree = new MerkleTree();
  const events = await clusterEvents(data);
  if (events) for (const event of events.slice(0, size)) tree.push(leafOf(event));
  else {
    const log = SqliteEventLog.openReadOnly(join(data, 'log'));
    while (tree.size < size)
      for (const event of await log.readAll({ after: tree.size, limit: Math.min(500, size - tree.size) })) tree.push(leafOf(event));
    await log.close();
  }
  return tree.root().toString('hex');
};

const backupOf = async (client: Client): Promise<HealthAnswer['backup']> =>
  (await client.request<HealthAnswer>('GET', '/api/health')).body.backup;

it.each<Profile>(['embedded', 'cluster'])('on a thread, killed while it runs, goes on after the next start: %s', async (profile) => {
  const [data, place, target] = [join(parent, 'data'), join(parent, 'place'), join(parent, 'target')];
  mkdirSync(place);
  const options = { data, profile, isOwnProcess: true, env: { TOCSIN_BACKUP: place } } as const;
  const first = await Tocsin.start(options);
  const { owner } = await first.setUp();
  for (const name of ['Bo', 'Cy']) await first.join(owner, name);
  await first.advance('PT10M');
  expect(await backupOf(owner)).toMatchObject({ failing: null, last: { head: expect.any(Number) } });
  await first.join(owner, 'Di');
  // its answer is never read: the process ends somewhere in the run
  const advancing = first.advance('PT10M').catch(() => undefined);
  await first.stop('SIGKILL');
  await advancing;

  const second = await Tocsin.start(options);
  await second.settle();
  const ana = await second.signIn('Ana');
  await second.advance('PT10M');
  const { last, failing } = (await backupOf(ana))!;
  expect(failing).toBeNull();
  await second.stop();

  const { code, output } = await runCommandLine(
    ['restore', place, '--to', String(last!.head), '--master-key', join(data, 'vault', 'master.key')],
    { TOCSIN_DATA: target },
  );
  expect([code, /Root over (\d+) events: ([0-9a-f]{64})/.exec(output)?.slice(1)]).toEqual([
    0,
    [String(last!.head), await rootAt(data, last!.head)],
  ]);
});
