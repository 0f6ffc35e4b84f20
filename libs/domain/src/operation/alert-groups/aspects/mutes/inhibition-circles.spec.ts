import type { InhibitionRuleRow } from '@tocsin/contracts/inhibition/noun.js';
import type { Rows } from '@tocsin/kernel/rows/memory-table.js';
import type { Labels } from '../../../../rules/mute-source.js';
import { toAlertTable } from '../../alert-table.js';
import type { GroupReads, OpenGroup } from '../../shared/reads.js';
import { inhibitionSource } from './inhibition-source.js';

const teamId = 'payments';
const rowsOf = <Row>(rows: readonly Row[]): Rows<Row> =>
  ({
    size: rows.length,
    all: () => rows,
    kept: (_column: string, value: string) => (value === teamId ? rows : []),
    get: () => undefined,
  }) as never;

let compared = 0;
/** Counts how often its cluster is looked at. */
const labelsOf = (alertname: string, severity: string): Labels =>
  Object.defineProperty({ alertname, severity }, 'cluster', {
    enumerable: true,
    get: () => {
      compared += 1;
      return 'one';
    },
  });

const groupOf = (number: number, severity: string): OpenGroup => {
  const alert = { labels: labelsOf(`${severity} ${number}`, severity), firing: true };
  return {
    groupId: `g${number}`,
    number,
    status: 'firing',
    teamId,
    serviceId: null,
    test: false,
    alerts: toAlertTable({ a: alert as never }),
  } as never;
};
const severe = (value: string) => ({ label: 'severity', operator: '=~' as const, value });
const rule = (n: number, source: string, target: string): InhibitionRuleRow =>
  ({ id: `rule ${n}`, teamId, name: '', source: [severe(source)], target: [severe(target)], equal: ['cluster'], isOn: true }) as never;

const mutesOf = (severity: string, groups: readonly OpenGroup[], rules: readonly InhibitionRuleRow[]) => {
  const reads = {
    groups: rowsOf(groups),
    inhibitionRules: rowsOf(rules),
    services: rowsOf([]),
    recordings: rowsOf([]),
  } as unknown as GroupReads;
  const owner = { groupId: 'own', number: 1_000, serviceId: null, teamId, firing: () => [{ labels: own }] };
  const own = labelsOf('own', severity);
  return inhibitionSource(owner, reads, '2026-11-21T03:12:00.000Z')!.of(own);
};
const warnings = Array.from({ length: 300 }, (_, n) => groupOf(n + 1, 'warning'));
const usual = rule(1, 'critical|warning', 'warning|info');

beforeEach(() => (compared = 0));

describe('one rule whose sources are targets, too, and three hundred of them', () => {
  it('does not let them mute each other, and asks each a bounded number of times', () => {
    expect(mutesOf('warning', warnings, [usual])).toEqual([]);
    expect(compared).toBeLessThan(10_000);
  });

  it('mutes what they are no target of', () => {
    expect(mutesOf('info', warnings, [usual])).toMatchObject([{ kind: 'inhibition', by: { number: 1 } }]);
    expect(compared).toBeLessThan(10_000);
  });

  it('mutes them by one that none of them inhibits, although it came last', () => {
    expect(mutesOf('warning', [...warnings, groupOf(999, 'critical')], [usual])).toMatchObject([{ by: { number: 999 } }]);
    expect(compared).toBeLessThan(10_000);
  });
});

describe('circles of rules', () => {
  const kinds = ['a', 'b', 'c'] as const;
  const groups = kinds.flatMap((kind, n) => Array.from({ length: 300 }, (_, m) => groupOf(n * 300 + m + 1, kind)));

  it('are found round others, among nine hundred', () => {
    const circle = [rule(1, 'a', 'b'), rule(2, 'b', 'c'), rule(3, 'c', 'a')];
    for (const kind of kinds) expect(mutesOf(kind, groups, circle)).toEqual([]);
    expect(compared).toBeLessThan(50_000);
  });

  it('are not seen where rules only follow each other', () => {
    const chain = [rule(1, 'a', 'b'), rule(2, 'b', 'c')];
    expect(kinds.map((kind) => mutesOf(kind, groups, chain).length)).toEqual([0, 1, 1]);
  });

  it('are assumed where more would have to be asked than one decision may', () => {
    const many = Array.from({ length: 60_000 }, (_, n) => groupOf(n + 1, 'warning'));
    expect(mutesOf('warning', [...many, groupOf(99_999, 'critical')], [usual])).toEqual([]);
  });
});
