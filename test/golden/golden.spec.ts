import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { eventContract } from '@tocsin/contracts/catalogue.js';
import { domain } from '@tocsin/domain/registry.js';
import type { Client } from '@tocsin/testing/stage/client.js';
import { startClusterWith, type Profile } from '@tocsin/testing/stage/cluster.js';
import { runCommandLine } from '@tocsin/testing/stage/command-line.js';
import { importLog } from '@tocsin/testing/eventstore-node/export.js';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import { eventsOfFolder, listUnsalted, storedEventsOfFolder } from '@tocsin/testing/stage/reenact-folder.js';
import { Tocsin } from '@tocsin/testing/stage/tocsin.js';
import { tier } from '@tocsin/testing/tier.js';
import { releases, unpack, type GoldenFolder } from './golden-folder.js';
import { raisedViews } from './raised-views.js';
import { playOn } from './play-on.js';
import { readRowSnapshot, type RowSnapshot } from './row-snapshot.js';
import { readSubscribedShifts } from './subscribed-shifts.js';

type StartMode = 'as it was left' | 'without its views' | 'restored from its backup' | 'with its log in EventStoreDB and new views';
/** The ways to continue with an older release’s folder, by profile. */
const startModes: Readonly<Record<Profile, readonly StartMode[]>> = {
  embedded: tier === 'short' ? ['as it was left'] : ['as it was left', 'without its views', 'restored from its backup'],
  cluster: ['with its log in EventStoreDB and new views'],
};

/** Cleans up resources of a test, newest first. */
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

const unpackRelease = async (release: string, profile: Profile): Promise<GoldenFolder> => {
  const folder = await unpack(release, profile);
  ends.push(() => rmSync(folder.place, { recursive: true, force: true }));
  return folder;
};

/** Prepares the data folder for this way. */
const prepareFolder: Readonly<Record<StartMode, (folder: GoldenFolder) => Promise<string> | string>> = {
  'as it was left': ({ data }) => data,
  'without its views': ({ data }) => {
    rmSync(join(data, 'views'), { recursive: true });
    return data;
  },
  'restored from its backup': async ({ data, backup, place }) => {
    const restoredData = join(place, 'restored', 'data');
    const key = join(data, 'vault', 'master.key');
    const { code, output } = await runCommandLine(['restore', backup, '--master-key', key], { TOCSIN_DATA: restoredData });
    expect([code, output]).toEqual([0, expect.stringContaining('The store is paused')]);
    const [storedEvents, restoredEvents] = [await storedEventsOfFolder(data), await storedEventsOfFolder(restoredData)];
    // made while the server ran, and paused by the last event: its end may have recorded one more
    const copied = restoredEvents.length - 1;
    expect(copied).toBeGreaterThanOrEqual(storedEvents.length - 1);
    expect(restoredEvents.slice(0, copied)).toEqual(storedEvents.slice(0, copied));
    return restoredData;
  },
  'with its log in EventStoreDB and new views': async ({ data, eventstore }) => {
    await startClusterWith(data, importLog(readFileSync(eventstore, 'utf8')));
    return data;
  },
};

/** The clock continues at its old time, also in a restored folder, which only knows its last event. */
const startServer = async (data: string, profile: Profile, now: string): Promise<{ server: Tocsin; mailbox: Mailbox }> => {
  const mailbox = await Mailbox.start();
  ends.push(() => mailbox.close());
  const server = await Tocsin.start({ data, profile, env: { TOCSIN_SMTP_URL: mailbox.url, TOCSIN_CLOCK_AT: now } });
  ends.push(() => server.end());
  await server.settle();
  return { server, mailbox };
};

const signIn = async (server: Tocsin, { owner }: GoldenFolder): Promise<Client> =>
  server.signIn(owner.email.split('@')[0]!, owner.password);

const withoutFields = (value: unknown, names: readonly string[]): unknown => {
  if (Array.isArray(value)) return value.map((one) => withoutFields(one, names));
  if (typeof value !== 'object' || value === null) return value;
  const remainingFields = Object.entries(value).filter(([name]) => !names.includes(name));
  return Object.fromEntries(remainingFields.map(([name, one]) => [name, withoutFields(one, names)]));
};

/** For a raised view, the ids or the rows without the named fields; for others the whole rows. */
const toComparedRows = (
  release: string,
  views: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  viewNames: readonly string[],
) =>
  Object.fromEntries(
    viewNames.map((view) => {
      const raisedView = raisedViews[release]?.[view];
      if (!raisedView) return [view, views[view]];
      return [view, raisedView.without ? withoutFields(views[view], raisedView.without) : Object.keys(views[view] ?? {}).toSorted()];
    }),
  );

/** The rows of the release and the current ones, in the form in which they are compared. */
const pairOf = (release: string, releaseRows: RowSnapshot, currentRows: RowSnapshot) => {
  const toShape = (rows: RowSnapshot) => ({
    now: toComparedRows(release, rows.now, Object.keys(releaseRows.now)),
    past: Object.fromEntries(
      Object.entries(releaseRows.past).map(([at, views]) => [at, toComparedRows(release, rows.past[at] ?? {}, Object.keys(views))]),
    ),
  });
  return [toShape(releaseRows), toShape(currentRows)] as const;
};

describe.each(releases)('a data folder of %s', (release) => {
  it('names every view that says something else since, and no other', async () => {
    const { views } = await unpackRelease(release, 'embedded');
    const today = Object.fromEntries(domain.views.map(({ name, version = 1 }) => [name, version]));
    const listedViews = raisedViews[release] ?? {};
    const raisedNames = Object.keys(views).filter((name) => today[name] !== views[name]);
    expect(raisedNames.filter((name) => !listedViews[name])).toEqual([]);
    for (const [name, { version }] of Object.entries(listedViews)) expect([name, today[name]]).toEqual([name, version]);
  });

  it('holds events of every type that it had, each as its contract says today', async () => {
    const { data, events } = await unpackRelease(release, 'embedded');
    const storedEvents = await eventsOfFolder(data);
    for (const [type, count] of Object.entries(events))
      expect([type, storedEvents.filter((event) => event.type === type).length]).toEqual([type, count]);
    const invalidEvents = storedEvents.filter(({ type, v, data: fact }) => {
      const contract = eventContract(type);
      return contract?.v !== v || !contract.data.safeParse(fact).success;
    });
    expect(invalidEvents).toEqual([]);
    expect(listUnsalted(await storedEventsOfFolder(data))).toEqual([]);
  });

  describe.each(
    (['embedded', 'cluster'] as const).flatMap((profile) => startModes[profile].map((startMode) => [profile, startMode] as const)),
  )('of the %s profile, %s', (profile, startMode) => {
    it('shows the same rows, sends nothing twice, and goes on in the middle of its page', async () => {
      const folder = await unpackRelease(release, profile);
      const isRestored = startMode === 'restored from its backup';
      const { server, mailbox } = await startServer(await prepareFolder[startMode](folder), profile, folder.now);
      const ana = await signIn(server, folder);
      if (isRestored) await ana.run('GoLiveHere', {});
      const [releaseRows, currentRows] = pairOf(release, folder.rows, await readRowSnapshot(ana, Object.keys(folder.rows.past)));
      expect(currentRows).toEqual(releaseRows);
      const { feed } = folder;
      expect(await readSubscribedShifts(server, feed.path)).toEqual(feed.shifts);
      expect(await playOn(server, mailbox)).toEqual(folder.sent);
    });
  });
});
