import type { ReportAnswer, ResponseFigures } from '@tocsin/contracts/reports/reports.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import { story } from '@tocsin/testing/stage/story.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let mailbox: Mailbox;
let [bo, cy] = [] as unknown as [Player, Player];
let drillId: string;

/** Of two hours, with an alert group at once and one after half an hour. */
const plan = async (): Promise<void> => {
  const from = await stage.settle();
  const opening = { serviceId: stage.setUpAnswer.serviceId, policyId: null, urgency: 'high' as const };
  const openings = [opening, opening].map((one, n) => ({ ...one, after: n * 30 * 60_000 }));
  const personIds = [stage.ana, bo, cy].map(({ personId }) => personId);
  await stage.ana.api.run('PlanDrill', { from, to: addMillis(from, 2 * 60 * 60_000), personIds, openings });
  await stage.settle();
  const { body } = await stage.ana.api.request<{ rows: { id: string }[] }>('GET', '/api/views/drills?sort=plannedAt&desc=true&limit=1');
  drillId = body.rows[0]!.id;
};
const agree = (player: Player) => player.api.run('GiveDrillConsent', { drillId });
const start = async (): Promise<void> => {
  await stage.ana.api.run('StartDrill', { drillId });
  await stage.settleFully();
};
const end = async (): Promise<void> => {
  await stage.ana.api.run('EndDrill', { drillId });
  await stage.settleFully();
};
const mailsTo = (name: string) =>
  mailbox.messages.filter(({ to, subject }) => JSON.stringify(to).includes(`${name}@`) && /drill/.test(subject ?? ''));
const subjectsTo = (name: string) => mailsTo(name).map(({ subject }) => subject);
const rings = () => [stage.ana.ringCount, bo.ringCount, cy.ringCount];

beforeAll(async () => {
  mailbox = await Mailbox.start();
  stage = await Stage.begin({ mailbox });
  bo = await stage.addPerson('Bo');
  cy = await stage.addPerson('Cy');
  await stage.setPolicy([{ page: [bo], wait: 5 }, { page: [cy], wait: 5 }, { page: [stage.ana] }]);
});
afterAll(async () => {
  await stage.close();
  await mailbox.close();
});

story('a drill that pages people', (chapter) => {
  chapter('is planned and started by an admin, and by nobody without consent', async () => {
    await plan();
    expect((await bo.api.expectRefusal('StartDrill', { drillId })).code).toBe('permission.denied');
    expect((await stage.ana.api.expectRefusal('StartDrill', { drillId })).code).toBe('drill.no_consent');
    expect(rings()).toEqual([0, 0, 0]);
  });

  chapter('asks each of them by a quiet message, and tells them when it is called off', async () => {
    await stage.settleFully();
    expect(subjectsTo('bo')).toEqual(['May a drill page you?']);
    expect(mailsTo('bo')[0]!.text).toMatch(/Ana plans a drill: .*only if you agree[^]*\/on-call/);
    expect(subjectsTo('ana')).toEqual([]);
    await end();
    expect(subjectsTo('cy')).toEqual(['May a drill page you?', 'The drill was called off']);
    await plan();
    expect(rings()).toEqual([0, 0, 0]);
  });

  chapter('rings only who agreed, says that it is a drill, and climbs over the others', async () => {
    await agree(cy);
    await start();
    await stage.advance('PT6M');
    expect(rings()).toEqual([0, 0, 1]);
    expect(cy.phone.pages.at(-1)).toMatchObject({ title: expect.stringMatching(/^DRILL: /), test: true });
    await stage.advance('PT10M');
    expect(rings()).toEqual([0, 0, 1]);
    const { id, drillId: marked } = await stage.getGroup();
    expect(marked).toBe(drillId);
    const { pages } = await stage.getLadder(id);
    expect(pages.map(({ personId, attempts }) => [personId, attempts[0]!.reason])).toEqual([
      [bo.personId, 'delivery.drill_no_consent'],
      [cy.personId, null],
      [stage.ana.personId, 'delivery.drill_no_consent'],
    ]);
  });

  chapter('does not ring who withdraws in the middle, also after a kill', async () => {
    await cy.api.run('WithdrawDrillConsent', { drillId });
    await stage.settleFully();
    await stage.restart('SIGKILL');
    // its second alert group opens, and climbs past them
    await stage.advance('PT30M');
    expect(rings()).toEqual([0, 0, 1]);
    expect((await stage.listGroups()).filter((group) => group.drillId === drillId)).toHaveLength(2);
    await end();
    expect((await stage.listGroups()).map(({ status }) => status)).toEqual(['resolved', 'resolved']);
  });

  chapter('gives way to a real page at once, which waits for nothing', async () => {
    await plan();
    for (const player of [bo, cy]) await agree(player);
    await start();
    expect(rings()).toEqual([0, 1, 1]);
    await stage.alertmanager('firing', [{ name: 'Fan' }]);
    await stage.settleFully();
    expect(rings()).toEqual([0, 2, 1]);
    expect(bo.phone.pages.at(-1)!.title).toBe('Fan on db-1');
    const { body } = await stage.ana.api.request<{ row: { withdrawn: unknown } }>('GET', `/api/views/drills/${drillId}`);
    expect(body.row.withdrawn).toEqual([{ personId: bo.personId, because: 'real_page' }]);
    const drilled = (await stage.listGroups()).find((group) => group.drillId === drillId)!;
    const pages = (await stage.getLadder(drilled.id)).pages.filter(({ personId }) => personId === bo.personId);
    expect(pages).toMatchObject([{ state: 'cancelled', reason: 'delivery.drill_real_page' }]);
  });

  chapter('is in no report, and the audit of the log finds nothing', async () => {
    await end();
    expect(subjectsTo('bo').at(-1)).toBe('The drill is over');
    const { body } = await stage.ana.api.request<ReportAnswer>('GET', '/api/reports/response');
    expect((body.figures as ResponseFigures).openings).toBe(1);
    const { body: health } = await stage.ana.api.request<{ ok: boolean }>('GET', '/api/health');
    expect(health.ok).toBe(true);
  });
});
