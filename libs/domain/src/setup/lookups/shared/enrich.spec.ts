import type { LookupTable } from '@tocsin/contracts/lookups/noun.js';
import type { SignalAlert } from '@tocsin/contracts/routing/signals.js';
import { idOf } from '../../../configuration.fixture.js';
import { areComplete } from '../../../rules/known-labels.js';
import { enrich, tablesFor, type Lookup } from './enrich.js';

const alertOf = (labels: Record<string, string>, more: Partial<SignalAlert> = {}): SignalAlert => ({
  fingerprint: 'f',
  state: 'firing',
  startsAt: null,
  name: 'Disk',
  summary: 'Disk is full',
  severity: 'error',
  severityWord: 'bad',
  labels,
  links: [],
  details: null,
  ...more,
});
const owners: Lookup = {
  id: idOf('1c'),
  version: 3,
  matchOn: 'host',
  overrides: false,
  columns: ['host', 'owner', 'runbook'],
  rows: [
    ['web-1', 'Payments', 'https://example.org/web'],
    ['web-2', '', 'no address'],
    ['__proto__', 'nobody', ''],
  ],
};

describe('lookup tables', () => {
  it('add labels and links, and say which version did', () =>
    expect(enrich([alertOf({ host: 'web-1' }), alertOf({ host: 'db-1' })], [owners])).toEqual({
      alerts: [
        alertOf({ host: 'web-1', owner: 'Payments' }, { links: [{ kind: 'runbook', href: 'https://example.org/web', text: 'runbook' }] }),
        alertOf({ host: 'db-1' }),
      ],
      applied: [{ lookupId: owners.id, version: 3, alerts: 1, labels: ['owner'], links: 1 }],
    }));

  it('leave the sender’s labels alone, unless they say otherwise', () => {
    const alert = alertOf({ host: 'web-1', owner: 'Search' }, { links: [{ kind: 'other', href: 'https://example.org/web', text: 'x' }] });
    expect(enrich([alert], [owners])).toEqual({ alerts: [alert], applied: [] });
    expect(enrich([alert], [{ ...owners, overrides: true }])).toMatchObject({
      alerts: [{ labels: { owner: 'Payments' } }],
      applied: [{ labels: ['owner'] }],
    });
  });

  it('look up a field where there is no such label, and what an earlier table added', () => {
    const byName: Lookup = { ...owners, id: idOf('2c'), matchOn: 'name', columns: ['name', 'host'], rows: [['Disk', 'web-1']] };
    expect(enrich([alertOf({})], [byName, owners]).alerts[0]?.labels).toEqual({ host: 'web-1', owner: 'Payments' });
    expect(enrich([alertOf({ name: 'other' })], [byName]).applied).toEqual([]);
  });

  it('find nothing under names of the program, and add none of them', () => {
    expect(enrich([alertOf({ host: 'constructor' })], [owners]).applied).toEqual([]);
    const hostile: Lookup = { ...owners, columns: ['host', '__proto__', 'constructor'], rows: [['web-1', 'x', 'y']] };
    expect(Object.entries(enrich([alertOf({ host: 'web-1' })], [hostile]).alerts[0]!.labels)).toEqual([
      ['host', 'web-1'],
      ['constructor', 'y'],
    ]);
  });

  it('stop below the largest number of labels: a silence still matches', () => {
    const labels = Object.fromEntries(Array.from({ length: 61 }, (_, n) => [`l${n}`, 'x']));
    const wide: Lookup = { ...owners, columns: ['host', 'a', 'b'], rows: [['web-1', '1', '2']] };
    const enriched = enrich([alertOf({ ...labels, host: 'web-1' })], [wide]).alerts[0]!.labels;
    expect([Object.keys(enriched).length, areComplete(enriched)]).toEqual([63, true]);
  });

  it('are those of the team, then those of the organisation, by name', () => {
    const tableOf = (name: string, teamId: string | null): LookupTable => ({ ...owners, name, teamId, changedAt: '', by: '' });
    const tables = [tableOf('b', null), tableOf('a', null), tableOf('z', 'mine'), tableOf('c', 'theirs')];
    expect(tablesFor('mine', tables).map(({ name }) => name)).toEqual(['z', 'a', 'b']);
  });
});
