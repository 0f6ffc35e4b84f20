import type { EventsReport } from '@tocsin/contracts/alert-groups/counted-figures.js';
import type { EventsCounted, EventsOfLine, ReportFigures, ReportOrder } from '@tocsin/contracts/reports/reports.js';
import { toMillis } from '@tocsin/kernel/time.js';
import fc from 'fast-check';
import { CountedEvents } from './counted-events.js';
import { createFactContent, organisation, type FactContent, type ReportFact } from './fact.js';
import { Report } from './report.js';

const beganAt = toMillis('2026-11-06T12:00:00.000Z');
const order = <R extends EventsReport>(report: R): ReportOrder & { readonly report: R } => ({
  report,
  version: 1,
  from: '2026-11-06T12:30:00.000Z',
  to: '2026-11-09T00:00:00.000Z',
  zone: 'Europe/Berlin',
  zones: '2026c',
  // the last facts of long logs don’t count
  ordinal: 60,
  service: null,
  team: null,
  urgency: null,
  measures: [],
});

const outcomes: readonly ((group: string, page: string, attempt: string, slot: string) => readonly FactContent[])[] = [
  (group, page, attempt) => [createFactContent('notified', [group, page, attempt])],
  (group, page, attempt) => [createFactContent('notified', [group, page, attempt]), createFactContent('delivered', [group, page, attempt])],
  (group, page, attempt) => [createFactContent('notified', [group, page, attempt]), createFactContent('read', [group, page, attempt])],
  (group, page, attempt) => [createFactContent('failed', [group, page, attempt, 'delivery.timeout'])],
  (group, page, attempt) => [createFactContent('stale', [group, page, attempt, 'delivery.outcome_unknown'])],
];
const attempt = (group: string, n: number, pick: number): readonly FactContent[] => {
  const [page, slot, id] = [`p${n}`, `slot${n}`, `a${n}`];
  const plannedFact = createFactContent(
    'attempt_planned',
    [group, page, slot, pick % 2 === 0 ? 'push' : 'email'],
    [beganAt, (pick % 3) + 1],
  );
  const pagedFact = createFactContent('paged', [group, page, pick % 4 === 0 ? 'bo' : 'ana']);
  if (pick % 7 === 0) return [pagedFact, plannedFact, createFactContent('cancelled', [group, page, slot])];
  return [
    pagedFact,
    plannedFact,
    createFactContent('attempt_started', [group, page, slot, id]),
    ...outcomes[pick % outcomes.length]!(group, page, id, slot),
  ];
};

/** The things that may happen to one of four groups: `n` is never the same, `pick` is any number. */
const happenings: readonly ((group: string, n: number, pick: number, now: number) => readonly FactContent[])[] = [
  attempt,
  attempt,
  attempt,
  (group, _, pick) => [createFactContent('repeated', [group], [(pick % 9) + 1])],
  (group, _, pick, now) => [createFactContent('step_planned', [group], [1, now + (pick % 120) * 60_000])],
  (group) => [createFactContent('step_taken', [group], [1])],
  (group) => [createFactContent('stopped', [group])],
  (group) => [createFactContent('acted', [group, 'ana'])],
  (group) => [createFactContent('marked', [group], [1])],
  (group) => [createFactContent('urgency', [group], [1])],
  (group) => [createFactContent('resolved', [group, 'sender'])],
  (group, n) => [createFactContent('reopened', [group, 'refire', ''], [n])],
];
const before: readonly FactContent[] = [
  createFactContent('zone', [organisation, 'Europe/Berlin']),
  createFactContent('zone', ['bo', 'America/New_York']),
  createFactContent('calendar', ['c1']),
  createFactContent('holiday', ['c1', '2026-11-07']),
  createFactContent('calendar_chosen', [organisation, 'c1']),
  ...[0, 1, 2, 3].flatMap((n) => [
    createFactContent('opened', [`g${n}`, n === 3 ? '' : `s${n % 2}`, 't1'], [n + 1, 0]),
    ...(n === 2 ? [] : [createFactContent('source', [`g${n}`, `i${n % 2}`, `r${n % 2}`])]),
  ]),
];
const logs: fc.Arbitrary<readonly ReportFact[]> = fc
  .array(
    fc.record({
      group: fc.nat({ max: 3 }),
      what: fc.nat({ max: happenings.length - 1 }),
      pick: fc.nat(),
      after: fc.nat({ max: 3 * 3_600_000 }),
    }),
    { maxLength: 60, size: 'max' },
  )
  .map((some) => {
    let at = beganAt;
    const rest = some.flatMap(({ group, what, pick, after }, n) => {
      at += after;
      const now = at;
      return happenings[what]!(`g${group}`, n + 2, pick, now).map((fact) => ({ ...fact, at: now }));
    });
    return [...before.map((fact) => ({ ...fact, at: beganAt })), ...rest].map((fact, index) => ({ ...fact, ordinal: index + 1 }));
  });

