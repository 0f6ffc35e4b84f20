import type { Signal, SignalAlert } from '@tocsin/contracts/routing/signals.js';
import { truncateSignal } from './truncate-fields.js';

const alert = (n: number, other: Partial<SignalAlert> = {}): SignalAlert => ({
  fingerprint: `f${n}`,
  state: 'firing',
  startsAt: null,
  name: 'A',
  summary: 'It is wrong',
  severity: 'warning',
  severityWord: 'warning',
  labels: { a: 'x'.repeat(100) },
  links: [{ kind: 'other', href: `https://a.example.org/${'x'.repeat(200)}`, text: 'x' }],
  details: 'd'.repeat(500),
  ...other,
});

const signal = (alerts: SignalAlert[]): Signal => ({
  action: 'trigger',
  key: 'k',
  shape: 'group',
  complete: true,
  splitByName: false,
  alerts,
  cut: [],
  test: false,
});

const ten = () => signal(Array.from({ length: 10 }, (_, n) => alert(n)));
const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe('a signal that is too large', () => {
  it('is left alone below the bound', () => expect(truncateSignal(ten())).toEqual(ten()));

  it.each([
    [10_000, ['details']],
    [5_000, ['details', 'links']],
    [2_700, ['details', 'links', 'labels']],
    [1_500, ['details', 'links', 'labels', 'alerts']],
  ])('of 10 kB loses, to fit into %i bytes, %j in this order', (limit, expected) => {
    const less = truncateSignal(ten(), limit);
    expect(less.cut).toEqual(expected);
    expect(bytes(less)).toBeLessThan(limit);
    expect(less.complete).toBe(!expected.includes('alerts'));
  });

  it('keeps what fires and is worst', () => {
    const alerts = [
      alert(1, { state: 'resolved', severity: 'critical' }),
      alert(2),
      alert(3, { severity: 'critical' }),
      alert(4, { severity: 'info' }),
    ];
    expect(truncateSignal(signal(alerts), 500).alerts.map(({ fingerprint }) => fingerprint)).toEqual(['f3']);
  });

  it('counts bytes, not characters: escapes take six', () => {
    const escaped = signal([alert(1, { details: '\u0001'.repeat(3_000) })]);
    expect(truncateSignal(escaped, 12_000).cut).toEqual(['details']);
  });
});
