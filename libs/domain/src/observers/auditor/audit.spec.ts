import type { AuditReport } from '@tocsin/contracts/auditor/audit.js';
import type { EventType, FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import * as auditorLimits from '@tocsin/contracts/auditor/limits.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { ana, idOf } from '../../configuration.fixture.js';
import { Audit } from './audit.js';

const groupId = idOf('9a');
const pageId = idOf('b0');
const begin = '2026-11-21T03:00:00.000Z';
const second = (n: number): string => addMillis(begin, n * 1_000);
const minute = (n: number): string => second(n * 60);

type Happened = readonly [at: string, type: EventType, data?: object, commandId?: string];
const eventOf = ([at, type, data = {}, commandId = at]: Happened, n: number): Recorded =>
  partOf<Recorded>({ id: idOf(`e${n}`), ordinal: n + 1, type, data: { groupId, ...data }, meta: { at, commandId } });

const auditOf = (facts: readonly Happened[]): Audit => {
  const audit = new Audit();
  for (const event of facts.map(eventOf)) audit.take(event);
  return audit;
};
const reportOf = (facts: readonly Happened[], now: string): AuditReport => auditOf(facts).report(now);

const openedFact: Happened = [begin, 'AlertGroupOpened', { number: 1, alerts: [] }];
const plannedFact = (at: string, step: number, dueAt: string): Happened => [at, 'EscalationStepPlanned', { round: 1, step, dueAt }];
const takenFact = (at: string, step: number, personIds: readonly string[] = []): Happened => {
  const persons = personIds.map((personId) => ({ personId, outcome: 'paged' }));
  return [at, 'EscalationStepTaken', { round: 1, step, targets: [{ target: { kind: 'person' }, persons }], empty: false }];
};
const attempt = (at: string, dueAt: string): Happened => [at, 'AttemptPlanned', { pageId, slot: idOf('51'), dueAt }];
const startedFact = (at: string): Happened => [at, 'AttemptStarted', { pageId, slot: idOf('51'), attemptId: idOf('52'), epoch: 1 }];
const sentFact = (at: string): Happened => [at, 'AttemptSent', { pageId, attemptId: idOf('52') }];
const paging: readonly Happened[] = [
  openedFact,
  [begin, 'PageStarted', { pageId, personId: ana }],
  attempt(begin, minute(1)),
  takenFact(begin, 1, [ana]),
  plannedFact(begin, 2, minute(5)),
];
const receivedFact: Happened = [begin, 'SignalReceived'];
const routedFact = (at: string, routingData: Partial<FactOf<'SignalsRouted'>> = {}): Happened => [
  at,
  'SignalsRouted',
  { from: 0, upTo: 1, items: [{ outcome: 'opened', groupId, number: 1 }], ...routingData },
];
const kindsOf = (findingList: AuditReport['findings']) =>
  findingList.map(({ kind, what, lateBy, outcome }) => [kind, what, lateBy, outcome]);

describe('what was due', () => {
  it('was done on time', () => {
    const { all, findings, overdue } = reportOf(
      [...paging, startedFact(minute(1)), sentFact(minute(1)), takenFact(second(310), 2)],
      second(310),
    );
    expect({ all, findings, overdue }).toEqual({ all: { due: 3, done: 3, late: 0, never: 0, away: 0 }, findings: [], overdue: [] });
  });

  it.each([
    ['a step', [takenFact(second(311), 2)], ['late', 'step', 11_000, 'taken']],
    ['an attempt', [startedFact(second(72)), sentFact(second(73))], ['late', 'attempt', 12_000, 'attempted']],
    [
      'an attempt that another stands for',
      [[minute(3), 'AttemptCancelled', { slot: idOf('51'), reason: 'delivery.joined' }]],
      ['late', 'attempt', 120_000, 'joined'],
    ],
    [
      'an attempt that came to nothing',
      [[minute(3), 'AttemptWentStale', { slot: idOf('51'), attemptId: null }]],
      ['late', 'attempt', 120_000, 'dropped'],
    ],
    ['an attempt whose page was cancelled after it', [[minute(3), 'PageCancelled', { pageId }]], ['late', 'attempt', 120_000, 'cancelled']],
    [
      'the outcome of an attempt',
      [startedFact(minute(1)), [minute(5), 'AttemptFailed', { attemptId: idOf('52') }]],
      ['late', 'answer', 120_000, 'attempted'],
    ],
  ] as const)('was done late: %s', (_, expectedFacts, finding) => {
    const { findings, alarms } = reportOf([...paging, ...(expectedFacts as readonly Happened[])], minute(5));
    expect(kindsOf(findings)).toContainEqual(finding);
    expect(alarms.count).toBe(finding[2] >= 60_000 ? 1 : 0);
  });

  it('has no outcome: late for a minute, then never', () => {
    const stuckPaging = [...paging, startedFact(minute(1)), sentFact(minute(1))];
    const overdueAt = (now: string) => kindsOf(reportOf(stuckPaging, now).overdue);
    expect(overdueAt(second(310))).toEqual([]);
    expect(overdueAt(second(359))).toEqual([['late', 'step', 59_000, null]]);
    expect(overdueAt(minute(6))).toEqual([['never', 'step', 60_000, null]]);
    expect(reportOf(stuckPaging, minute(6))).toMatchObject({ all: { due: 3, done: 2, never: 1 }, overdueMuch: 1 });
  });

  it('is not needed any more once somebody has it', () => {
    const { findings, overdue, all } = reportOf(
      [
        ...paging,
        [second(30), 'AlertGroupAcknowledged', { holder: { kind: 'person', personId: ana } }],
        [second(30), 'PageAnswered', { pageId }],
      ],
      minute(20),
    );
    expect({ findings, overdue, due: all.due }).toEqual({ findings: [], overdue: [], due: 1 });
  });

  it('is due at another time once it was planned anew', () => {
    expect(reportOf([...paging, plannedFact(minute(4), 2, minute(30)), attempt(second(30), minute(40))], minute(29)).overdue).toEqual([]);
  });
});

describe('what must not be', () => {
  it('is an attempt of a page that was cancelled before', () => {
    const { findings, alarms } = reportOf([...paging, [second(30), 'PageCancelled', { pageId }], startedFact(minute(1))], minute(1));
    expect(findings).toMatchObject([{ kind: 'not_planned', what: 'attempt', ordinal: 7, groupId, number: 1 }]);
    expect(alarms).toEqual({ count: 1, lastAt: minute(1) });
  });

  it('is a step that names somebody whose page never began', () => {
    expect(reportOf([openedFact, takenFact(begin, 1, [ana]), plannedFact(begin, 2, minute(5))], begin).findings).toMatchObject([
      { kind: 'not_paged' },
    ]);
  });

  it('is a step that was left out', () => {
    const skippedStep = reportOf([openedFact, plannedFact(begin, 1, begin), plannedFact(begin, 2, minute(5))], begin);
    expect(skippedStep.findings).toMatchObject([{ kind: 'never', what: 'step', ordinal: 2 }]);
    expect(reportOf([openedFact, plannedFact(begin, 2, minute(5))], begin).findings).toMatchObject([{ kind: 'never', what: 'step' }]);
  });

  it('is a group that fires, and nothing is planned', () => {
    expect(kindsOf(reportOf([openedFact], minute(1)).overdue)).toEqual([['never', 'escalate', 60_000, null]]);
    expect(kindsOf(reportOf([openedFact, takenFact(begin, 1)], minute(1)).overdue)).toEqual([['never', 'escalate', 60_000, null]]);
  });
});

describe('a signal that was accepted', () => {
  it('is routed, and its group opened', () => {
    const { overdue, findings } = reportOf(
      [receivedFact, routedFact(second(1)), [second(1), 'AlertGroupOpened', { number: 1, alerts: [] }]],
      second(2),
    );
    expect({ overdue, findings }).toEqual({ overdue: [], findings: [] });
  });

  it('was never routed, or skipped', () => {
    expect(kindsOf(reportOf([receivedFact], minute(1)).overdue)).toEqual([['never', 'route', 60_000, null]]);
    const skippedSignals = reportOf([receivedFact, routedFact(second(1), { from: 1, upTo: 5, items: [] })], minute(1));
    expect(kindsOf(skippedSignals.overdue)).toEqual([['never', 'route', 60_000, null]]);
  });

  it('was passed over', () => {
    const passedOverReport = reportOf([receivedFact, routedFact(second(5), { passedOver: true, items: [] })], second(5));
    expect(passedOverReport.findings).toMatchObject([{ kind: 'never', what: 'route' }]);
  });

  it('opened no group, though it was to', () => {
    expect(reportOf([receivedFact, routedFact(begin)], minute(1)).overdue).toMatchObject([
      { kind: 'never', what: 'open', groupId, number: 1 },
    ]);
  });
});

describe('while nobody was there', () => {
  const restart: Happened = [minute(20), 'ReactorStarted', { awayFrom: minute(2) }];
  const after: readonly Happened[] = [...paging, startedFact(minute(1)), sentFact(minute(1)), restart];

  it('time is no lateness, and is said', () => {
    const { findings, absences, all } = reportOf([...after, takenFact(second(1_205), 2)], minute(21));
    expect({ findings, absences }).toEqual({ findings: [], absences: [{ from: minute(2), to: minute(20) }] });
    expect(all).toEqual({ due: 3, done: 3, late: 0, never: 0, away: 1 });
  });

  it('what is late after that is late', () => {
    expect(kindsOf(reportOf([...after, takenFact(second(1_220), 2)], minute(21)).findings)).toEqual([['late', 'step', 20_000, 'taken']]);
  });

  it('what was late before is late', () => {
    const stuckFacts: readonly Happened[] = [
      ...paging,
      startedFact(minute(1)),
      sentFact(minute(1)),
      [minute(20), 'ReactorStarted', { awayFrom: minute(8) }],
    ];
    expect(kindsOf(reportOf([...stuckFacts, takenFact(minute(20), 2)], minute(21)).findings)).toEqual([['late', 'step', 180_000, 'taken']]);
  });

  it('a clock that was set forward makes nothing late', () => {
    const leap: Happened = [minute(60), 'ClockSteppedForward', { from: minute(2), to: minute(60) }];
    expect(reportOf([...paging, startedFact(minute(1)), sentFact(minute(1)), leap, takenFact(minute(60), 2)], minute(60)).findings).toEqual(
      [],
    );
  });

  it('counts from the last fact of a reactor, where that is later than this machine’s sign of life, or there is none', () => {
    const context = partOf<Recorded>({
      ...eventOf([minute(10), 'ReactorProgressed'], 7),
      meta: { at: minute(10), commandId: 'p', handledUpTo: 7 },
    });
    for (const awayFrom of [minute(2), null]) {
      const audit = auditOf([...paging, startedFact(minute(1)), sentFact(minute(1))]);
      audit.take(context);
      audit.take(eventOf([minute(20), 'ReactorStarted', { awayFrom }], 8));
      audit.take(eventOf(takenFact(minute(20), 2), 9));
      const { absences, findings } = audit.report(minute(20));
      expect(absences).toEqual([{ from: minute(10), to: minute(20) }]);
      expect(kindsOf(findings)).toEqual([['late', 'step', 300_000, 'taken']]);
    }
  });

  it('is excused once: what is lost after it is noticed as soon as ever', () => {
    const leap: Happened = [minute(60), 'ClockSteppedForward', { from: minute(2), to: minute(60) }];
    const audit = auditOf([...paging, startedFact(minute(1)), sentFact(minute(1))]);
    audit.excuse(Date.parse(minute(2)), Date.parse(minute(60)));
    audit.take(eventOf(leap, 7));
    expect(kindsOf(audit.report(minute(61)).overdue)).toEqual([['never', 'step', 60_000, null]]);
  });

  it('nothing is given up for it, however long it was, and whatever came before the reactor', () => {
    const days = addMillis(begin, 8 * 86_400_000);
    const facts: readonly Happened[] = [
      ...paging,
      startedFact(minute(1)),
      sentFact(minute(1)),
      [days, 'SignalReceived'],
      [addMillis(days, 1_000), 'ReactorStarted', { awayFrom: minute(2) }],
      takenFact(addMillis(days, 2_000), 2),
    ];
    expect(reportOf(facts, addMillis(days, 2_000)).findings).toEqual([]);
  });
});

describe('what is kept', () => {
  it('is nothing of a group that is over, soon after', () => {
    const resolvedFacts: readonly Happened[] = [...paging, [minute(2), 'AlertGroupResolved'], [minute(2), 'PageCancelled', { pageId }]];
    expect(auditOf(resolvedFacts).size).toEqual({ groups: 1, dues: 0 });
    expect(auditOf([...resolvedFacts, [minute(70), 'ReactorProgressed'], [minute(140), 'SignalReceived']]).size.groups).toBe(0);
  });

  it('does not grow with the pages of a group that nobody takes', () => {
    const rounds = Array.from({ length: 1_000 }, (_, n): readonly Happened[] => [
      [minute(n), 'PageStarted', { pageId, personId: ana }],
      attempt(minute(n), minute(n)),
      takenFact(minute(n), 1, [ana]),
      plannedFact(minute(n), 1, minute(n + 1)),
      startedFact(minute(n)),
      sentFact(minute(n)),
    ]).flat();
    const audit = auditOf([openedFact, ...rounds]);
    expect(audit.size).toEqual({ groups: 1, dues: 1 });
    expect(JSON.stringify(audit.state).length).toBeLessThan(20_000);
  });

  it('is a hundred findings; what was a little late makes room first', () => {
    const lateFacts = (n: number): readonly Happened[] => [
      plannedFact(minute(n), 1, minute(n)),
      takenFact(second(n * 60 + (n === 0 ? 59 : 11)), 1),
    ];
    const much: readonly Happened[] = [plannedFact(begin, 1, begin), takenFact(minute(2), 1)];
    const { findings } = reportOf([openedFact, ...much, ...Array.from({ length: 150 }, (_, n) => lateFacts(n + 3)).flat()], minute(200));
    expect(findings).toHaveLength(auditorLimits.audit.findings);
    expect(findings.at(-1)).toMatchObject({ lateBy: 120_000 });
  });
});

describe('the call of a webhook by a step', () => {
  const call = (at: string, type: EventType, more: object = {}): Happened => [at, type, { callId: idOf('ca'), attempt: 1, ...more }];
  const due = [...paging, startedFact(minute(1)), sentFact(minute(1)), call(begin, 'WebhookCallPlanned', { dueAt: begin })];

  it('is due like an attempt, and each retry of it', () => {
    const failedCall = call(second(1), 'WebhookCallFailed', { retryAt: second(16) });
    const all = [...due, call(begin, 'WebhookCallStarted'), failedCall, call(second(16), 'WebhookCallStarted', { attempt: 2 })];
    expect(reportOf([...all, call(second(17), 'WebhookCallSucceeded', { attempt: 2 })], minute(4)).findings).toEqual([]);
    expect(kindsOf(reportOf([...due, call(begin, 'WebhookCallStarted'), failedCall], minute(50)).overdue)).toContainEqual(
      expect.arrayContaining(['never', 'call']),
    );
  });

  it('is missed where nothing is on the log about it, and wrong where nothing had planned it', () => {
    expect(reportOf(due, minute(50)).overdue.map(({ what }) => what)).toContain('call');
    expect(reportOf([openedFact, call(begin, 'WebhookCallStarted')], second(1)).findings).toMatchObject([
      { kind: 'not_planned', what: 'call' },
    ]);
    expect(reportOf([...due, call(second(1), 'WebhookCallCancelled')], minute(4)).findings).toEqual([]);
  });
});
