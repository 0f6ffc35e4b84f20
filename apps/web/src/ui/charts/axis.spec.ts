import { countAxis, durationAxis, shareAxis } from './axis.js';
import { axisLabels } from './axis-labels.js';

const labels = ({ ticks }: ReturnType<typeof countAxis>) => ticks.map(({ label }) => label.replace('\u00a0', ' '));

describe('a value axis', () => {
  it('begins at zero, ends above the largest value, and has three or four steps of whole things', () => {
    expect([0, 1, 2, 14, 160, 12_000].map((most) => labels(countAxis(most)))).toEqual([
      ['0', '1'],
      ['0', '1'],
      ['0', '1', '2'],
      ['0', '5', '10', '15'],
      ['0', '50', '100', '150', '200'],
      ['0', '5,000', '10,000', '15,000'],
    ]);
    expect(countAxis(14).top).toBe(15);
  });

  it('has durations in the largest unit of which there are two', () => {
    const [second, minute, hour] = [1_000, 60_000, 3_600_000];
    expect([400, 90 * second, 28 * minute, 5 * hour, 96 * hour].map((most) => labels(durationAxis(most)).at(-1))).toEqual([
      '400 ms',
      '100 s',
      '30 min',
      '6 h',
      '4 d',
    ]);
    expect(durationAxis(28 * minute).top).toBe(30 * minute);
  });

  it('has shares in per cent', () => expect(labels(shareAxis(0.26))).toEqual(['0 %', '10 %', '20 %', '30 %']));
});

describe('the labels of a time axis', () => {
  const slots = Array.from({ length: 28 }, (_, n) => ({ key: `${n}`, label: `day ${n}`, name: '', isFirst: n % 7 === 3 }));
  const texts = (width: number) => axisLabels(slots, width / slots.length).map(({ text }) => text);

  it('are the first and the last day, and the first of each week', () => {
    expect(texts(560)).toEqual(
      ['day 0', 'day 3', 'day 10', 'day 17', 'day 24', 'day 27'].filter((text) => !['day 3', 'day 24'].includes(text)),
    );
  });

  it('are fewer where there is less room, and none touch', () => {
    expect(texts(300)).toEqual(['day 0', 'day 10', 'day 17', 'day 27']);
    expect(texts(100)).toEqual(['day 0']);
    expect(axisLabels([], 10)).toEqual([]);
  });

  it('end with the last one aligned to the edge', () =>
    expect(axisLabels(slots, 20).at(-1)).toEqual({ index: 27, text: 'day 27', anchor: 'end' }));
});
