// cluster: never, it is about the embedded profile
import { story } from '@tocsin/testing/stage/story.js';
import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import * as bulkActLimits from '@tocsin/contracts/bulk-acts/limits.js';
import { LogTail } from '@tocsin/testing/stage/log-tail.js';
import { addService, openMany } from '@tocsin/testing/stage/many-groups.js';
import { alertmanagerMessage } from '@tocsin/testing/stage/monitoring-messages.js';
import { eventsOfFolder } from '@tocsin/testing/stage/reenact-folder.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';
import { byTier } from '@tocsin/testing/tier.js';

const part = alertGroupLimits.sizes.listedTogether;
/** Recorded in an event each: full ones, and the rest. */
const parts = byTier({ short: [part, part / 4], full: [part, part, part / 4], deep: [part, part, part / 4] });
const count = parts.reduce((sum, one) => sum + one);

let stage: Stage;
let bo: Player;
let cleo: Player;
/** All that is handed on, in the order in which facts list it. */
let groupIds: readonly string[];

beforeAll(async () => {
  stage = await Stage.begin({ profile: 'embedded' });
  bo = await stage.addPerson('Bo');
  cleo = await stage.addPerson('Cleo');
  await stage.setPolicy([{ page: [bo] }]);
  await openMany(stage, count);
  groupIds = eventsOfType(await readFacts(), 'AlertGroupOpened')
    .map(({ data }) => data.groupId)
    .toSorted();
  // groups opened from now on belong to another person
  await stage.setPolicy([{ page: [stage.ana] }]);
});
afterAll(() => stage.close());

const readFacts = async (): Promise<readonly RecordedFact[]> => (await eventsOfFolder(stage.tocsin.data)) as readonly RecordedFact[];
const eventsOfType = <T extends RecordedFact['type']>(events: readonly RecordedFact[], type: T): readonly RecordedOf<T>[] =>
  events.filter((event) => event.type === type) as unknown as readonly RecordedOf<T>[];

const acknowledgeAll = async ({ api }: Player): Promise<void> => {
  for (let from = 0; from < count; from += bulkActLimits.bulk) {
    await api.request('POST', '/api/bulk', { act: 'AcknowledgeAlertGroup', groupIds: groupIds.slice(from, from + bulkActLimits.bulk) });
  }
  await stage.settle();
};

const disablePerson = (leaver: Player, successor: Player) =>
  stage.ana.api.run('DisablePerson', { personId: leaver.personId, replacementId: successor.personId });

/** The events by which a person’s assigned groups fire again. */
const releasesBy = ({ personId }: Player, events: readonly RecordedFact[]) =>
  eventsOfType(events, 'AlertGroupReturnedToFiring').filter(({ data: { from } }) => from?.kind === 'person' && from.personId === personId);

/** The assigned groups of a person, as listed by successive events. */
const toldOf = ({ personId }: Player, events: readonly RecordedFact[]): readonly (readonly string[])[] =>
  eventsOfType(events, 'PersonReleasedFromGroups')
    .filter(({ data }) => data.personId === personId)
    .map(({ data }) => data.groups);

/** Everything was passed on: each group is recorded once, fires again since one event, and has paged the replacement once since then. */
const isHandedOver = async (leaver: Player, successor: Player): Promise<void> => {
  const events = await readFacts();
  const notifications = toldOf(leaver, events);
  expect(notifications.map(({ length }) => length)).toEqual(parts);
  expect(notifications.flat()).toEqual(groupIds);
  const releases = releasesBy(leaver, events);
  expect(releases.map(({ data }) => data.groupId).toSorted()).toEqual(groupIds);
  const since = new Map(releases.map(({ data, ordinal }) => [data.groupId, ordinal]));
  const pages = eventsOfType(events, 'PageStarted').filter(({ data }) => data.personId === successor.personId);
  const laterPages = pages.filter(({ data, ordinal }) => ordinal > (since.get(data.groupId) ?? Infinity));
  expect(laterPages.map(({ data }) => data.groupId).toSorted()).toEqual(groupIds);
  for (const status of ['acknowledged', 'resolved']) {
    expect(await stage.ana.api.list('alertGroups', `where.status=${status}`)).toEqual([]);
  }
};

story('a person who leaves with hundreds of assigned alert groups', (chapter) => {
  chapter('stops no other person’s page', async () => {
    const path = await addService(stage, count);
    await acknowledgeAll(bo);
    await disablePerson(bo, cleo);
    const message = alertmanagerMessage('firing', [{ name: 'The site is down' }]);
    expect((await stage.tocsin.anonymous.request('POST', path, message)).status).toBe(202);
    await stage.ana.phone.waitFor(({ title }) => title.startsWith('The site is down'));
    await stage.settle();
    const events = await readFacts();
    const lastReceived = eventsOfType(events, 'SignalReceived').at(-1)!;
    const lastRouted = eventsOfType(events, 'SignalsRouted').at(-1)!;
    const between = releasesBy(bo, events).filter(({ ordinal }) => ordinal > lastReceived.ordinal && ordinal < lastRouted.ordinal);
    // the rest of the current work, and at most the work that had been read next
    expect(between.length).toBeLessThanOrEqual(2 * part);
  });

  chapter('keeps none of them: each fires again, and pages the next people, once', async () => {
    await isHandedOver(bo, cleo);
    // the first one alone, the others two hundred per message, every five minutes
    await stage.advance('PT12M');
    const sentAttempts = eventsOfType(await readFacts(), 'AttemptSent').filter(({ data }) => data.to?.personId === cleo.personId);
    expect(sentAttempts.map(({ data }) => data.groupId).toSorted()).toEqual(groupIds);
  });

  chapter('keeps none, either, when the server is killed in the middle of it', async () => {
    await acknowledgeAll(cleo);
    const log = new LogTail(stage.tocsin.data);
    try {
      await disablePerson(cleo, stage.ana);
      await log.waitFor(({ type, data }) => type === 'PersonReleasedFromGroups' && data.includes(`"personId":"${cleo.personId}"`));
      await stage.tocsin.stop('SIGKILL');
    } finally {
      await log.close();
    }
    await stage.restart();
    await stage.settle();
    await isHandedOver(cleo, stage.ana);
  });
});
