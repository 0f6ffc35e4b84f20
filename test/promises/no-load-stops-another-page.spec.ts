// cluster: never, it is about the embedded profile
import { setTimeout as pause } from 'node:timers/promises';
import { story } from '@tocsin/testing/stage/story.js';
import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { HealthAnswer } from '@tocsin/contracts/health.js';
import { limits } from '@tocsin/contracts/limits.js';
import * as contactLimits from '@tocsin/contracts/contacts/limits.js';
import * as policyLimits from '@tocsin/contracts/policies/limits.js';
import { Phone } from '@tocsin/testing/fakes/phone.js';
import type { Client } from '@tocsin/testing/stage/client.js';
import { LogTail } from '@tocsin/testing/stage/log-tail.js';
import { eventsOfFolder } from '@tocsin/testing/stage/reenact-folder.js';
import { addService } from '@tocsin/testing/stage/many-groups.js';
import { alertmanagerMessage, type Condition } from '@tocsin/testing/stage/monitoring-messages.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
/** The gateway of all messages. */
let office: Phone;
beforeAll(async () => {
  stage = await Stage.begin({ profile: 'embedded' });
  office = await Phone.start();
});
afterAll(async () => {
  await stage.close();
  await office.close();
});

const createMany = <Item>(n: number, make: (index: number) => Item): Item[] => Array.from({ length: n }, (_, index) => make(index));
const diskConditions = (n: number, from = 0): Condition[] => createMany(n, (index) => ({ name: 'Disk', instance: `d${from + index}` }));

/** Ana is notified of the next alert within a minute, whatever paged her before. */
const isPagedForTheNext = async (name: string): Promise<void> => {
  const ringsBefore = stage.ana.ringCount;
  await stage.alertmanager('firing', [{ name, instance: name }], { groupKey: name });
  await stage.advance('PT1M');
  expect(stage.ana.ringCount).toBeGreaterThan(ringsBefore);
  const [page] = await stage.pagesOf((await stage.listGroups()).at(-1)!.id, stage.ana);
  expect(page!.attempts.at(-1)).toMatchObject({ state: 'delivered' });
};

/** Adds a contact method that is used at once for this urgency. */
const addWay = async (client: Client, n: number, urgency: 'high' | 'low'): Promise<string> => {
  const { personId } = client;
  const { says } = await client.run('AddContactMethod', { kind: 'webhook', personId, address: `${office.url}/${n}` });
  const contactMethodId = String(says['contactMethodId']);
  await client.run('VerifyContactMethod', { personId, contactMethodId, code: await office.waitForCode(contactMethodId) });
  await client.run('AddNotificationRule', { personId, urgency, contactMethodId, delayMinutes: 0 });
  return contactMethodId;
};

/** A person reached by ten messages at once. */
const addReachableMethod = async (n: number): Promise<string> => {
  const client = await stage.tocsin.join(stage.ana.api, `Person${n}`);
  for (const methodId of createMany(contactLimits.contactMethodsPerPerson - 1, (index) => index)) await addWay(client, methodId, 'low');
  return client.personId;
};

const readRecorded = async () => (await eventsOfFolder(stage.tocsin.data)) as readonly RecordedFact[];

/**
 * Waits until all planned calls are queued by the reactor; a loaded machine frees slots earlier, and lets calls reach their deadline, each of which
 * is planned again for later. Returns the ordinal by then.
 */
const waitUntilAllPlanned = async (plannedCount: number, since: number): Promise<number> => {
  for (;;) {
    const { body } = await stage.ana.api.request<HealthAnswer>('GET', '/api/health');
    const events = (await readRecorded()).filter(({ ordinal }) => ordinal > since);
    const count = (eventType: string) => events.filter(({ type }) => type === eventType).length;
    const first = count('AttemptPlanned') - count('AttemptFailed');
    if (first === plannedCount && body.reactor.callsWaiting === plannedCount - count('AttemptStarted')) return events.at(-1)!.ordinal;
    await pause(100);
  }
};

