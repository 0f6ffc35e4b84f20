import type { ReportAnswer, ResponseFigures } from '@tocsin/contracts/reports/reports.js';
import { story } from '@tocsin/testing/stage/story.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let bo: Player;
let serviceId: string;
/** Of the integration of the service that rehearses. */
let door: string;
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.addPerson('Bo');
  await stage.setPolicy([{ page: [stage.ana] }, { page: [bo] }]);
  const { teamId, policyId } = stage.setUpAnswer;
  const { api } = stage.ana;
  const made = await api.run('CreateService', { teamId, name: 'Moved in', policyId, rehearses: true });
  serviceId = String(made.says['serviceId']);
  const { says } = await api.run('CreateIntegration', { teamId, serviceId, name: 'There', kind: 'generic' });
  door = new URL(String(says['address'])).pathname;
  await stage.settle();
});
afterAll(() => stage.close());

const fires = async (summary: string): Promise<void> => {
  const { status } = await stage.tocsin.anonymous.request('POST', door, { summary, key: summary, severity: 'critical' });
  expect(status).toBe(202);
  await stage.settle();
};
const rings = () => [stage.ana.ringCount, bo.ringCount];

story('a service that rehearses until it goes live', (chapter) => {
  chapter('escalates in time and pages nobody: each attempt says why', async () => {
    await fires('Disk');
    await stage.advance('PT6M');
    const { id, rehearses } = await stage.getGroup();
    expect(rehearses).toBe(true);
    const { pages } = await stage.getLadder(id);
    expect(pages.map(({ personId, attempts }) => [personId, attempts.map(({ state, reason }) => `${state}: ${reason}`)])).toEqual([
      [stage.ana.personId, ['cancelled: delivery.rehearsing']],
      [bo.personId, ['cancelled: delivery.rehearsing']],
    ]);
    expect([stage.ana.phone.messages, bo.phone.messages]).toEqual([[], []]);
  });

  chapter('tells who would have been paged, and why they were not', async () => {
    const { id } = await stage.getGroup();
    expect((await stage.getRow('rehearsals', id)).people.map(({ personId, messages }) => [personId, messages])).toEqual([
      [stage.ana.personId, 1],
      [bo.personId, 1],
    ]);
    const { body } = await stage.ana.api.request<{ groups: { verdict: string; reason: string }[] }>(
      'GET',
      `/api/why?person=${stage.ana.personId}&at=${encodeURIComponent(await stage.settle())}`,
    );
    expect(body.groups[0]).toMatchObject({ verdict: 'not_delivered', reason: 'delivery.rehearsing' });
  });

  chapter('is said by the health of the installation', async () => {
    const { body } = await stage.ana.api.request<{ rehearsing: { serviceId: string }[]; ok: boolean }>('GET', '/api/health');
    expect(body).toMatchObject({ ok: true, rehearsing: [{ serviceId }] });
  });

  chapter('leaves a live service beside it as it is', async () => {
    await stage.alertmanager('firing', [{ name: 'Fan' }]);
    await stage.settle();
    expect(rings()).toEqual([1, 0]);
    await stage.ana.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup(2)).id });
  });

  chapter('pages nobody after a kill in the middle of its escalation, either', async () => {
    await stage.settleFully();
    await fires('Door');
    await stage.restart('SIGKILL');
    await stage.advance('PT6M');
    const { pages } = await stage.getLadder((await stage.getGroup(3)).id);
    expect(pages.flatMap(({ attempts }) => attempts.map(({ reason }) => reason))).toEqual(['delivery.rehearsing', 'delivery.rehearsing']);
    expect(rings()).toEqual([1, 0]);
  });

  chapter('rings who agreed to it, as a rehearsal, until they withdraw', async () => {
    const { personId, api } = bo;
    await api.run('AllowRehearsalPages', { personId });
    await fires('Window');
    await stage.advance('PT6M');
    expect(rings()).toEqual([1, 1]);
    expect(bo.phone.pages.at(-1)!.title).toBe('Rehearsal: Window');
    await api.run('DeclineRehearsalPages', { personId });
    await fires('Roof');
    await stage.advance('PT6M');
    expect(rings()).toEqual([1, 1]);
  });

  chapter('lets nobody agree for somebody else', async () => {
    expect((await stage.ana.api.expectRefusal('AllowRehearsalPages', { personId: bo.personId })).code).toBe('permission.denied');
  });

  chapter('wakes nobody by what is refused there, either', async () => {
    const before = rings();
    await fires('Read');
    await stage.advance('PT1M');
    const broken = { text: 'No summary' };
    expect((await stage.tocsin.anonymous.request('POST', door, broken)).status).toBe(400);
    await stage.advance('PT5M');
    expect((await stage.tocsin.anonymous.request('POST', door, broken)).status).toBe(400);
    await stage.advance('PT6M');
    const groups = (await stage.listGroups()).filter(({ refused }) => refused !== undefined);
    expect(groups).toMatchObject([{ rehearses: true, urgency: 'high' }]);
    expect(rings()).toEqual(before);
  });

  chapter('pages from the next step of what is open, and for all that opens, once it is live', async () => {
    await fires('Cellar');
    await stage.ana.api.run('TakeServiceLive', { teamId: stage.setUpAnswer.teamId, serviceId });
    await stage.settle();
    const before = rings();
    await stage.advance('PT6M');
    expect(bo.ringCount).toBeGreaterThan(before[1]!);
    await stage.settleFully();
    await fires('Stairs');
    await stage.advance('PT1M');
    expect(stage.ana.ringCount).toBeGreaterThan(before[0]!);
    expect(await stage.getGroup(9)).not.toHaveProperty('rehearses');
  });

  chapter('counts in no report for what it rehearsed', async () => {
    const { body } = await stage.ana.api.request<ReportAnswer>('GET', '/api/reports/response');
    // the alert of the live service, and the one after it went live
    expect((body.figures as ResponseFigures).openings).toBe(2);
  });
});
