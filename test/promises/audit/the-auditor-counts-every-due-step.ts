import type { Promises } from './audit.js';

export const theAuditorCountsEveryDueStep: Promises = {
  'each step and each attempt that fell due is counted, and that it was done on time': async (company) => {
    const { stage, bo } = company;
    const before = (await company.audit()).all;
    const groupId = await company.opens('Disk is full');
    await stage.advance('PT5M');
    expect(bo.phone.pages.at(-1)).toMatchObject({ groupId });
    const after = await company.audit();
    const timeline = await stage.timeline(groupId);
    const done = timeline.filter(({ type }) => type === 'EscalationStepTaken' || type === 'AttemptStarted');
    expect(done).toHaveLength(4);
    expect(after.all).toEqual({ ...before, due: before.due + done.length, done: before.done + done.length });
    expect([after.overdue, after.findings]).toEqual([[], []]);
    await stage.ana.api.run('ResolveAlertGroup', { groupId });
  },

  'a step that is not taken is overdue after ten seconds, and after a minute it never happened': async (company) => {
    const { stage } = company;
    const groupId = await company.opens('Queue is full');
    const { never, late } = (await company.audit()).all;
    company.boIsNeverCalled(true);
    const ofStep = async () => (await company.audit()).overdue.map((one) => [one.groupId, one.what, one.kind, one.lateBy]);
    await stage.advance('PT5M8S');
    expect(await ofStep()).toEqual([]);
    expect(await ofStep()).toEqual([[groupId, 'step', 'late', 11_000]]);
    await stage.advance('PT48S');
    expect(await ofStep()).toEqual([[groupId, 'step', 'never', 60_000]]);
    expect((await company.audit()).all).toMatchObject({ late, never: never + 1 });
    expect(company.bo.phone.pages.some((page) => page.groupId === groupId)).toBe(false);
  },

  'what is done after all stays counted as late': async (company) => {
    const { stage } = company;
    const groupId = (await stage.groups()).at(-1)!.id;
    const { late, never } = (await company.audit()).all;
    company.boIsNeverCalled(false);
    await stage.ana.api.run('EscalateAlertGroup', { groupId });
    const { all, findings, overdue } = await company.audit();
    expect(all).toMatchObject({ late: late + 1, never: never - 1 });
    expect(findings[0]).toMatchObject({ kind: 'late', what: 'step', groupId, outcome: 'taken', lateBy: 62_000 });
    expect(overdue).toEqual([]);
    expect(company.bo.phone.pages.at(-1)).toMatchObject({ groupId });
    await stage.ana.api.run('ResolveAlertGroup', { groupId });
  },
};
