import { areComplete, canMatch } from './known-labels.js';
import { withServiceLabels } from './service-labels.js';

const many = (count: number, prefix = 'l') => Object.fromEntries(Array.from({ length: count }, (_, n) => [`${prefix}${n}`, 'x']));
const service = { labels: { tier: 'gold' } };

describe('the labels of an alert', () => {
  it('may lack some where there are as many as there can be, also of the sender’s own that begin with service.', () => {
    const full = { ...many(62), 'service.name': 'shop', 'service.version': '2' };
    expect([areComplete(full), areComplete(withServiceLabels(full, service))]).toEqual([false, false]);
    expect(canMatch([{ label: 'left-out', operator: '!=', value: 'y' }], withServiceLabels(full, service))).toBe(false);
  });

  it('are complete below that, whatever its service adds', () => {
    const labels = withServiceLabels(many(63), { labels: many(20) });
    expect(areComplete(labels)).toBe(true);
    expect(canMatch([{ label: 'service.l1', operator: '=', value: 'x' }], labels)).toBe(true);
  });

  it('are not known where there are those of its service alone', () => expect(areComplete(withServiceLabels({}, service))).toBe(false));
});
