import type { PageShown } from '@tocsin/contracts/alert-groups/page-link.js';
import type { NoiseFigures, ReportAnswer } from '@tocsin/contracts/reports/reports.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';

story('noise', (chapter) => {
  let stage: Stage;
  let bo: Player;
  let unmarkedReport: ReportAnswer;
  const report = async (query = ''): Promise<ReportAnswer & { figures: NoiseFigures }> =>
    (await stage.ana.api.request<ReportAnswer & { figures: NoiseFigures }>('GET', `/api/reports/noise${query}`)).body;
  const readCounts = async () => {
    const { openings, actionable, marked } = (await report()).figures.all;
    return { openings, actionable, marked };
  };
  const idOf = async (title: string): Promise<string> => (await stage.ana.api.list('alertGroups')).find((row) => row.title === title)!.id;
  const markOf = async (title: string) => (await stage.ana.api.list('alertGroups')).find((row) => row.title === title)!.noise;

  beforeAll(async () => {
    stage = await Stage.begin();
    bo = await stage.addPerson('Bo');
    await stage.setPolicy([{ page: [bo] }]);
    for (const key of ['disk', 'mail']) {
      await stage.generic({ summary: key, key });
      await bo.api.run('AcknowledgeAlertGroup', { groupId: await idOf(key) });
      await stage.settle();
    }
    await stage.generic({ summary: 'mail', key: 'mail', action: 'resolve' });
  });
  afterAll(() => stage.close());

  chapter('is marked with a reason, open or closed: it was not actionable, though it was acknowledged', async () => {
    unmarkedReport = await report();
    expect(await readCounts()).toEqual({ openings: 2, actionable: 2, marked: 0 });
    for (const key of ['disk', 'mail'])
      await bo.api.run('MarkAlertGroupAsNoise', { groupId: await idOf(key), reason: `${key} is a test rig` });
    await stage.settle();
    expect(await readCounts()).toEqual({ openings: 2, actionable: 0, marked: 2 });
    expect(await markOf('mail')).toBe(true);
    const timeline = await stage.getTimeline(await idOf('mail'));
    expect(timeline.find(({ type }) => type === 'AlertGroupMarkedAsNoise')?.data).toMatchObject({
      opening: 1,
      text: 'mail is a test rig',
    });
  });

  chapter('counts as of the pin: a mark that came later does not', async () => {
    const { from, to, ordinal } = unmarkedReport.order;
    expect(await report(`?from=${from}&to=${to}&ordinal=${ordinal}`)).toEqual(unmarkedReport);
  });

  chapter('holds nothing of the reason: redacted, the bytes stay the same', async () => {
    const before = await report();
    expect(JSON.stringify(before)).not.toContain('test rig');
    const { from, to, ordinal } = before.order;
    const mark = (await stage.getTimeline(await idOf('mail'))).find(({ type }) => type === 'AlertGroupMarkedAsNoise')!;
    await stage.ana.api.run('RedactText', { ordinal: mark.ordinal, path: ['text'] });
    await stage.settle();
    expect(JSON.stringify(await stage.getTimeline(await idOf('mail')))).not.toContain('mail is a test rig');
    expect(await report(`?from=${from}&to=${to}&ordinal=${ordinal}`)).toEqual(before);
  });

  chapter('is marked once, and the mark can be taken back', async () => {
    const groupId = await idOf('disk');
    const { streams } = await bo.api.run('MarkAlertGroupAsNoise', { groupId, reason: 'again' });
    expect(streams).toEqual([]);
    await bo.api.run('RemoveNoiseMark', { groupId });
    await stage.settle();
    expect(await readCounts()).toEqual({ openings: 2, actionable: 1, marked: 1 });
    expect(await markOf('disk')).toBeUndefined();
  });

  chapter('is said of one opening: reopened, the group is not marked, and the opening before it is', async () => {
    const groupId = await idOf('mail');
    await bo.api.run('ReopenAlertGroup', { groupId });
    await stage.settle();
    expect(await markOf('mail')).toBeUndefined();
    expect(await readCounts()).toMatchObject({ openings: 3, marked: 1 });
  });

  chapter('is answered with one tap by whoever was there, in the list, by the link of their page, and of nobody else', async () => {
    const groupId = await idOf('mail');
    await stage.advance('PT1M');
    const path = new URL(bo.phone.pages.findLast((page) => page.groupId === groupId && !page.quiet)!.link).pathname.replace(
      '/p/',
      '/api/pages/',
    );
    const readAnswer = async () => (await bo.api.request<PageShown>('GET', path)).body.actionNeeded;
    expect(await bo.api.expectRefusal('AnswerActionNeeded', { groupId, answer: 'no' })).toMatchObject({ code: 'alert_group.not_resolved' });
    expect(await readAnswer()).toBeNull();
    await bo.api.run('ResolveAlertGroup', { groupId });
    await stage.settle();
    expect(await readAnswer()).toEqual({ answer: null });
    expect((await bo.api.request('POST', path, { act: 'action_needed', answer: 'no' })).status).toBe(202);
    await stage.settle();
    expect(await readAnswer()).toEqual({ answer: 'no' });
    expect((await report()).figures.all).toMatchObject({ answeredYes: 0, answeredNo: 1 });
    await bo.api.run('AnswerActionNeeded', { groupId, answer: 'yes' });
    await stage.settle();
    expect((await report()).figures.all).toMatchObject({ answeredYes: 1, answeredNo: 0 });
    const late = await stage.addPerson('Dee');
    expect(await late.api.expectRefusal('AnswerActionNeeded', { groupId, answer: 'no' })).toMatchObject({
      code: 'alert_group.was_not_there',
    });
    const row = (await stage.ana.api.list('alertGroups')).find(({ id }) => id === groupId)!;
    expect(row.actionNeeded).toEqual({ [bo.personId]: 'yes' });
  });

  chapter('shows the minutes of sleep of a person to them and their managers alone', async () => {
    const observer = await stage.addPerson('Eve', { role: 'observer', isInTeam: false });
    const ofAll = (await report('?days=90')).figures.sleepers.map(({ personId }) => personId);
    const { body } = await observer.api.request<ReportAnswer & { figures: NoiseFigures }>('GET', '/api/reports/noise?days=90');
    expect({ shown: body.figures.sleepers, isCut: body.cut }).toEqual({ shown: [], isCut: ofAll.length > 0 });
  });

  chapter('is marked in bulk, each group for itself, with one reason', async () => {
    const groupIds = [await idOf('disk'), await idOf('mail')];
    const runBulk = (body: object) => bo.api.request('POST', '/api/bulk', { act: 'MarkAlertGroupAsNoise', groupIds, ...body });
    expect(await runBulk({})).toMatchObject({ status: 422, body: { errors: [{ path: 'reason' }] } });
    expect((await runBulk({ reason: 'The rig' })).status).toBe(202);
    await stage.settle();
    expect(await readCounts()).toEqual({ openings: 3, actionable: 0, marked: 3 });
  });

  chapter('is for those who may act on the group, and needs a reason', async () => {
    const observer = await stage.addPerson('Cleo', { role: 'observer', isInTeam: false });
    const groupId = await idOf('disk');
    expect(await observer.api.expectRefusal('MarkAlertGroupAsNoise', { groupId, reason: 'x' })).toMatchObject({ status: 403 });
    expect(await bo.api.expectRefusal('MarkAlertGroupAsNoise', { groupId, reason: ' ' })).toMatchObject({ status: 422 });
  });
});
