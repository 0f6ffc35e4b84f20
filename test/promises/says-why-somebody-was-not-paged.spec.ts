import { story } from '@tocsin/testing/stage/story.js';
import type { WhyAnswer } from '@tocsin/contracts/why.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let bo: Player;
let cleo: Player;
beforeAll(async () => {
  stage = await Stage.begin();
  [bo, cleo] = [await stage.person('Bo'), await stage.person('Cleo')];
  await stage.policy([{ page: [stage.ana, cleo] }, { page: [bo] }]);
  await cleo.api.run('SwitchOffContactMethod', { personId: cleo.personId, contactMethodId: cleo.methodId });
  await stage.generic({ summary: 'Disk is full', key: 'disk' });
});
afterAll(() => stage.close());

const why = async ({ personId }: Player, at?: string) => {
  const query = new URLSearchParams({ person: personId, group: (await stage.group()).id, ...(at ? { at } : {}) });
  return (await stage.ana.api.request<WhyAnswer>('GET', `/api/why?${query.toString()}`)).body.groups[0]!;
};
const types = ({ events }: WhyAnswer['groups'][number]) => events.map(({ type }) => type);

story('why a person was not paged', (chapter) => {
  chapter('is told from the signal on, with how it was routed, to the link where it stopped', async () => {
    const found = await why(bo);
    expect(found).toMatchObject({ verdict: 'step_pending', reason: null });
    expect(types(found).slice(0, 3)).toEqual(['SignalReceived', 'SignalsRouted', 'AlertGroupOpened']);
    expect(types(found).at(-1)).toBe('EscalationStepPlanned');
    expect(found.events.find(({ ordinal }) => ordinal === found.ordinal)!.type).toBe('EscalationStepPlanned');
  });

  chapter('names why a person could not be reached, and the event that says so', async () => {
    const found = await why(cleo);
    expect(found).toMatchObject({ verdict: 'not_reachable', reason: 'delivery.no_method' });
    expect(found.events.find(({ ordinal }) => ordinal === found.ordinal)!.type).toBe('EscalationStepTaken');
  });

  chapter('says who was faster', async () => {
    await stage.advance('PT1M');
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: (await stage.group()).id });
    await stage.settle();
    expect(await why(bo)).toMatchObject({ verdict: 'stopped', status: 'acknowledged' });
  });

  chapter('is told of any past moment as it was then', async () => {
    const { openedAt } = await stage.group();
    expect(await why(bo, openedAt)).toMatchObject({ verdict: 'step_pending', status: 'firing' });
  });
});
