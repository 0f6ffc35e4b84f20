import type { Promises } from './audit.js';

export const theAuditorCountsEveryDueStep: Promises = {
  'each step and each attempt that fell due is counted, and that it was done on time': async (company) => {
    const { stage, bo } = company;
    const before = (await company.waitForAudit()).all;
    const groupId = await company.openGroup('Disk is full');
    await stage.advance('PT5M');
    expect(bo.phone.pages.at(-1)).toMatchObject({ groupId });
    const after = await company.waitForAudit();
    const timeline = await stage.getTimeline(groupId);
    const takenSteps = timeline.filter(({ type }) => type === 'EscalationStepTaken' || type === 'AttemptStarted');
    expect(takenSteps).toHaveLength(4);
    expect(after.all).toEqual({ ...before, due: before.due + takenSteps.length, done: before.done + takenSteps.length });
    expect([after.overdue, after.findings]).toEqual([[], []]);
    await stage.ana.api.run('ResolveAlertGroup', { groupId });
  },

  'a step that is not taken is overdue after ten seconds, and after a minute it never happened': async (company) => {
    const { stage } = company;
    const groupId = await company.openGroup('Queue is full');
    const { never, late } = (await company.waitForAudit()).all;
    company.setStepOfBoFails(true);
    const listOverdue = async () => (await company.waitForAudit()).overdue.map((one) => [one.groupId, one.what, one.kind, one.lateBy]);
    await stage.advance('PT5M8S');
    expect(await listOverdue()).toEqual([]);
    expect(await listOverdue()).toEqual([[groupId, 'step', 'late', 11_000]]);
    await stage.advance('PT48S');
    expect(await listOverdue()).toEqual([[groupId, 'step', 'never', 60_000]]);
    expect((await company.waitForAudit()).all).toMatchObject({ late, never: never + 1 });
    expect(company.bo.phone.pages.some((page) => page.groupId === groupId)).toBe(false);
  },

  'what is done after all stays counted as late': async (company) => {
    const { stage } = company;
    const groupId = (await stage.listGroups()).at(-1)!.id;
    const { late, never } = (await company.waitForAudit()).all;
    company.setStepOfBoFails(false);
    await stage.ana.api.run('EscalateAlertGroup', { groupId });
    const { all, findings, overdue } = await company.waitForAudit();
    expect(all).toMatchObject({ late: late + 1, never: never - 1 });
    expect(findings[0]).toMatchObject({ kind: 'late', what: 'step', groupId, outcome: 'taken', lateBy: 62_000 });
    expect(overdue).toEqual([]);
    expect(company.bo.phone.pages.at(-1)).toMatchObject({ groupId });
    await stage.ana.api.run('ResolveAlertGroup', { groupId });
  },
};
