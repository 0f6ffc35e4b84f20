import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import { limits } from '@tocsin/contracts/limits.js';
import { LogTail } from '@tocsin/testing/log-tail.js';
import { eventsOfFolder } from '@tocsin/testing/reenact-folder.js';
import { Stage } from '@tocsin/testing/stage.js';
import { v7 } from 'uuid';

/** More than two facts list. */
const count = 2 * limits.movedTogether + 50;
const [secondId, searchId] = [v7(), v7()];
const serviceIds = Array.from({ length: count }, () => v7()).toSorted();

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.begin({ profile: 'embedded' });
  await stage.policy([{ page: [stage.ana] }]);
  const { teamId, policyId } = stage.made;
  const { api, personId } = stage.ana;
  for (const [n, serviceId] of serviceIds.entries()) await api.run('CreateService', { teamId, policyId, serviceId, name: `Service ${n}` });
  const steps = [{ targets: [{ kind: 'person' as const, personId }], waitMinutes: 5 }];
  await api.run('CreatePolicy', { teamId, policyId: secondId, name: 'Second', steps });
  await api.run('CreateTeam', { teamId: searchId, name: 'Search' });
});
afterAll(() => stage.close());

/** Sends a command that is carried out in parts, and kills the server when the first of them stands on the log. */
const killedInTheMiddleOf = async (send: () => Promise<unknown>, first: RecordedFact['type']): Promise<void> => {
  const log = new LogTail(stage.tocsin.data);
  try {
    await send();
    await log.waitFor(({ type }) => type === first);
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
const services = () => stage.ana.api.list('services');

describe('what moves in parts', () => {
  it('moves whole, each once, to another policy and to another team, also when the server is killed in the middle', async () => {
    const { teamId, policyId, serviceId } = stage.made;
    const all = [serviceId, ...serviceIds].toSorted();

    await killedInTheMiddleOf(
      () => stage.ana.api.run('MoveAllToPolicy', { teamId, policyId, toPolicyId: secondId }),
      'ServicesMovedToPolicy',
    );
    expect((await allOf('ServicesMovedToPolicy')).flatMap(({ data }) => data.serviceIds).toSorted()).toEqual(all);
    expect((await services()).filter((row) => row.policyId !== secondId)).toEqual([]);

    await killedInTheMiddleOf(() => stage.ana.api.run('MoveAllToTeam', { teamId, toTeamId: searchId }), 'TeamHandedOver');
    expect((await allOf('TeamHandedOver')).flatMap(({ data }) => data.services).toSorted()).toEqual(all);
    expect((await allOf('TeamTookOver')).flatMap(({ data }) => data.services.map(({ id }) => id)).toSorted()).toEqual(all);
    expect((await services()).filter((row) => row.teamId !== searchId)).toEqual([]);
  });
});
