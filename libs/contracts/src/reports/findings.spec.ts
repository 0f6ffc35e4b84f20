import { deliveryFinding, loadFinding, noiseFinding, responseFinding, type LoadScope } from './findings.js';
import type { DeliveryFigures, LoadFigures, NoiseFigures, ResponseFigures } from './reports.js';

const [second, minute] = [1_000, 60_000];

describe('the finding of the response report', () => {
  const of = (figures: object) => responseFinding({ openings: 10, acknowledged: 8, escalated: 0, ...figures } as ResponseFigures);
  const measures = (measured: number, p50: number | null) => ({ measures: [{ all: { measured, p50, p90: p50 && 3 * p50 } }] });

  it('is how long half of them and most of them took, with the others beside it, and how many escalated', () => {
    expect(of({ ...measures(8, 2 * minute), escalated: 3 })).toBe(
      'Half were acknowledged within 2 min (90 % within 6 min). 2 of 10 never were. 30\u00a0% escalated.',
    );
    expect(of({ openings: 8, ...measures(8, 40 * second) })).toBe('Half were acknowledged within 40 s (90 % within 2 min).');
  });

  it('is a sentence for one, for none acknowledged, and for no opening', () => {
    expect(of({ openings: 2, acknowledged: 1, ...measures(1, minute) })).toBe(
      '1 alert group was acknowledged, after 1 min. 1 of 2 never was.',
    );
    expect(of({ acknowledged: 0, ...measures(0, null) })).toBe('10 alert groups; no one acknowledged any.');
    expect(of({ openings: 1, acknowledged: 0, ...measures(0, null) })).toBe('1 alert group; no one acknowledged it.');
    expect(of({ openings: 0, ...measures(0, null) })).toBe('No alert group was opened in this period.');
  });
});

describe('the finding of the load report', () => {
  const people = [
    { personId: 'Bo', interruptions: 3 },
    { personId: 'Ana', interruptions: 9 },
    { personId: 'Cleo', interruptions: 0 },
  ];
  const order = { service: null, urgency: null };
  const of = (figures: object, scope?: LoadScope) =>
    loadFinding({ interruptions: 12, sleep: 3, people, ...figures } as LoadFigures, (id) => id, scope);

  it('is how many interruptions there were, how many in sleep hours, and how evenly they were shared', () => {
    expect(of({}, { cut: false, order })).toBe(
      '12 interruptions, 25\u00a0% of them in sleep hours. Ana had 75\u00a0% of them; an even share would be 33\u00a0%.',
    );
  });

  it('names no even share where people are hidden, and no one where all are, or there is only one', () => {
    for (const scope of [undefined, { cut: true, order }])
      expect(of({}, scope)).toBe('12 interruptions, 25\u00a0% of them in sleep hours. Ana had 75\u00a0% of them.');
    expect(of({ people: [] }, { cut: false, order })).toBe('12 interruptions, 25\u00a0% of them in sleep hours.');
    expect(of({ people: people.slice(1, 2) }, { cut: false, order })).toBe('12 interruptions, 25\u00a0% of them in sleep hours.');
    expect(of({ interruptions: 0 })).toBe('No one was interrupted in this period.');
  });

  it('names no even share of a service or an urgency: people may be on call for other ones only', () => {
    for (const narrowed of [{ service: 'db' }, { urgency: 'high' as const }])
      expect(of({}, { cut: false, order: { ...order, ...narrowed } })).toBe(
        '12 interruptions, 25\u00a0% of them in sleep hours. Ana had 75\u00a0% of them.',
      );
  });
});

describe('the finding of the noise report', () => {
  const of = (all: object, nights: readonly number[]) =>
    noiseFinding({ all: { openings: 40, actionable: 10, sleep: 100, ...all }, rules: nights.map((sleep) => ({ sleep })) } as NoiseFigures);

  it('is how many rules made most of the night pages, and how much was needed', () => {
    expect(of({}, [11, 30, 5, 20])).toBe('Three rules made 61\u00a0% of the night pages. 25\u00a0% of 40 alerts needed someone.');
    expect(of({}, [0, 100, 0])).toBe('One rule made 100\u00a0% of the night pages. 25\u00a0% of 40 alerts needed someone.');
  });

  it('is a sentence where no page came at night, and where nothing was opened', () => {
    expect(of({ sleep: 0 }, [0])).toBe('25\u00a0% of 40 alerts needed someone. No pages in sleep hours.');
    expect(of({ openings: 0 }, [])).toBe('No alert group was opened in this period.');
  });
});

describe('the finding of the delivery report', () => {
  const of = (channels: readonly object[], steps: object = {}) =>
    deliveryFinding({ channels, steps: { due: 5, done: 5, late: 0, ...steps } } as DeliveryFigures);

  it('is how much of what was sent failed, and which steps were late or missed', () => {
    const channels = [
      { attempts: 30, failed: 1 },
      { attempts: 10, failed: 1 },
    ];
    expect(of(channels, { done: 4, late: 2 })).toBe('5\u00a0% of 40 notifications failed; 2 escalation steps were late, 1 was missed.');
    expect(of([{ attempts: 3, failed: 0 }])).toBe('All 3 notifications were sent; no escalation step was late.');
  });

  it('is a sentence where nothing was sent', () => {
    expect(of([])).toBe('Nothing was sent in this period.');
  });
});
