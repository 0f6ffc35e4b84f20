import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { HealthAnswer } from '@tocsin/contracts/health.js';
import { limits, stormLimits } from '@tocsin/contracts/limits.js';
import { LogTail } from '@tocsin/testing/stage/log-tail.js';
import { eventsOfFolder } from '@tocsin/testing/stage/reenact-folder.js';
import { anotherService } from '@tocsin/testing/stage/many-groups.js';
import { alertmanagerMessage, type Condition } from '@tocsin/testing/stage/monitoring-messages.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
beforeAll(async () => void (stage = await Stage.begin({ profile: 'embedded' })));
afterAll(() => stage.close());

const many = <Item>(n: number, make: (index: number) => Item): Item[] => Array.from({ length: n }, (_, index) => make(index));
const disks = (n: number, from = 0): Condition[] => many(n, (index) => ({ name: 'Disk', instance: `d${from + index}` }));

/** Ana hears of the next thing that goes wrong. */
const isPagedForTheNext = async (name: string): Promise<void> => {
  const before = stage.ana.rang;
  await stage.alertmanager('firing', [{ name, instance: name }], { groupKey: name });
  expect(stage.ana.rang).toBeGreaterThan(before);
};

/** It stands in line only once the reactor has read that it is planned; a loaded machine gives places away before. */
const reactorHasSeenAll = async (): Promise<void> => {
  for (;;) {
    const { body } = await stage.ana.api.request<HealthAnswer>('GET', '/api/health');
    if (body.reactor.lag === 0) return;
  }
};

describe('no load that one key can send keeps another page from going out', () => {
  it('not six messages of 1,800 alerts that are cut, and a resolve', async () => {
    const cut = { groupKey: 'six', truncatedAlerts: 9 };
    for (const m of many(6, (index) => index)) await stage.alertmanager('firing', disks(1_800, m * 1_800), cut);
    expect(await stage.group()).toMatchObject({ status: 'firing', firing: 2_000, counted: 1_800 });
    await stage.alertmanager('resolved', disks(1), cut);
    expect(await stage.group()).toMatchObject({ status: 'resolved', firing: 0, counted: 0 });
    await isPagedForTheNext('AfterSix');
  });

  it('not 500 alerts that fire under ten keys and are resolved under one', async () => {
    for (const key of many(10, (index) => `ten-${index}`)) await stage.alertmanager('firing', disks(500), { groupKey: key });
    await stage.alertmanager('resolved', disks(500), { groupKey: 'ten-0' });
    await isPagedForTheNext('AfterTen');
  });

  it('not 1,000 alerts with fingerprints of 512 characters that join an acknowledged group', async () => {
    await stage.alertmanager('firing', disks(1), { groupKey: 'long' });
    const long = (await stage.groups()).reduce((newest, group) => (group.number > newest.number ? group : newest));
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: long.id });
    const message = alertmanagerMessage('firing', disks(1_000), { groupKey: 'long' }) as { alerts: { fingerprint: string }[] };
    for (const [n, alert] of message.alerts.entries()) alert.fingerprint = `${'f'.repeat(506)}${String(n).padStart(6, '0')}`;
    await stage.signal('alertmanager', message);
    await isPagedForTheNext('AfterLong');
  });

  it('not hundreds of alert names of a sender that groups by nothing', async () => {
    const names = many(200, (n) => ({ name: `n${n}${'🔥'.repeat(150)}`, severity: 'info' }));
    await stage.alertmanager('firing', names, { groupKey: 'k'.repeat(512), groupLabels: {} });
    await isPagedForTheNext('AfterNames');
  });

  it('not hundreds of low-urgency pages that wait for the same provider', async () => {
    // on one service they would be a storm
    const { opened: each } = stormLimits;
    const services = (limits.callsAtOnce * 15) / each;
    const paths: string[] = [];
    for (let n = 0; n <= services; n += 1) paths.push(await anotherService(stage, n));
    const send = (conditions: readonly Condition[], n: number) =>
      stage.tocsin.nobody.request('POST', paths[n]!, alertmanagerMessage('firing', conditions, { groupKey: 'low', groupLabels: {} }));
    const log = new LogTail(stage.tocsin.data);
    let inLine = 0;
    try {
      stage.ana.phone.hold();
      for (let n = 0; n < services; n += 1)
        await send(
          many(each, (m) => ({ name: `Low${n * each + m}`, severity: 'info' })),
          n,
        );
      await send([{ name: 'TheSiteIsDown', instance: 'site' }], services);
      const { stream: group } = await log.waitFor(({ type, data }) => type === 'AlertGroupOpened' && data.includes('TheSiteIsDown'));
      await log.waitFor(({ type, stream }) => type === 'AttemptPlanned' && stream === group);
      await reactorHasSeenAll();
      // calls that ran into their deadline before that have freed their places for what was due by then
      inLine = (await eventsOfFolder(stage.tocsin.data)).at(-1)!.ordinal;
    } finally {
      await log.close();
      stage.ana.phone.recover();
    }
    await stage.ana.phone.waitFor(({ title }) => title.includes('TheSiteIsDown'));
    await stage.settle();
    const events = (await eventsOfFolder(stage.tocsin.data)) as readonly RecordedFact[];
    const claimed = events.filter((event) => event.type === 'AttemptStarted');
    const { stream } = events.findLast((event) => event.type === 'AlertGroupOpened')!;
    const own = claimed.find((event) => event.stream === stream)!;
    const before = claimed.filter(({ ordinal }) => ordinal > inLine && ordinal < own.ordinal);
    // it is the next to be called up; while its own claim is being written, a loaded machine gives places that come free to others
    expect(before.length).toBeLessThanOrEqual(limits.callsAtOnce * 4);
    expect(claimed.filter(({ ordinal }) => ordinal > own.ordinal).length).toBeGreaterThan(limits.callsAtOnce * 8);
  });
});

