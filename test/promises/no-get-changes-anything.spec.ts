import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { allRoutes as routes } from '../../apps/server/src/query/all-routes.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { requestAsStranger } from '@tocsin/testing/browser/stranger.js';

let stage: Stage;
/** Values for each `:name` of a path, and for what follows it. */
let filledParameters: Readonly<Record<string, readonly string[]>>;
beforeAll(async () => {
  stage = await Stage.begin();
  await stage.generic({ summary: 'Payments are down', key: 'payments' });
  const { says } = await stage.ana.api.run('InvitePerson', { name: 'Bo', email: 'bo@example.org', role: 'member' });
  const { id: groupId } = await stage.getGroup();
  filledParameters = {
    ':token': [String(says['invitation']).split('/').at(-1)!],
    ':ordinal': ['1', '2'],
    ':challenge': ['c'.repeat(32)],
    ':message': [stage.ana.personId],
    ':connection': [stage.ana.personId],
    ':mac': ['m'.repeat(22)],
    ':secret': [stage.ana.phone.pages[0]!.link.split('/').at(-1)!],
    ':key': [(await stage.integration('generic')).path.split('/').at(-1)!, stage.setUpAnswer.address.split('/').at(-1)!],
    ':id': [
      groupId,
      stage.ana.personId,
      stage.setUpAnswer.teamId,
      stage.setUpAnswer.serviceId,
      stage.setUpAnswer.policyId,
      stage.setUpAnswer.integrationId,
      'organisation',
    ],
  };
});
afterAll(() => stage.close());

/** All addresses of a route. What only senders name, such as an account of theirs, is any word. */
const addressesOf = (path: string): readonly string[] => {
  const name = /:\w+/.exec(path)?.[0];
  if (name === undefined) return [path];
  if (path.startsWith('/api/')) expect([path, filledParameters[name]]).toEqual([path, expect.any(Array)]);
  return (filledParameters[name] ?? ['any']).flatMap((value) => addressesOf(path.replace(name, value)));
};
const allAddresses = (): readonly string[] => [...new Set(routes.flatMap(({ path }) => addressesOf(path)))];

/** Every row beside the log, except times of last use. */
const readSideTables = (): Readonly<Record<string, unknown>> => {
  const db = new Database(join(stage.tocsin.data, 'side', 'side.db'), { readonly: true });
  const tables = db.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all();
  const comparedTables = tables.filter((name) => !/last_uses|checkpoints/.test(name));
  const rows = comparedTables.map((name) => [name, db.prepare(`SELECT * FROM ${name}`).all().map(withoutSeen)]);
  db.close();
  return Object.fromEntries(rows) as Record<string, unknown>;
};
const withoutSeen = (row: unknown): unknown => ({ ...(row as object), lastSeenAt: null, expiresAt: null });
/** Keys that no person has are made ahead, whenever the server finds time for it. */
const preparedRows: Readonly<Record<string, string>> = { subject_keys: "WHERE subject LIKE 'person:%'" };
/** Secrets and files of the vault, by name and size: none is added, none goes. */
const readVault = (): readonly unknown[] => {
  const folder = join(stage.tocsin.data, 'vault');
  const db = new Database(
    join(
      folder,
      readdirSync(folder).find((name) => name.endsWith('.db'))!,
    ),
    { readonly: true },
  );
  const tables = db.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all();
  const counts = tables.map((name) => [name, db.prepare(`SELECT count(*) AS n FROM ${name} ${preparedRows[name] ?? ''}`).get()]);
  db.close();
  return [...counts, statSync(join(folder, 'master.key')).size];
};
const readState = async () => ({
  head: await stage.getHead(),
  rang: stage.ana.phone.rings.length,
  beside: readSideTables(),
  vault: readVault(),
});

describe('a GET', () => {
  it.each([
    ['nobody', () => ({})],
    ['the owner', () => ({ authorization: `Bearer ${stage.ana.api.token}` })],
    [
      'the owner’s browser, sent here by another site',
      () => ({ cookie: `tocsin_session=${stage.ana.api.token}`, 'sec-fetch-site': 'cross-site' }),
    ],
  ] as const)('of %s changes nothing, at any address', async (_, headers) => {
    await stage.settle();
    const before = await readState();
    expect(allAddresses().length).toBeGreaterThan(100);
    for (const path of allAddresses()) {
      for (const method of ['GET', 'HEAD']) {
        const { status } = await requestAsStranger(`${stage.tocsin.url}${path}`, { method, headers: headers() });
        expect([method, path, status < 500 || status === 503]).toEqual([method, path, true]);
      }
    }
    await stage.settle();
    expect(await readState()).toEqual(before);
  });

  it('at an address that only takes what changes something is told which methods it takes', async () => {
    const gettable = new Set(routes.filter(({ method }) => method === 'GET').map(({ path }) => path));
    const changingRoutes = routes.filter(({ method, path }) => method !== 'GET' && !gettable.has(path));
    for (const path of changingRoutes.flatMap((route) => addressesOf(route.path))) {
      const { status } = await requestAsStranger(`${stage.tocsin.url}${path}`, {
        headers: { authorization: `Bearer ${stage.ana.api.token}` },
      });
      expect([path, status]).toEqual([path, 405]);
    }
  });

  it('of a link in a mail, by whoever looks it over, leaves the page to whom it was sent', async () => {
    const link = stage.ana.phone.pages[0]!.link;
    for (let looks = 0; looks < 3; looks += 1) await requestAsStranger(link.replace(/^https?:\/\/[^/]+/, stage.tocsin.url));
    expect(await stage.getGroup()).toMatchObject({ status: 'firing' });
  });
});
