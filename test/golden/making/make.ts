import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { events } from '@tocsin/contracts/catalogue.js';
import { domain } from '@tocsin/domain/registry.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import { clusterNode } from '@tocsin/testing/stage/cluster.js';
import { exportLog } from '@tocsin/testing/eventstore-node/export.js';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import { commandLineProgram } from '@tocsin/testing/stage/program.js';
import { eventsOfFolder } from '@tocsin/testing/stage/reenact-folder.js';
import { Tocsin } from '@tocsin/testing/stage/tocsin.js';
import { Client } from '@tocsin/testing/stage/client.js';
import { pack } from '../golden-folder.js';
import { playOn } from '../play-on.js';
import { readRowSnapshot } from '../row-snapshot.js';
import { readSubscribedShifts } from '../subscribed-shifts.js';
import { addFeeds, addHolidays } from './calendars.js';
import { dismiss, gather, type Cast } from './cast.js';
import { requestCovers } from './covers.js';
import { drillPeople } from './drills.js';
import { connectIdentityProvider, changePasswords, issueTokens } from './doors.js';
import { exhaustPolicy, leaveOutAndActOnAll, openFromOtherOrigins, runLongGroup } from './groups.js';
import { stopHalfWay } from './half-way.js';
import { unplayedEvents } from './not-played.js';
import { addMethodsAndRules, addAndRemovePeople } from './people.js';
import { addSchedules } from './schedules.js';
import { addSubscriptions } from './subscriptions.js';
import { changeSettings, addTeams } from './teams.js';

/** Set by `npm run golden`: the release that the folders are named after. */
const release = process.env['TOCSIN_GOLDEN_RELEASE'] ?? version;
const owner = { email: 'ana@example.org', password: 'correct horse battery' };
const chapters = [
  addAndRemovePeople,
  addMethodsAndRules,
  issueTokens,
  changePasswords,
  connectIdentityProvider,
  addTeams,
  runLongGroup,
  exhaustPolicy,
  leaveOutAndActOnAll,
  addSchedules,
  requestCovers,
  drillPeople,
  addHolidays,
  addSubscriptions,
];

describe.each(['embedded', 'cluster'] as const)('the golden folder of the %s profile', (profile) => {
  let cast: Cast;
  let place: string;
  const ends: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'tocsin-golden-'));
    cast = await gather(profile);
  });
  afterAll(async () => {
    for (const end of ends) await end();
    await dismiss(cast);
    rmSync(place, { recursive: true, force: true });
  });
  const runTocsin = (data: string, ...args: readonly string[]): string =>
    execFileSync(process.execPath, [commandLineProgram, ...args], {
      env: { ...process.env, TOCSIN_DATA: data, NODE_OPTIONS: '' },
      encoding: 'utf8',
    });

  /** Continues in a folder that was restored from a backup, and resumes sending. */
  const moveHouse = async (): Promise<void> => {
    const { stage, mailbox } = cast;
    const file = join(place, 'moved.tar');
    const oldServer = stage.tocsin;
    runTocsin(oldServer.data, 'backup', file);
    await oldServer.stop();
    const data = join(mkdtempSync(join(tmpdir(), 'tocsin-')), 'data');
    runTocsin(data, 'restore', file, '--master-key', join(oldServer.data, 'vault', 'master.key'));
    ends.push(() => oldServer.end());
    stage.tocsin = await Tocsin.start({ data, profile, env: { TOCSIN_SMTP_URL: mailbox.url } });
    await stage.settle();
    await stage.ana.api.prove();
    await stage.ana.api.run('GoLiveHere', {});
  };

  it('is made', async () => {
    const instants: string[] = [];
    for (const chapter of chapters) {
      await chapter(cast);
      instants.push(await cast.stage.advance('PT7M'));
    }
    const feedPath = await addFeeds(cast);
    if (profile === 'embedded') await moveHouse();
    await openFromOtherOrigins(cast);
    await changeSettings(cast);
    await stopHalfWay(cast);

    const { stage } = cast;
    const { data } = stage.tocsin;
    const now = await stage.settle();
    const rows = await readRowSnapshot(await stage.tocsin.signIn('Ana'), [...instants.slice(-2), now]);
    await stage.settle();
    const feed = { path: feedPath, shifts: await readSubscribedShifts(stage.tocsin, feedPath) };
    if (profile === 'embedded') runTocsin(data, 'backup', join(place, 'backup.tar'));
    await stage.tocsin.stop();
    cpSync(data, join(place, 'data'), { recursive: true });
    if (profile === 'cluster') writeFileSync(join(place, 'eventstore.ndjson'), exportLog((await clusterNode(data)).log));

    const storedEvents = await eventsOfFolder(data);
    const counts = Object.fromEntries(
      Object.keys(events).map((type) => [type, storedEvents.filter((event) => event.type === type).length] as const),
    );
    expect(Object.keys(counts).filter((type) => counts[type] === 0 && !(type in unplayedEvents[profile]))).toEqual([]);

    const mailbox = await Mailbox.start();
    ends.push(() => mailbox.close());
    stage.tocsin = await stage.tocsin.restart('SIGTERM', { TOCSIN_SMTP_URL: mailbox.url });
    await stage.settle();
    const ana = await stage.tocsin.signIn('Ana');
    expect(await readRowSnapshot(new Client(stage.tocsin.url, ana.token, ana.personId), Object.keys(rows.past))).toEqual(rows);
    const sentMessages = await playOn(stage.tocsin, mailbox);
    expect(sentMessages.flatMap(({ mails }) => mails).length).toBeGreaterThan(2);
    const views = Object.fromEntries(domain.views.map((view) => [view.name, view.version ?? 1]));
    await pack(release, profile, place, { program: version, now, views, owner, events: counts, rows, feed, sent: sentMessages });
  }, 600_000);
});
