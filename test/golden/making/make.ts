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
import { playOn } from '../sent.js';
import { shownRows } from '../shown-rows.js';
import { subscribedShifts } from '../subscribed-shifts.js';
import { feeds, holidays } from './calendars.js';
import { dismiss, gather, type Cast } from './cast.js';
import { covers } from './covers.js';
import { identityProvider, passwords, tokens } from './doors.js';
import { nobodyAnswers, otherOrigins, theLongOne } from './groups.js';
import { halfWay } from './half-way.js';
import { notPlayed } from './not-played.js';
import { methodsAndRules, peopleComeAndGo } from './people.js';
import { schedules } from './schedules.js';
import { subscriptions } from './subscriptions.js';
import { settings, teams } from './teams.js';

/** Set by `npm run golden`: the release that the folders are named after. */
const release = process.env['TOCSIN_GOLDEN_RELEASE'] ?? version;
const owner = { email: 'ana@example.org', password: 'correct horse battery' };
const chapters = [
  peopleComeAndGo,
  methodsAndRules,
  tokens,
  passwords,
  identityProvider,
  teams,
  theLongOne,
  nobodyAnswers,
  schedules,
  covers,
  holidays,
  subscriptions,
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
  const tocsin = (data: string, ...args: readonly string[]): string =>
    execFileSync(process.execPath, [commandLineProgram, ...args], {
      env: { ...process.env, TOCSIN_DATA: data, NODE_OPTIONS: '' },
      encoding: 'utf8',
    });

  /** Continues in a folder that was restored from a backup, and resumes sending. */
  const moveHouse = async (): Promise<void> => {
    const { stage, mailbox } = cast;
    const file = join(place, 'moved.tar');
    const old = stage.tocsin;
    tocsin(old.data, 'backup', file);
    await old.stop();
    const data = join(mkdtempSync(join(tmpdir(), 'tocsin-')), 'data');
    tocsin(data, 'restore', file, '--master-key', join(old.data, 'vault', 'master.key'));
    ends.push(() => old.end());
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
    const feedPath = await feeds(cast);
    if (profile === 'embedded') await moveHouse();
    await otherOrigins(cast);
    await settings(cast);
    await halfWay(cast);

    const { stage } = cast;
    const { data } = stage.tocsin;
    const now = await stage.settle();
    const rows = await shownRows(await stage.tocsin.signIn('Ana'), [...instants.slice(-2), now]);
    await stage.settle();
    const feed = { path: feedPath, shifts: await subscribedShifts(stage.tocsin, feedPath) };
    if (profile === 'embedded') tocsin(data, 'backup', join(place, 'backup.tar'));
    await stage.tocsin.stop();
    cpSync(data, join(place, 'data'), { recursive: true });
    if (profile === 'cluster') writeFileSync(join(place, 'eventstore.ndjson'), exportLog((await clusterNode(data)).log));

    const kept = await eventsOfFolder(data);
    const counts = Object.fromEntries(
      Object.keys(events).map((type) => [type, kept.filter((event) => event.type === type).length] as const),
    );
    expect(Object.keys(counts).filter((type) => counts[type] === 0 && !(type in notPlayed[profile]))).toEqual([]);

    const mailbox = await Mailbox.start();
    ends.push(() => mailbox.close());
    stage.tocsin = await stage.tocsin.restart('SIGTERM', { TOCSIN_SMTP_URL: mailbox.url });
    await stage.settle();
    const ana = await stage.tocsin.signIn('Ana');
    expect(await shownRows(new Client(stage.tocsin.url, ana.token, ana.personId), Object.keys(rows.past))).toEqual(rows);
    const sent = await playOn(stage.tocsin, mailbox);
    expect(sent.flatMap(({ mails }) => mails).length).toBeGreaterThan(2);
    const views = Object.fromEntries(domain.views.map((view) => [view.name, view.version ?? 1]));
    await pack(release, profile, place, { program: version, now, views, owner, events: counts, rows, feed, sent });
  }, 600_000);
});
