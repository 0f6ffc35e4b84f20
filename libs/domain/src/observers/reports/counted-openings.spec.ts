import type {
  OpeningCount,
  NoiseFigures,
  OpeningsCounted,
  ReportName,
  ReportOrder,
  ResponseFigures,
} from '@tocsin/contracts/reports/reports.js';
import { namedMeasures } from '@tocsin/contracts/reports/measures.js';
import fc from 'fast-check';
import { toMillis } from '@tocsin/kernel/time.js';
import { CountedOpenings } from './counted-openings.js';
import { createFactContent, type ReportFact, type FactContent } from './fact.js';
import { Report } from './report.js';

const beganAt = toMillis('2026-11-06T12:00:00.000Z');
const order = (report: ReportName): ReportOrder => ({
  report,
  version: 1,
  from: '2026-11-06T00:00:00.000Z',
  to: '2026-11-09T00:00:00.000Z',
  zone: 'Europe/Berlin',
  zones: '2026c',
  ordinal: 60,
  service: null,
  team: null,
  urgency: null,
  measures: namedMeasures.slice(0, 1),
});

/** The things that may happen to one of five groups. */
const happenings: readonly ((group: string, n: number) => readonly FactContent[])[] = [
  (group, n) => [
    createFactContent('opened', [group, n % 3 === 0 ? '' : `s${n % 2}`, 't1'], [n, 0]),
    createFactContent('source', [group, `i${n % 2}`, `r${n % 3}`]),
  ],
  (group) => [createFactContent('urgency', [group], [1])],
  (group) => [createFactContent('acknowledged', [group, 'person', 'ana']), createFactContent('acted', [group, 'ana'])],
  (group) => [createFactContent('acknowledged', [group, 'sender', 'i1'])],
  (group) => [createFactContent('acted', [group, 'ana'])],
  (group) => [createFactContent('step_taken', [group], [2])],
  (group) => [createFactContent('marked', [group], [1])],
  (group) => [createFactContent('marked', [group], [0])],
  (group) => [createFactContent('suppressed', [group])],
  (group) => [createFactContent('resolved', [group, 'person'])],
  (group) => [createFactContent('resolved', [group, 'sender'])],
  (group, n) => [createFactContent('reopened', [group, 'refire', ''], [n + 2])],
];
const logs: fc.Arbitrary<readonly ReportFact[]> = fc
  .array(fc.record({ group: fc.nat({ max: 4 }), what: fc.nat({ max: happenings.length - 1 }), after: fc.nat({ max: 4 * 3_600_000 }) }), {
    maxLength: 60,
  })
  .map((some) => {
    // a group is opened once
    const firstOpening = happenings[0]!;
    const all = [0, 1, 2, 3, 4].map((group) => ({ group, after: 0, said: firstOpening(`g${group}`, group) }));
    const rest = some.map(({ group, what, after }) => ({ group, after, said: (happenings[what] ?? firstOpening)(`g${group}`, group) }));
    let at = beganAt;
    return [...all, ...rest.filter(({ said: [first] }) => first!.kind !== 'opened')]
      .flatMap((one) => {
        at += one.after;
        const now = at;
        return one.said.map((fact) => ({ ...fact, at: now }));
      })
      .map((fact, index) => ({ ...fact, ordinal: index + 1 }));
  });

interface FiguresOf {
  readonly response: ResponseFigures;
  readonly noise: NoiseFigures;
}
const figuresOf = <R extends keyof FiguresOf>(report: R, facts: readonly ReportFact[]): FiguresOf[R] => {
  const made = new Report(order(report));
  made.take(facts);
  return (JSON.parse(made.bytes()) as { figures: FiguresOf[R] }).figures;
};
const listOpenings = (
  facts: readonly ReportFact[],
  figure: OpeningCount['figure'],
  by: OpeningCount['by'] = null,
  of: string | null = '',
): number => {
  const made = new CountedOpenings(order('response'), { figure, by, of: of ?? '' });
  made.take(facts);
  const { count, openings } = JSON.parse(made.bytes()) as OpeningsCounted;
  expect(openings).toHaveLength(count);
  return count;
};

describe('the openings behind a number', () => {
  it('are as many as each number of the response report says', () => {
    fc.assert(
      fc.property(logs, (log) => {
        const figures = figuresOf('response', log);
        const { resolvedBy, measures } = figures;
        expect(listOpenings(log, 'openings')).toBe(figures.openings);
        expect(listOpenings(log, 'acknowledged')).toBe(figures.acknowledged);
        expect(listOpenings(log, 'acknowledged_otherwise')).toBe(figures.acknowledgedOtherwise);
        expect(listOpenings(log, 'escalated')).toBe(figures.escalated);
        expect(listOpenings(log, 'still_open')).toBe(figures.stillOpen);
        expect(listOpenings(log, 'resolved_by_person')).toBe(resolvedBy.person);
        expect(listOpenings(log, 'resolved_by_sender')).toBe(resolvedBy.sender);
        expect(listOpenings(log, 'resolved_by_timer')).toBe(resolvedBy.timer);
        for (const one of figures.services) expect(listOpenings(log, 'escalated', 'service', one.id)).toBe(one.escalated);
        for (const one of figures.days) expect(listOpenings(log, 'openings', 'day', one.day)).toBe(one.openings);
        for (const one of figures.hours) expect(listOpenings(log, 'openings', 'hour', `${one.hour}`)).toBe(one.openings);
        const [{ services, teams, urgencies, all }] = measures as [(typeof measures)[0]];
        expect([listOpenings(log, 'measured'), listOpenings(log, 'missing')]).toEqual([all.measured, all.missing]);
        for (const [by, lines] of [['service', services] as const, ['team', teams] as const, ['urgency', urgencies] as const]) {
          for (const one of lines) {
            expect([listOpenings(log, 'measured', by, one.id), listOpenings(log, 'missing', by, one.id)]).toEqual([
              one.measured,
              one.missing,
            ]);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('are as many as each number of the noise report says', () => {
    const figures = ['openings', 'actionable', 'marked', 'flaps', 'suppressed'] as const;
    fc.assert(
      fc.property(logs, (log) => {
        const { all, services, integrations, rules } = figuresOf('noise', log);
        for (const figure of figures) {
          expect(listOpenings(log, figure)).toBe(all[figure]);
          for (const one of services) expect(listOpenings(log, figure, 'service', one.id)).toBe(one[figure]);
          for (const one of integrations) expect(listOpenings(log, figure, 'integration', one.id)).toBe(one[figure]);
          for (const one of rules) expect(listOpenings(log, figure, 'rule', one.groupId)).toBe(one[figure]);
        }
      }),
      { numRuns: 60 },
    );
  });
});