const figuresOf = <R extends EventsReport>(report: R, facts: readonly ReportFact[]): ReportFigures[R] => {
  const made = new Report(order(report));
  made.take(facts);
  return (JSON.parse(made.bytes()) as { figures: ReportFigures[R] }).figures;
};
const listOf = (report: EventsReport, facts: readonly ReportFact[], line: EventsOfLine): EventsCounted => {
  const countedEvents = new CountedEvents(order(report), line);
  countedEvents.take(facts);
  return JSON.parse(countedEvents.bytes()) as EventsCounted;
};
/** How many the list has: as many as it says that it has. */
const listEvents = (
  report: EventsReport,
  facts: readonly ReportFact[],
  figure: EventsOfLine['figure'],
  by: EventsOfLine['by'] = null,
  of: string | null = '',
): number => {
  const { count, events } = listOf(report, facts, { figure, by, of: of ?? '' });
  expect(events.reduce((sum, { times }) => sum + times, 0)).toBe(count);
  return count;
};
const checkAlways = (check: (log: readonly ReportFact[]) => void): void => fc.assert(fc.property(logs, check), { numRuns: 60 });

describe('the events behind a number', () => {
  it('are as many as each number of the load report says', () => {
    const figures = ['interruptions', 'sleep', 'weekend', 'holiday'] as const;
    checkAlways((log) => {
      const load = figuresOf('load', log);
      for (const figure of figures) {
        expect(listEvents('load', log, figure)).toBe(load[figure]);
        for (const one of load.people) expect(listEvents('load', log, figure, 'person', one.personId)).toBe(one[figure]);
        for (const one of load.services) expect(listEvents('load', log, figure, 'service', one.id)).toBe(one[figure]);
      }
      for (const { day, count, sleep } of load.days) {
        expect(listEvents('load', log, 'interruptions', 'day', day)).toBe(count);
        expect(listEvents('load', log, 'sleep', 'day', day)).toBe(sleep);
      }
      for (const { hour, count } of load.hours) expect(listEvents('load', log, 'interruptions', 'hour', `${hour}`)).toBe(count);
    });
  });

  it('are as many as each number of the noise report says', () => {
    const figures = ['interruptions', 'sleep', 'needless', 'repeats'] as const;
    checkAlways((log) => {
      const { all, services, integrations, rules, days } = figuresOf('noise', log);
      for (const figure of figures) {
        expect(listEvents('noise', log, figure)).toBe(all[figure]);
        for (const one of services) expect(listEvents('noise', log, figure, 'service', one.id)).toBe(one[figure]);
        for (const one of integrations) expect(listEvents('noise', log, figure, 'integration', one.id)).toBe(one[figure]);
        for (const one of days) expect(listEvents('noise', log, figure, 'day', one.day)).toBe(one[figure]);
        for (const one of rules) expect(listEvents('noise', log, figure, 'rule', one.groupId)).toBe(one[figure]);
      }
    });
  });

  it('are as many as each number of the delivery report says', () => {
    const figures = ['attempts', 'retries', 'sent', 'delivered', 'read', 'failed'] as const;
    checkAlways((log) => {
      const { channels, steps, days } = figuresOf('delivery', log);
      for (const one of channels) {
        const { channel, failures } = one;
        for (const figure of figures) expect(listEvents('delivery', log, figure, 'channel', channel)).toBe(one[figure]);
        for (const { reason, count } of failures) {
          const { events } = listOf('delivery', log, { figure: 'failed', by: 'failure', of: `${channel} ${reason}` });
          expect(events.map((event) => [event.channel, event.reason])).toEqual(Array.from({ length: count }, () => [channel, reason]));
        }
      }
      for (const { day, due, late, ...counts } of days) {
        for (const figure of ['attempts', 'sent', 'failed'] as const)
          expect(listEvents('delivery', log, figure, 'day', day)).toBe(counts[figure]);
        expect(listEvents('delivery', log, 'steps_due', 'day', day)).toBe(due);
        expect(listEvents('delivery', log, 'steps_late', 'day', day)).toBe(late);
      }
      expect(listEvents('delivery', log, 'steps_due')).toBe(steps.due);
      expect(listEvents('delivery', log, 'steps_taken')).toBe(steps.done);
      expect(listEvents('delivery', log, 'steps_late')).toBe(steps.late);
    });
  });

  it('each have their group, their position in the log and their time', () => {
    const facts = [
      ...before.map((fact) => ({ ...fact, at: beganAt })),
      ...attempt('g1', 1, 2).map((fact) => ({ ...fact, at: beganAt + 11 * 3_600_000 })),
    ].map((fact, index) => ({ ...fact, ordinal: index + 1 }));
    const { events } = listOf('load', facts, { figure: 'sleep', by: 'person', of: 'ana' });
    const notifiedFact = facts.find(({ kind }) => kind === 'notified');
    expect(events).toEqual([
      {
        groupId: 'g1',
        number: 2,
        serviceId: 's1',
        ordinal: notifiedFact!.ordinal,
        at: '2026-11-06T23:00:00.000Z',
        personId: 'ana',
        channel: 'push',
        reason: null,
        late: null,
        times: 1,
      },
    ]);
  });

  it.each([
    ['load', 'repeats', null],
    ['noise', 'interruptions', 'person'],
    ['delivery', 'attempts', 'service'],
  ] as const)('are not those of another report: %s, %s by %s', (report, figure, by) => {
    expect(() => listOf(report, [], { figure, by, of: '' })).toThrow(/report has no/);
  });
});
