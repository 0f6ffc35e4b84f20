import { matcherOperators } from '@tocsin/contracts/conditions.js';
import type { SilenceRow } from '@tocsin/contracts/silences/noun.js';
import fc from 'fast-check';
import type { ConfigurationReads } from '../reads.js';
import { canMatch } from './known-labels.js';
import { silenceSource } from './silence-source.js';

const now = '2026-11-29T03:12:00.000Z';
const [until, past] = ['2026-11-29T04:00:00.000Z', '2026-11-29T03:00:00.000Z'];

const silence = (id: string, teamId: string | null, matchers: SilenceRow['matchers'], more: Partial<SilenceRow> = {}): SilenceRow =>
  ({ id, teamId, matchers, until, version: 1, exempt: [], ...more }) as SilenceRow;
const readsOf = (all: readonly SilenceRow[]): Pick<ConfigurationReads, 'activeSilences'> =>
  ({
    activeSilences: { kept: (_column: string, team: string) => all.filter(({ teamId }) => (teamId ?? 'organisation') === team) },
  }) as never;
const ask = (all: readonly SilenceRow[]) =>
  silenceSource({ groupId: 'g1', number: 1, serviceId: null, teamId: 't1', firing: () => [] }, readsOf(all), now);

const labels = ['alertname', 'env', 'constructor'];
const matcher = fc.record({
  label: fc.constantFrom(...labels),
  operator: fc.constantFrom(...matcherOperators),
  value: fc.constantFrom('', 'a', 'b', 'a.*'),
});
const row = fc.record({
  teamId: fc.constantFrom('t1', 't2', null),
  matchers: fc.array(matcher, { minLength: 1, maxLength: 3 }),
  until: fc.constantFrom(until, past),
  exempt: fc.constantFrom<string[]>([], ['g1'], ['g2']),
});

it('finds the silences of the team and of the organisation that match now, whatever they ask', () => {
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 30 }),
      fc.dictionary(fc.constantFrom(...labels), fc.constantFrom('a', 'b', 'ab')),
      (rows, of) => {
        const all = rows.map(({ teamId, matchers, ...more }, n) => silence(`s${n}`, teamId, matchers, more));
        const expected = all.filter(
          (one) => one.teamId !== 't2' && now < one.until && !one.exempt.includes('g1') && canMatch(one.matchers, of),
        );
        const found = ask(all)?.of(of) ?? [];
        expect(found.map(({ id }) => id).toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
      },
    ),
  );
});

it('is not asked where neither the team nor the organisation has one', () => {
  expect(ask([silence('s1', 't2', [{ label: 'env', operator: '=', value: 'a' }])])).toBeNull();
});

it('looks at the few of a thousand whose label has the alert’s value', () => {
  let looks = 0;
  const all = Array.from({ length: 1_000 }, (_, n) => {
    const one = silence(`s${n}`, n % 2 ? 't1' : null, [{ label: 'alertname', operator: '=', value: `Alert ${n >> 1}` }]);
    return new Proxy(one, { get: (it, key, self) => ((looks += 1), Reflect.get(it, key, self) as unknown) });
  });
  const source = ask(all);
  const cost = (number: number): number => {
    looks = 0;
    expect(source?.of({ alertname: `Alert ${number}`, env: 'a' })).toHaveLength(2);
    return looks;
  };
  cost(1);
  expect(cost(2)).toBeLessThan(30);
});
