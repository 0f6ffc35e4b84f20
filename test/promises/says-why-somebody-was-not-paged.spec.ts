import { story } from '@tocsin/testing/stage/story.js';
import type { WhyAnswer } from '@tocsin/contracts/why/why.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let bo: Player;
let cleo: Player;
beforeAll(async () => {
  stage = await Stage.begin();
  [bo, cleo] = [await stage.addPerson('Bo'), await stage.addPerson('Cleo')];
  await stage.setPolicy([{ page: [stage.ana, cleo] }, { page: [bo] }]);
  await cleo.api.run('SwitchOffContactMethod', { personId: cleo.personId, contactMethodId: cleo.methodId });
  await stage.generic({ summary: 'Disk is full', key: 'disk' });
});
afterAll(() => stage.close());

const explainFor = async ({ personId }: Player, at?: string) => {
  const query = new URLSearchParams({ person: personId, group: (await stage.getGroup()).id, ...(at ? { at } : {}) });
  return (await stage.ana.api.request<WhyAnswer>('GET', `/api/why?${query.toString()}`)).body.groups[0]!;
};
const typesOf = ({ events }: WhyAnswer['groups'][number]) => events.map(({ type }) => type);

story('why a person was not paged', (chapter) => {
  chapter('is told from the signal on, with how it was routed, to the link where it stopped', async () => {
    const bosExplanation = await explainFor(bo);
    expect(bosExplanation).toMatchObject({ verdict: 'step_pending', reason: null });
    expect(typesOf(bosExplanation).slice(0, 3)).toEqual(['SignalReceived', 'SignalsRouted', 'AlertGroupOpened']);
    expect(typesOf(bosExplanation).at(-1)).toBe('EscalationStepPlanned');
    expect(bosExplanation.events.find(({ ordinal }) => ordinal === bosExplanation.ordinal)!.type).toBe('EscalationStepPlanned');
  });

  chapter('says that no step names them, and not that one is still to come', async () => {
    const dora = await stage.addPerson('Dora');
    expect(await explainFor(dora)).toMatchObject({ verdict: 'not_named', dueAt: null });
  });

  chapter('names why a person could not be reached, and the event that says so', async () => {
    const cleosExplanation = await explainFor(cleo);
    expect(cleosExplanation).toMatchObject({ verdict: 'not_reachable', reason: 'delivery.no_method' });
    expect(cleosExplanation.events.find(({ ordinal }) => ordinal === cleosExplanation.ordinal)!.type).toBe('EscalationStepTaken');
  });

  chapter('says who was faster', async () => {
    await stage.advance('PT1M');
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: (await stage.getGroup()).id });
    await stage.settle();
    expect(await explainFor(bo)).toMatchObject({ verdict: 'stopped', status: 'acknowledged' });
  });

  chapter('is told of any past moment as it was then', async () => {
    const { openedAt } = await stage.getGroup();
    expect(await explainFor(bo, openedAt)).toMatchObject({ verdict: 'step_pending', status: 'firing' });
  });
});
