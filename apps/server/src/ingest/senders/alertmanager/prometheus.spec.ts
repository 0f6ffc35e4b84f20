import { readPrometheus } from './prometheus.js';

const now = '2026-11-27T02:26:00.000Z';
const statesOf = (...endings: unknown[]) => {
  const reading = readPrometheus(
    endings.map((endsAt, n) => ({ labels: { alertname: 'A', n: `${n}` }, endsAt })),
    now,
  );
  return reading.kind === 'signal' && reading.signal.alerts.map(({ state }) => state);
};

describe('a list of Prometheus', () => {
  it('fires until its end, or without one', () =>
    expect(
      statesOf('2026-11-27T02:26:14.187Z', undefined, '0001-01-01T00:00:00Z', '2026-11-27T02:26:00Z', '2026-11-27T02:25:59.999999999Z'),
    ).toEqual(['firing', 'firing', 'firing', 'resolved', 'resolved']));

  it.each([
    ['2026-11-27T02:26:10Z', '2026-11-27T02:27:30.000Z'],
    ['2026-11-27T02:30:00Z', '2026-11-27T02:30:30.000Z'],
    ['2026-11-27T03:00:00Z', '2026-11-27T03:00:30.000Z'],
    [undefined, '2026-11-27T02:31:00.000Z'],
    ['0001-01-01T00:00:00Z', '2026-11-27T02:31:00.000Z'],
    ['9999-12-31T23:59:59Z', undefined],
  ])('with an end at %s fires until %s: its clock may be behind, and it is sent again each minute', (endsAt, until) => {
    const reading = readPrometheus([{ labels: { alertname: 'A' }, endsAt }], now);
    expect(reading.kind === 'signal' && reading.signal.alerts[0]!.until).toBe(until);
  });

  it('is never complete, and split by name', () =>
    expect(readPrometheus([{ labels: { alertname: 'A' } }], now)).toMatchObject({
      signal: { action: 'trigger', key: 'prometheus', shape: 'each', complete: false, splitByName: true },
    }));

  it('has the same alert for the same labels in any order', () => {
    const printOf = (labels: object) => {
      const reading = readPrometheus([{ labels }], now);
      return reading.kind === 'signal' && reading.signal.alerts[0]!.fingerprint;
    };
    expect(printOf({ a: '1', b: '2' })).toBe(printOf({ b: '2', a: '1' }));
  });

  it('that is empty, or of nothing readable, changes nothing; what is no list is refused', () => {
    expect(readPrometheus([], now).kind).toBe('nothing');
    expect(readPrometheus(['x', null, 7], now).kind).toBe('nothing');
    for (const body of [{}, 'text', null]) expect(readPrometheus(body, now)).toMatchObject({ refusal: 'unrecognized' });
  });
});
