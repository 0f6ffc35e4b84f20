import type { DeliveryFigures, LoadFigures, NoiseFigures, ReportName, ReportOrder } from '@tocsin/contracts/reports/reports.js';
import { toMillis } from '@tocsin/kernel/time.js';
import { organisation, createFactContent, type ReportFact, type FactContent } from './fact.js';
import { Report } from './report.js';

const beganAt = toMillis('2026-11-06T12:00:00.000Z');
const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

const order = (report: ReportName): ReportOrder => ({
  report,
  version: 1,
  from: '2026-11-06T00:00:00.000Z',
  to: '2026-11-09T00:00:00.000Z',
  zone: 'Europe/Berlin',
  zones: '2026c',
  ordinal: 1_000,
  service: null,
  team: null,
  urgency: null,
  measures: [],
});

/** Facts with the time that passes before each. */
interface FiguresOf {
  readonly load: LoadFigures;
  readonly noise: NoiseFigures;
  readonly delivery: DeliveryFigures;
}
const figuresOf = <R extends keyof FiguresOf>(
  report: R,
  timedFacts: readonly (readonly [after: number, one: FactContent])[],
): FiguresOf[R] => {
  let at = beganAt;
  const facts = timedFacts.map(([after, one], index): ReportFact => ({ ...one, at: (at += after), ordinal: index + 1 }));
  const reportFold = new Report(order(report));
  reportFold.take(facts);
  return (JSON.parse(reportFold.bytes()) as { figures: FiguresOf[R] }).figures;
};

const openGroups = (n: number, rule = 'disk'): readonly (readonly [number, FactContent])[] => [
  [0, createFactContent('opened', [`g${n}`, 's1', 't1'], [n, 0])],
  [0, createFactContent('source', [`g${n}`, 'i1', rule])],
];
let pages = 0;
/** A page that goes out by a channel after this time. */
const rings = (n: number, after: number, personId = 'ana', channel = 'push'): readonly (readonly [number, FactContent])[] => {
  pages += 1;
  const [group, page, slot, attempt] = [`g${n}`, `p${pages}`, `slot${pages}`, `a${pages}`];
  return [
    [after, createFactContent('paged', [group, page, personId])],
    [0, createFactContent('attempt_planned', [group, page, slot, channel], [beganAt, 1])],
    [0, createFactContent('attempt_started', [group, page, slot, attempt])],
    [0, createFactContent('notified', [group, page, attempt])],
  ];
};
const inBerlin: readonly [number, FactContent] = [0, createFactContent('zone', [organisation, 'Europe/Berlin'])];

describe('the load report', () => {
  it('counts attempts by a loud channel, those to one person within a minute once', () => {
    const { interruptions, people } = figuresOf('load', [
      inBerlin,
      ...openGroups(1),
      ...rings(1, 0),
      ...rings(1, 59 * second),
      ...rings(1, 1 * second),
      ...rings(1, 0, 'bo'),
      ...rings(1, 0, 'cleo', 'email'),
    ]);
    expect(interruptions).toBe(3);
    expect(people.map((one) => [one.personId, one.interruptions])).toEqual([
      ['ana', 2],
      ['bo', 1],
    ]);
  });

  it('counts sleep hours, weekends and holidays by the clock and the calendar of whoever was interrupted', () => {
    // Friday 23:00 in Berlin is Friday 17:00 in New York
    const { people, holiday } = figuresOf('load', [
      inBerlin,
      [0, createFactContent('zone', ['bo', 'America/New_York'])],
      [0, createFactContent('calendar', ['c1'])],
      [0, createFactContent('holiday', ['c1', '2026-11-07'])],
      [0, createFactContent('calendar_chosen', [organisation, 'c1'])],
      ...openGroups(1),
      ...rings(1, 10 * hour),
      ...rings(1, 0, 'bo'),
      ...rings(1, 12 * hour),
    ]);
    expect(people.map((one) => [one.personId, one.sleep, one.weekend])).toEqual([
      ['ana', 1, 1],
      ['bo', 0, 0],
    ]);
    expect(holiday).toBe(1);
  });

  it('counts what was recorded of who was on call, up to what it knows; each hour once for two schedules', () => {
    const { people, schedules } = figuresOf('load', [
      inBerlin,
      [0, createFactContent('calendar', ['c1'])],
      [0, createFactContent('holiday', ['c1', '2026-11-07'])],
      [0, createFactContent('calendar_chosen', [organisation, 'c1'])],
      [0, createFactContent('schedule', ['x1', 't1'])],
      [0, createFactContent('duty', ['x1'], [beganAt])],
      [0, createFactContent('on_duty', ['x1', 'ana'])],
      [0, createFactContent('duty', ['x2'], [beganAt])],
      [0, createFactContent('on_duty', ['x2', 'ana'])],
      [12 * hour, createFactContent('duty', ['x1'], [beganAt + 12 * hour])],
      [0, createFactContent('on_duty', ['x1', 'bo'])],
      [2 * hour, createFactContent('stopped', ['none'])],
    ]);
    // Friday 13:00 to Saturday 01:00 and 03:00 in Berlin; nights begin at 22:00; Saturday is a holiday
    expect(people.map((one) => [one.personId, one.onCall / hour, one.nights / hour, one.weekends / hour, one.holidays / hour])).toEqual([
      ['ana', 14, 5, 3, 3],
      ['bo', 2, 2, 2, 2],
    ]);
    expect(schedules.map(({ people: [first] }) => first!.onCall / hour)).toEqual([12, 14]);
  });

  it('leaves tests out', () => {
    expect(figuresOf('load', [inBerlin, [0, createFactContent('tested', ['g1'])], ...rings(1, 0)]).interruptions).toBe(0);
  });
});

