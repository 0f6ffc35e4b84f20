import { auditWords } from './audit-words.js';
import { auditLog } from './audit.js';

const groupId = '01900000-0000-7000-8000-00000000aaaa';
const minute = (n: number): string => new Date(Date.parse('2026-11-20T03:00:00.000Z') + n * 60_000).toISOString();
const fact = (ordinal: number, at: string, type: string, data: object) =>
  ({ id: `e${ordinal}`, ordinal, type, data: { groupId, ...data }, meta: { at, commandId: `c${ordinal}` } }) as never;
const stepPlanned = (ordinal: number, at: string, step: number, dueAt: string) =>
  fact(ordinal, at, 'EscalationStepPlanned', { round: 1, step, dueAt });
const stepTaken = (ordinal: number, at: string, step: number) =>
  fact(ordinal, at, 'EscalationStepTaken', { round: 1, step, targets: [], empty: false });

/** Step 1 is taken on time, step 2 two minutes late, step 3 never. */
const events = [
  fact(1, minute(0), 'AlertGroupOpened', { number: 7, alerts: [] }),
  stepPlanned(2, minute(0), 1, minute(0)),
  stepTaken(3, minute(0), 1),
  stepPlanned(4, minute(0), 2, minute(5)),
  stepTaken(5, minute(7), 2),
  stepPlanned(6, minute(7), 3, minute(12)),
] as readonly { readonly ordinal: number; readonly type: string }[];

const log = {
  head: async () => ({ ordinal: 6 }) as never,
  readAll: async ({ after, limit, types }: { after: number; limit: number; types?: readonly string[] }) =>
    events.filter(({ ordinal, type }) => ordinal > after && types!.includes(type)).slice(0, limit) as never,
};

describe('an audit of the past', () => {
  it('says what was late and what never happened', async () => {
    const report = await auditLog(log, { now: minute(20) });
    expect(report.all).toEqual({ due: 3, done: 1, late: 1, never: 1, away: 0 });
    expect(report.findings).toMatchObject([{ kind: 'late', what: 'step', number: 7, lateBy: 120_000, outcome: 'taken', ordinal: 4 }]);
    expect(report.overdue).toMatchObject([{ kind: 'never', what: 'step', dueAt: minute(12), ordinal: 6 }]);
    const words = auditWords(report);
    expect(words).toContain('3 due, 1 on time, 1 late, 1 never\n');
    expect(words).toContain('#7 escalation step: 2 min late (taken) (event 4)');
    expect(words).toContain('#7 escalation step: never done, overdue by 8 min (event 6)');
  });

  it('is of what was due in that time, as it stood at its end', async () => {
    const { all, overdue } = await auditLog(log, { from: minute(1), to: minute(6), now: minute(20) });
    expect(all).toEqual({ due: 1, done: 0, late: 0, never: 1, away: 0 });
    expect(overdue).toMatchObject([{ dueAt: minute(5), lateBy: 60_000 }]);
    expect((await auditLog(log, { from: minute(8), to: minute(12), now: minute(20) })).all.due).toBe(0);
  });

  it('is of all of a log whose clock ran ahead of this machine’s', async () => {
    const { all } = await auditLog(log, { now: minute(-60) });
    expect(all).toEqual({ due: 2, done: 1, late: 1, never: 0, away: 0 });
  });
});
