// cluster: never, it is about the embedded profile
import { story } from '@tocsin/testing/stage/story.js';
import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import * as teamLimits from '@tocsin/contracts/teams/limits.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { LogTail } from '@tocsin/testing/stage/log-tail.js';
import { eventsOfFolder } from '@tocsin/testing/stage/reenact-folder.js';
import { alertmanagerMessage } from '@tocsin/testing/stage/monitoring-messages.js';
import type { Phone } from '@tocsin/testing/fakes/phone.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { byTier } from '@tocsin/testing/tier.js';
import { v7 } from 'uuid';

/** Full parts before the last one. */
const fullParts = byTier({ short: 1, full: 2, deep: 2 });
/** More than the full parts list. */
const count = fullParts * teamLimits.movedTogether + 50;
const [secondId, searchId] = [v7(), v7()];
const serviceIds = Array.from({ length: count }, () => v7()).toSorted();

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.begin({ profile: 'embedded' });
  await stage.setPolicy([{ page: [stage.ana] }]);
  const { teamId, policyId } = stage.setUpAnswer;
  const { api, personId } = stage.ana;
  for (const [n, serviceId] of serviceIds.entries()) await api.run('CreateService', { teamId, policyId, serviceId, name: `Service ${n}` });
  const steps = [{ targets: [{ kind: 'person' as const, personId }], waitMinutes: 5 }];
  await api.run('CreatePolicy', { teamId, policyId: secondId, name: 'Second', steps });
  await api.run('CreateTeam', { teamId: searchId, name: 'Search' });
});
afterAll(() => stage.close());

/** Sends a command that is carried out in parts, and kills the server when the first part is on the log. */
const killedInTheMiddleOf = async (send: () => Promise<unknown>, first: RecordedFact['type'], summaryText = ''): Promise<void> => {
  const log = new LogTail(stage.tocsin.data);
  try {
    await send();
    await log.waitFor(({ type, data }) => type === first && data.includes(summaryText));
    await stage.tocsin.stop('SIGKILL');
  } finally {
    await log.close();
  }
  await stage.restart();
  await stage.settle();
};

const allOf = async <T extends RecordedFact['type']>(type: T): Promise<readonly RecordedOf<T>[]> => {
  const events = (await eventsOfFolder(stage.tocsin.data)) as readonly RecordedFact[];
  return events.filter((event) => event.type === type) as unknown as readonly RecordedOf<T>[];
};
const listServices = () => stage.ana.api.list('services');

/** Managers of the team, each with a phone of their own: more than the full parts call. */
const addManagers = async (): Promise<ReadonlyMap<string, Phone>> => {
  const phones = new Map<string, Phone>();
  const addMember = async (n: number): Promise<void> => {
    const client = await stage.tocsin.join(stage.ana.api, `Manager${n}`);
    const { phone } = await stage.addPhone(client, false);
    await stage.ana.api.run('AddTeamMember', { teamId: searchId, personId: client.personId, role: 'manager' });
    phones.set(client.personId, phone);
  };
  const inAll = fullParts * alertGroupLimits.calledTogether + 5;
  for (let n = 0; n < inAll; n += 17)
    await Promise.all(Array.from({ length: Math.min(17, inAll - n) }, (_, offset) => addMember(n + offset)));
  return phones;
};

story('what moves in parts', (chapter) => {
  chapter('moves whole, each once, to another policy and to another team, also when the server is killed in the middle', async () => {
    const { teamId, policyId, serviceId } = stage.setUpAnswer;
    const all = [serviceId, ...serviceIds].toSorted();

    await killedInTheMiddleOf(
      () => stage.ana.api.run('MoveAllToPolicy', { teamId, policyId, toPolicyId: secondId }),
      'ServicesMovedToPolicy',
    );
    expect((await allOf('ServicesMovedToPolicy')).flatMap(({ data }) => data.serviceIds).toSorted()).toEqual(all);
    expect((await listServices()).filter((row) => row.policyId !== secondId)).toEqual([]);

    await killedInTheMiddleOf(() => stage.ana.api.run('MoveAllToTeam', { teamId, toTeamId: searchId }), 'TeamHandedOver');
    expect((await allOf('TeamHandedOver')).flatMap(({ data }) => data.services).toSorted()).toEqual(all);
    expect((await allOf('TeamTookOver')).flatMap(({ data }) => data.services.map(({ id }) => id)).toSorted()).toEqual(all);
    expect((await listServices()).filter((row) => row.teamId !== searchId)).toEqual([]);
  });

  chapter(
    'people who are called in parts are all called and all told that it is over, each once, also when the server is killed in the middle',
    async () => {
      const phones = await addManagers();
      const all = [...phones.keys()].toSorted();
      /** All pages so far with one cause: recipients, and texts on their phones. */
      const countPages = async (kind: 'exhausted' | 'resolved') => ({
        pages: (await allOf('PageStarted')).filter(({ data }) => data.cause.kind === kind).map(({ data }) => data.personId),
        heard: all.filter((personId) => phones.get(personId)!.pages.some(({ cause }) => cause.kind === kind)),
      });
      const partsOf = async (audience: 'managers' | 'told') =>
        (await allOf('PeopleCalledInPart'))
          .filter(({ data }) => data.whom === audience)
          .map(({ data }) => [data.part, data.dueAt !== null]);
      const expectedParts = Array.from({ length: fullParts + 1 }, (_, n) => [n + 1, n < fullParts]);

      // they are paged first, because an archived service has no policy
      await stage.ana.api.run('ArchiveService', { teamId: searchId, serviceId: stage.setUpAnswer.serviceId });
      const { path } = await stage.integration('alertmanager');
      const message = alertmanagerMessage('firing', [{ name: 'DiskFull' }], {});
      await killedInTheMiddleOf(() => stage.tocsin.anonymous.request('POST', path, message), 'PeopleCalledInPart', '"whom":"managers"');
      expect(await partsOf('managers')).toEqual(expectedParts);
      const exhaustedPages = await countPages('exhausted');
      expect(exhaustedPages.pages.toSorted()).toEqual(all);
      expect(exhaustedPages.heard).toEqual(all);

      const { id: groupId } = await stage.getGroup();
      await killedInTheMiddleOf(() => stage.ana.api.run('ResolveAlertGroup', { groupId }), 'PeopleCalledInPart', '"whom":"told"');
      expect(await partsOf('told')).toEqual(expectedParts);
      const resolvedPages = await countPages('resolved');
      expect(resolvedPages.pages.toSorted()).toEqual(all);
      expect(resolvedPages.heard).toEqual(all);
    },
  );
});