describe('the noise report', () => {
  it('calls an opening actionable that a person acknowledged or did something with, and nobody marked as noise', () => {
    const { all, worthChanging } = figuresOf('noise', [
      ...openGroups(1),
      ...rings(1, 0),
      [0, createFactContent('acknowledged', ['g1', 'person', 'ana'])],
      ...openGroups(2, 'slow'),
      ...rings(2, 2 * minute),
      [0, createFactContent('repeated', ['g2'], [7])],
      ...openGroups(3),
      [0, createFactContent('acted', ['g3', 'ana'])],
      [0, createFactContent('marked', ['g3'], [1])],
      ...openGroups(4),
      [0, createFactContent('acknowledged', ['g4', 'sender', 'i1'])],
    ]);
    expect(all).toMatchObject({ openings: 4, actionable: 1, marked: 1, repeats: 7, interruptions: 2, needless: 1 });
    expect(worthChanging.map(({ number, openings, needless }) => [number, openings, needless])).toEqual([
      [2, 1, 1],
      [1, 3, 0],
    ]);
  });

  it('names the ten rules that are worth changing: those with the most interruptions that no one needed', () => {
    const rules = Array.from({ length: 12 }, (_, n) => [
      ...openGroups(n + 1, `rule ${n}`),
      ...Array.from({ length: n }, () => rings(n + 1, 2 * minute)).flat(),
      ...(n === 11 ? [[0, createFactContent('acknowledged', ['g12', 'person', 'ana'])] as const] : []),
    ]).flat();
    const { worthChanging, rules: all } = figuresOf('noise', [inBerlin, ...rules]);
    expect(all).toHaveLength(12);
    // the one with the most interruptions was needed
    expect(worthChanging.map(({ number, needless }) => [number, needless])).toEqual(
      [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((number) => [number, number - 1]),
    );
  });

  it('counts what was acknowledged without any act, and what resolved itself within five minutes', () => {
    const [acknowledged, end] = [
      (n: number) => createFactContent('acknowledged', [`g${n}`, 'person', 'ana']),
      (n: number) => createFactContent('resolved', [`g${n}`, 'sender']),
    ];
    const { all } = figuresOf('noise', [
      ...openGroups(1),
      [0, acknowledged(1)],
      [0, createFactContent('acted', ['g1', 'ana'])],
      [5 * minute, end(1)],
      ...openGroups(2),
      [0, acknowledged(2)],
      [0, createFactContent('acted', ['g2', 'ana'], [1])],
      [5 * minute + 1, end(2)],
      ...openGroups(3),
      [0, acknowledged(3)],
      [0, end(3)],
      [0, createFactContent('answered', ['g3', 'ana', 'yes'])],
    ]);
    expect(all).toMatchObject({ openings: 3, acknowledgedOnly: 1, resolvedItself: 2, answeredYes: 1, answeredNo: 0 });
  });

  it('believes who was there: their last answers decide, one yes is enough, and skipping says nothing', () => {
    const answers = (n: number, ...pairs: readonly (readonly [string, string])[]) => [
      ...openGroups(n),
      [0, createFactContent('acted', [`g${n}`, 'ana'], [1])] as const,
      ...pairs.map(([who, answer]) => [0, createFactContent('answered', [`g${n}`, who, answer])] as const),
    ];
    const { all } = figuresOf('noise', [
      ...answers(1, ['ana', 'no']),
      ...answers(2, ['ana', 'no'], ['bo', 'yes']),
      ...answers(3, ['ana', 'yes'], ['ana', 'no'], ['bo', 'skip']),
      ...answers(4, ['ana', 'skip']),
    ]);
    expect(all).toMatchObject({ openings: 4, actionable: 2, answeredYes: 1, answeredNo: 2 });
  });

  it('says the minutes of sleep by person: until their last act, 30 at least, 120 at most, what overlaps once', () => {
    const acted = (n: number, personId: string) => createFactContent('acted', [`g${n}`, personId]);
    const { sleepers, rules } = figuresOf('noise', [
      inBerlin,
      // Friday 23:00 in Berlin, 17:00 in New York
      [0, createFactContent('zone', ['cleo', 'America/New_York'])],
      ...openGroups(1),
      ...rings(1, 10 * hour, 'ana'),
      ...rings(1, 0, 'bo'),
      ...rings(1, 0, 'cleo'),
      ...openGroups(2, 'mail'),
      ...rings(2, 20 * minute, 'ana'),
      [25 * minute, acted(1, 'ana')],
      [3 * hour, acted(1, 'bo')],
    ]);
    expect(sleepers).toEqual([
      { personId: 'ana', pages: 2, minutes: 50 },
      { personId: 'bo', pages: 1, minutes: 120 },
    ]);
    expect(rules.map((rule) => [rule.number, rule.sleepers.map(({ minutes }) => minutes)])).toEqual([
      [1, [45, 120]],
      [2, [30]],
    ]);
  });

  it('counts as flaps what its sender fired again', () => {
    const reopenedFact = createFactContent('reopened', ['g1', 'refire', ''], [2]);
    expect(
      figuresOf('noise', [...openGroups(1), [0, createFactContent('resolved', ['g1', 'sender'])], [0, reopenedFact]]).all,
    ).toMatchObject({
      openings: 2,
      flaps: 1,
    });
  });
});

describe('the delivery report', () => {
  it('says of each channel what was handed over, what came of it, and how long it took', () => {
    const { channels } = figuresOf('delivery', [
      ...openGroups(1),
      [0, createFactContent('attempt_planned', ['g1', 'p', 'slot-a', 'push'], [beganAt, 1])],
      [0, createFactContent('attempt_started', ['g1', 'p', 'slot-a', 'a'])],
      [2 * second, createFactContent('notified', ['g1', 'p', 'a'])],
      [3 * second, createFactContent('read', ['g1', 'p', 'a'])],
      [0, createFactContent('attempt_planned', ['g1', 'p', 'slot-b', 'push'], [beganAt, 2])],
      [0, createFactContent('attempt_started', ['g1', 'p', 'slot-b', 'b'])],
      [0, createFactContent('failed', ['g1', 'p', 'b', 'delivery.timeout'])],
      [0, createFactContent('attempt_planned', ['g1', 'p', 'slot-c', 'push'], [beganAt, 1])],
      [0, createFactContent('cancelled', ['g1', 'p', 'slot-c'])],
    ]);
    expect(channels).toMatchObject([{ channel: 'push', attempts: 2, retries: 1, sent: 1, delivered: 1, read: 1, failed: 1 }]);
    expect(channels[0]!.toSent.max).toBe(2 * second);
    expect(channels[0]!.toDelivered.max).toBe(5 * second);
    expect(channels[0]!.failures).toEqual([{ reason: 'delivery.timeout', count: 1 }]);
  });

  it('says of the steps that were due how many were taken, late or never', () => {
    const stepDue = (after: number): FactContent => createFactContent('step_planned', ['g1'], [1, beganAt + after]);
    const stepTaken = createFactContent('step_taken', ['g1'], [1]);
    const { steps } = figuresOf('delivery', [
      ...openGroups(1),
      [0, stepDue(minute)],
      [minute, stepTaken],
      [0, stepDue(2 * minute)],
      [90 * second, stepTaken],
      [0, stepDue(hour)],
      [0, createFactContent('stopped', ['g1'])],
      [0, stepDue(3 * minute)],
      [hour, createFactContent('stopped', ['none'])],
    ]);
    expect(steps).toMatchObject({ due: 3, done: 2, late: 1, lateness: { max: 30 * second } });
  });
});