describe('a storm on one service', () => {
  /** Sixty conditions in one message, each of which is a group by itself. */
  const sixty = (n: number): Condition[] => many(60, (m) => ({ name: `Flood${n * 60 + m}` }));
  let path: string;
  const says = async (status: 'firing' | 'resolved', n: number): Promise<void> => {
    const message = alertmanagerMessage(status, sixty(n), { groupKey: `flood-${n}`, groupLabels: {} });
    expect((await stage.tocsin.nobody.request('POST', path, message)).status).toBe(202);
  };
  const newest = async () => {
    await stage.settle();
    return stage.ana.api.list('alertGroups', 'sort=number&desc=1');
  };
  const storm = async () => (await newest()).find((group) => group.storm)!;

  it('is one group beside fifty, and rings once for all that joins, also when the server is killed in the middle', async () => {
    path = await anotherService(stage, 100);
    const [before, rang] = [(await newest())[0]!.number, stage.ana.rang];
    for (let n = 0; n < 3; n += 1) await says('firing', n);
    await stage.tocsin.stop('SIGKILL');
    await stage.restart();
    for (let n = 3; n < 5; n += 1) await says('firing', n);
    expect(await storm()).toMatchObject({ number: before + 51, status: 'firing', firing: 250, alerts: 250 });
    expect((await newest())[0]!.number).toBe(before + 51);
    // one that was on its way when it was killed may ring again
    expect(stage.ana.rang - rang).toBeLessThanOrEqual(51 + limits.callsAtOnce);
  });

  it('ends alert by alert, as their senders say', async () => {
    await says('resolved', 4);
    expect(await storm()).toMatchObject({ status: 'firing', firing: 190, alerts: 250 });
    for (let n = 0; n < 4; n += 1) await says('resolved', n);
    expect(await storm()).toMatchObject({ status: 'resolved', firing: 0 });
  });
});
