import type { ReportAnswer, ResponseFigures } from '@tocsin/contracts/reports/reports.js';
import type { Cast, Promises } from './cast.js';

const figures = async ({ ana }: Cast): Promise<ResponseFigures> =>
  (await ana.api.request<ReportAnswer & { figures: ResponseFigures }>('GET', '/api/reports/response?measures=mtta')).body.figures;

export const aSendersAcknowledgeTakesItInHandWithoutReminders: Promises = {
  'the escalation stops, and the sender has it': async (cast) => {
    const { stage, ana } = cast;
    const { id: groupId } = await cast.openGroup();
    await ana.api.run('AcknowledgeAlertGroup', { groupId });
    await cast.finish();
    const before = await figures(cast);
    expect(before.measures[0]!.all.measured).toBeGreaterThan(0);
    await stage.pagerduty('trigger', 'in-hand');
    await stage.pagerduty('acknowledge', 'in-hand');
    expect(await cast.getLastGroup()).toMatchObject({ status: 'acknowledged', holder: { kind: 'sender' }, next: null });
    const now = await figures(cast);
    // no person acknowledged, so it does not count in MTTA
    expect(now.acknowledgedOtherwise).toBe(before.acknowledgedOtherwise + 1);
    expect(now.acknowledged).toBe(before.acknowledged);
    expect(now.measures[0]!.all.measured).toBe(before.measures[0]!.all.measured);
  },

  'nobody is asked whether they are still on it': async (cast) => {
    const { stage, ana, bo } = cast;
    const ringsBefore = [ana.pageCauses.length, bo.pageCauses.length];
    await stage.advance('PT29M59S');
    expect([ana.pageCauses.length, bo.pageCauses.length]).toEqual(ringsBefore);
    const { id, status } = await cast.getLastGroup();
    expect(status).toBe('acknowledged');
    expect((await stage.getTimeline(id)).map(({ type }) => type)).not.toContain('HolderAsked');
  },

  'after half an hour it fires again, and pages from step 1 at once': async (cast) => {
    const { stage, ana, bo } = cast;
    const bosRingsBefore = bo.pageCauses.length;
    expect(await cast.collectCauses(ana, () => stage.advance('PT1S'))).toEqual(['escalation']);
    expect(bo.pageCauses).toHaveLength(bosRingsBefore);
    expect(await cast.getLastGroup()).toMatchObject({ status: 'firing', holder: null });
  },
};
