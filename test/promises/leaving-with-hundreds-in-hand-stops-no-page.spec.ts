import { storyWithin } from '@tocsin/testing/stage/story.js';
import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import { limits } from '@tocsin/contracts/limits.js';
import { LogTail } from '@tocsin/testing/stage/log-tail.js';
import { addService, openMany } from '@tocsin/testing/stage/many-groups.js';
import { alertmanagerMessage } from '@tocsin/testing/stage/monitoring-messages.js';
import { eventsOfFolder } from '@tocsin/testing/stage/reenact-folder.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

const part = limits.movedTogether;
/** Recorded in three events: two full ones, and the rest. */
const parts = [part, part, part / 4] as const;
const count = parts.reduce((sum, one) => sum + one);

let stage: Stage;
let bo: Player;
let cleo: Player;
/** All that is handed on, in the order in which facts list it. */
let groupIds: readonly string[];

beforeAll(async () => {
  stage = await Stage.begin({ profile: 'embedded' });
  bo = await stage.person('Bo');
  cleo = await stage.person('Cleo');
  await stage.policy([{ page: [bo] }]);
  await openMany(stage, count);
  groupIds = ofType(await facts(), 'AlertGroupOpened')
    .map(({ data }) => data.groupId)
    .toSorted();
  // groups opened from now on belong to another person
  await stage.policy([{ page: [stage.ana] }]);
});
afterAll(() => stage.close());

const facts = async (): Promise<readonly RecordedFact[]> => (await eventsOfFolder(stage.tocsin.data)) as readonly RecordedFact[];
const ofType = <T extends RecordedFact['type']>(events: readonly RecordedFact[], type: T): readonly RecordedOf<T>[] =>
  events.filter((event) => event.type === type) as unknown as readonly RecordedOf<T>[];

const takesAll = async ({ api }: Player): Promise<void> => {
  for (let from = 0; from < count; from += limits.bulk) {
    await api.request('POST', '/api/bulk', { act: 'AcknowledgeAlertGroup', groupIds: groupIds.slice(from, from + limits.bulk) });
  }
  await stage.settle();
};

const disabled = (leaves: Player, comes: Player) =>
  stage.ana.api.run('DisablePerson', { personId: leaves.personId, replacementId: comes.personId });

/** The events by which a person’s assigned groups fire again. */
const letGoBy = ({ personId }: Player, events: readonly RecordedFact[]) =>
  ofType(events, 'AlertGroupReturnedToFiring').filter(({ data: { from } }) => from?.kind === 'person' && from.personId === personId);

/** The assigned groups of a person, as listed by successive events. */
const toldOf = ({ personId }: Player, events: readonly RecordedFact[]): readonly (readonly string[])[] =>
  [...ofType(events, 'PersonDisabled'), ...ofType(events, 'MoreLeftBehind')]
    .filter(({ data }) => data.personId === personId)
    .map(({ data }) => data.holds);

/** Everything was passed on: each group is recorded once, fires again since one event, and has paged the replacement once since then. */
const isHandedOver = async (leaves: Player, comes: Player): Promise<void> => {
  const events = await facts();
  const told = toldOf(leaves, events);
  expect(told.map(({ length }) => length)).toEqual(parts);
  expect(told.flat()).toEqual(groupIds);
  const letGo = letGoBy(leaves, events);
  expect(letGo.map(({ data }) => data.groupId).toSorted()).toEqual(groupIds);
  const since = new Map(letGo.map(({ data, ordinal }) => [data.groupId, ordinal]));
  const pages = ofType(events, 'PageStarted').filter(({ data }) => data.personId === comes.personId);
  const paged = pages.filter(({ data, ordinal }) => ordinal > (since.get(data.groupId) ?? Infinity));
  expect(paged.map(({ data }) => data.groupId).toSorted()).toEqual(groupIds);
  for (const status of ['acknowledged', 'resolved']) {
    expect(await stage.ana.api.list('alertGroups', `where.status=${status}`)).toEqual([]);
  }
};

storyWithin(300_000, 'a person who leaves with hundreds of assigned alert groups', (chapter) => {
  chapter('stops no other person’s page', async () => {
    const path = await addService(stage, count);
    await takesAll(bo);
    await disabled(bo, cleo);
    const message = alertmanagerMessage('firing', [{ name: 'The site is down' }]);
    expect((await stage.tocsin.anonymous.request('POST', path, message)).status).toBe(202);
    await stage.ana.phone.waitFor(({ title }) => title.startsWith('The site is down'));
    await stage.settle();
    const events = await facts();
    const received = ofType(events, 'SignalReceived').at(-1)!;
    const routed = ofType(events, 'SignalsRouted').at(-1)!;
    const between = letGoBy(bo, events).filter(({ ordinal }) => ordinal > received.ordinal && ordinal < routed.ordinal);
    // the rest of the current work, and at most the work that had been read next
    expect(between.length).toBeLessThanOrEqual(2 * part);
  });

  chapter('keeps none of them: each fires again, and pages the next people, once', async () => {
    await isHandedOver(bo, cleo);
    // the first one alone, the others two hundred per message, every five minutes
    await stage.advance('PT12M');
    const sent = ofType(await facts(), 'AttemptSent').filter(({ data }) => data.to?.personId === cleo.personId);
    expect(sent.map(({ data }) => data.groupId).toSorted()).toEqual(groupIds);
  });

  chapter('keeps none, either, when the server is killed in the middle of it', async () => {
    await takesAll(cleo);
    const log = new LogTail(stage.tocsin.data);
    try {
      await disabled(cleo, stage.ana);
      await log.waitFor(({ type, data }) => type === 'MoreLeftBehind' && data.includes(`"personId":"${cleo.personId}"`));
      await stage.tocsin.stop('SIGKILL');
    } finally {
      await log.close();
    }
    await stage.restart();
    await stage.settle();
    await isHandedOver(cleo, stage.ana);
  });
});
