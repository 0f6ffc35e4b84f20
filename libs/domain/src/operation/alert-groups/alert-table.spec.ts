import { alertsByKey, changeAlerts, findAlert, listAlerts, noAlerts, putAlerts, type AlertTable, type GroupAlert } from './alert-table.js';
import fc from 'fast-check';
import { alertOf } from '../routing/signals.fixture.js';
import { toAlert } from './alerts.js';

const alert = (n: number, firing = true): GroupAlert => ({ ...toAlert(alertOf('Disk')), fingerprint: `f${n}`, summary: `${n}`, firing });
const grown = (count: number): AlertTable =>
  Array.from({ length: count }, (_, n) => alert(n)).reduce((table, one) => putAlerts(table, { [one.fingerprint]: one }), noAlerts);

describe('a table of alerts', () => {
  it('is one object with all its changes, in the same order, whatever the keys', () => {
    const keys = fc.oneof(
      fc.nat(200).map(String),
      fc.nat(200).map((n) => `f${n}`),
      fc.constantFrom('constructor', 'toString'),
    );
    fc.assert(
      fc.property(fc.array(fc.dictionary(keys, fc.nat(), { maxKeys: 30, noNullPrototype: true }), { maxLength: 40 }), (changes) => {
        const plain: Record<string, GroupAlert> = {};
        let table = noAlerts;
        for (const change of changes) {
          const alerts = Object.fromEntries(Object.entries(change).map(([key, n]) => [key, alert(n)]));
          Object.assign(plain, alerts);
          table = putAlerts(table, alerts);
        }
        expect(Object.entries(alertsByKey(table))).toEqual(Object.entries(plain));
        expect(Object.entries(alertsByKey(JSON.parse(JSON.stringify(table)) as AlertTable))).toEqual(Object.entries(plain));
        for (const key of [...Object.keys(plain), 'valueOf', 'missing'])
          expect(findAlert(table, key)).toBe(Object.hasOwn(plain, key) ? plain[key] : undefined);
      }),
    );
  });

  it('copies few of two thousand alerts for one more', () => {
    const [before, after] = [grown(2_000), putAlerts(grown(2_000), { new: alert(2_000) })];
    const copied = (from: AlertTable, to: AlertTable) => (from.settled === to.settled ? 0 : 2_000) + Object.keys(to.recent).length;
    expect(copied(before, putAlerts(before, { new: alert(2_000) }))).toBeLessThanOrEqual(64);
    const sum = Array.from({ length: 640 }, (_, n) => n).reduce(
      ({ table, copies }, n) => {
        const next = putAlerts(table, { [`g${n}`]: alert(n) });
        return { table: next, copies: copies + copied(table, next) };
      },
      { table: after, copies: 0 },
    );
    expect(sum.copies / 640).toBeLessThan(100);
  });

  it('stays the same where nothing changes', () => {
    const table = grown(100);
    expect(changeAlerts(table, (_key, one) => one)).toBe(table);
    const changed = changeAlerts(table, (key, one) => (key === 'f7' ? { ...one, firing: false } : one));
    expect(listAlerts(changed).map(({ firing }) => firing)).toEqual(listAlerts(table).map((_, n) => n !== 7));
  });
});
