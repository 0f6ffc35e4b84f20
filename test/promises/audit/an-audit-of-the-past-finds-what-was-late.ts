import type { AuditReport } from '@tocsin/contracts/auditor/audit.js';
import type { Company, Promises } from './audit.js';

const auditBetween = async (company: Company, from: string, to: string) => {
  const { code, output } = await company.runAudit('--from', from, '--to', to, '--json');
  return { code, report: JSON.parse(output) as AuditReport };
};

export const anAuditOfThePastFindsWhatWasLate: Promises = {
  'of a time in which a step came late it says which, by how much, and fails': async (company) => {
    const { stage } = company;
    await stage.advance('PT1H');
    const from = await company.settleClock();
    const groupId = await company.openGroup('Backup failed');
    const { number } = await stage.getGroup((await stage.listGroups()).length);
    company.setStepOfBoFails(true);
    await stage.advance('PT8M');
    company.setStepOfBoFails(false);
    await stage.ana.api.run('EscalateAlertGroup', { groupId });
    await stage.ana.api.run('ResolveAlertGroup', { groupId });
    const { code, report } = await auditBetween(company, from, await company.settleClock());
    expect(code).toBe(1);
    expect(report.findings).toMatchObject([{ kind: 'late', what: 'step', groupId, outcome: 'taken', lateBy: 180_000 }]);
    const words = await company.runAudit('--from', from, '--to', await company.settleClock());
    expect(words).toMatchObject({ code: 1 });
    expect(words.output).toMatch(new RegExp(` #${number} escalation step: 3 min late \\(taken\\) \\(event \\d+\\)`));
  },

  'asked as of a moment before it was done, it never happened': async (company) => {
    const { stage } = company;
    const { id: groupId } = (await stage.listGroups()).at(-1)!;
    const { dueAt } = (await company.waitForAudit()).findings.find((one) => one.groupId === groupId)!;
    const lateInstant = new Date(Date.parse(dueAt) + 90_000).toISOString();
    const { code, report } = await auditBetween(company, dueAt, lateInstant);
    expect(code).toBe(1);
    expect(report).toMatchObject({ at: lateInstant, overdueMuch: 1, overdue: [{ kind: 'never', what: 'step', groupId, lateBy: 90_000 }] });
  },

  'of a time in which all was on time it finds nothing': async (company) => {
    const { stage } = company;
    await stage.advance('PT1H');
    const from = await company.settleClock();
    const groupId = await company.openGroup('Swap is full');
    await stage.advance('PT6M');
    await stage.ana.api.run('ResolveAlertGroup', { groupId });
    await stage.advance('PT1M');
    const { code, report } = await auditBetween(company, from, await company.settleClock());
    expect([code, report.findings, report.overdue]).toEqual([0, [], []]);
    expect(report.all).toMatchObject({ late: 0, never: 0 });
    expect(report.all.done).toBe(report.all.due);
    expect(report.all.due).toBeGreaterThan(3);
    const words = await company.runAudit('--from', from, '--to', await company.settleClock());
    expect(words.output).toContain('Everything that was due was done on time.');
  },
};