story('no load that one key can send keeps another page from going out', (chapter) => {
  chapter('not six messages of 1,800 alerts that are cut, and a resolve', async () => {
    const truncatedFields = { groupKey: 'six', truncatedAlerts: 9 };
    for (const m of createMany(6, (index) => index)) await stage.alertmanager('firing', diskConditions(1_800, m * 1_800), truncatedFields);
    expect(await stage.getGroup()).toMatchObject({ status: 'firing', firing: 2_000, counted: 1_800 });
    await stage.alertmanager('resolved', diskConditions(1), truncatedFields);
    expect(await stage.getGroup()).toMatchObject({ status: 'resolved', firing: 0, counted: 0 });
    await isPagedForTheNext('AfterSix');
  });

  chapter('not 500 alerts that fire under ten keys and are resolved under one', async () => {
    for (const key of createMany(10, (index) => `ten-${index}`)) await stage.alertmanager('firing', diskConditions(500), { groupKey: key });
    await stage.alertmanager('resolved', diskConditions(500), { groupKey: 'ten-0' });
    await isPagedForTheNext('AfterTen');
  });

  chapter('not 1,000 alerts with fingerprints of 512 characters that join an acknowledged group', async () => {
    await stage.alertmanager('firing', diskConditions(1), { groupKey: 'long' });
    const long = (await stage.listGroups()).reduce((newest, group) => (group.number > newest.number ? group : newest));
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: long.id });
    const message = alertmanagerMessage('firing', diskConditions(1_000), { groupKey: 'long' }) as { alerts: { fingerprint: string }[] };
    for (const [n, alert] of message.alerts.entries()) alert.fingerprint = `${'f'.repeat(506)}${String(n).padStart(6, '0')}`;
    await stage.signal('alertmanager', message);
    await isPagedForTheNext('AfterLong');
  });

  chapter('not hundreds of alert names of a sender that groups by nothing', async () => {
    const names = createMany(200, (n) => ({ name: `n${n}${'🔥'.repeat(150)}`, severity: 'info' }));
    await stage.alertmanager('firing', names, { groupKey: 'k'.repeat(512), groupLabels: {} });
    await isPagedForTheNext('AfterNames');
  });

  chapter('not hundreds of low-urgency pages that wait for the same provider', async () => {
    const allPeople = await Promise.all(createMany(policyLimits.targetsPerStep, (n) => addReachableMethod(n)));
    const low = { page: allPeople.map((personId) => ({ kind: 'person' as const, personId })), conditions: { urgency: 'low' as const } };
    await stage.setPolicy([low, { page: [stage.ana], conditions: { urgency: 'high' } }]);
    const atOffice = await addWay(stage.ana.api, 0, 'high');
    // the storm would take in what fires on the first service
    const path = await addService(stage, 1);
    const send = (condition: Condition) =>
      stage.tocsin.anonymous.request('POST', path, alertmanagerMessage('firing', [condition], { groupKey: condition.name }));
    const log = new LogTail(stage.tocsin.data);
    const lastOrdinal = (await readRecorded()).at(-1)!.ordinal;
    let ownPageId: string;
    let queuedCount: number;
    try {
      office.hold();
      await send({ name: 'Low', severity: 'info' });
      const runningAttempts = new Set<string>();
      await log.waitFor(({ type, data }) => {
        if (type === 'AttemptStarted' && allPeople.some((personId) => data.includes(personId))) runningAttempts.add(data);
        return runningAttempts.size === limits.callsAtOnce;
      });
      await send({ name: 'TheSiteIsDown', instance: 'site' });
      ({ stream: ownPageId } = await log.waitFor(({ type, data }) => type === 'AlertGroupOpened' && data.includes('TheSiteIsDown')));
      // nine ways to each of twenty, and Ana’s phone and the office
      queuedCount = await waitUntilAllPlanned(allPeople.length * (contactLimits.contactMethodsPerPerson - 1) + 2, lastOrdinal);
    } finally {
      await log.close();
      office.recover();
    }
    await office.waitFor(({ title }) => title.includes('TheSiteIsDown'));
    await stage.settle();
    const facts = await readRecorded();
    const claims = facts.filter(({ type }) => type === 'AttemptStarted');
    const failedAttempts = facts.filter(({ type }) => type === 'AttemptFailed');
    const claim = claims.find(
      ({ stream, data }) => stream === ownPageId && (data as { ring?: { contactMethodId: string } }).ring?.contactMethodId === atOffice,
    )!;
    const before = claims.filter(({ ordinal }) => ordinal > queuedCount && ordinal < claim.ordinal);
    expect(before.length).toBeLessThanOrEqual(limits.callsAtOnce);
    const after = claims.filter(({ ordinal }) => ordinal > claim.ordinal);
    expect(after.length + failedAttempts.length).toBeGreaterThan(limits.callsAtOnce * 6);
  });
});
