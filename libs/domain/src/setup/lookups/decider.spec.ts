import * as lookupLimits from '@tocsin/contracts/lookups/limits.js';
import type { LookupFact } from '@tocsin/contracts/lookups/noun.js';
import { foldRows, given } from '@tocsin/kernel/decide/given.js';
import { byAdmin, byBo, idOf, readsAfter, readsOf, recordedFacts } from '../../configuration.fixture.js';
import { boManages, teamCreated, teamId } from '../teams/facts.fixture.js';
import { inputs, lookupsDecider } from './decider.js';
import { lookupTablesView } from './views.js';

const lookupId = idOf('1c');
const reads = readsAfter(teamCreated, boManages);
const [asAdmin, asBo] = [
  { actor: byAdmin, reads },
  { actor: byBo, reads },
];
const csv = 'host;owner\n web-1 ;Payments\n\n"web-2";"Search ""EU"""\n;nobody\n';
const data = { lookupId, teamId, name: 'Owners', matchOn: 'host', overrides: false };
const save = (more: object = {}) => ({ type: 'SaveLookup', data: { ...data, csv, ...more } });
const saved: Extract<LookupFact, { type: 'LookupSaved' }> = {
  type: 'LookupSaved',
  data: {
    ...data,
    columns: ['host', 'owner'],
    rows: [
      ['web-1', 'Payments'],
      ['web-2', 'Search "EU"'],
    ],
  },
};
const one = given(lookupsDecider, [saved]);

describe('a lookup table', () => {
  it('is made of a file by a manager of its team; those of the organisation by admins', () => {
    expect(given(lookupsDecider).when(save(), asBo).facts()).toEqual([saved]);
    expect(
      given(lookupsDecider)
        .when(save({ teamId: null }), asBo)
        .refusal(),
    ).toBe('permission.denied');
    expect(
      given(lookupsDecider)
        .when(save({ teamId: null }), asAdmin)
        .types(),
    ).toEqual(['LookupSaved']);
  });

  it('keeps its rows when only its settings change, and is its own command again', () => {
    expect(one.when(save(), asBo).nothing()).toBe(true);
    expect(one.when(save({ csv: undefined, overrides: true }), asBo).facts()).toEqual([
      { ...saved, data: { ...saved.data, overrides: true } },
    ]);
    const command = inputs.LookupSaved(saved.data, [saved], byBo);
    expect(given(lookupsDecider).when(command, asBo).facts()).toEqual([saved]);
  });

  it.each([
    ['lookup.no_columns', 'host\nweb-1\n'],
    ['lookup.no_columns', ''],
    ['lookup.column_twice', 'host,owner,owner\nweb-1,a,b\n'],
    ['lookup.column_twice', 'host,,owner\nweb-1,a,b\n'],
    ['lookup.empty', 'host,owner\n'],
    ['lookup.key_twice', 'host,owner\nweb-1,a\nweb-1,b\n'],
    ['lookup.too_many', `host,owner\n${Array.from({ length: lookupLimits.rows + 1 }, (_, n) => `${n},a`).join('\n')}`],
  ])('is refused as %s', (code, text) =>
    expect(
      given(lookupsDecider)
        .when(save({ csv: text }), asBo)
        .refusal(),
    ).toBe(code),
  );

  it('is decided by what memory has of the stream of all tables, which hourly fetches would make too long to read', () => {
    const other = { ...saved, data: { ...saved.data, lookupId: idOf('1d'), name: 'Gone' } };
    const removed: LookupFact = { type: 'LookupRemoved', data: { lookupId: idOf('1d'), teamId, name: 'Gone' } };
    const events = recordedFacts([teamCreated, saved, other, removed]);
    const of = events.slice(1).map((event, revision) => ({ ...event, stream: 'lookups', revision }));
    const known = lookupsDecider.readKnownState!(readsOf([events[0]!, ...of]), 'lookups')!;
    expect([known.revision, known.state.keys()]).toEqual([2, [lookupId]]);
    expect(known.state.get(lookupId)).toMatchObject({ name: 'Owners', rows: saved.data.rows, version: 1 });
    expect(lookupsDecider.readKnownState!(reads, 'lookups')).toBeUndefined();
  });

  it('is of a team that is there', () => {
    const removed = readsAfter(teamCreated, { type: 'TeamRemoved', data: { teamId, name: 'Payments' } });
    expect(given(lookupsDecider).when(save(), { actor: byAdmin, reads: removed }).refusal()).toBe('team.not_found');
  });

  it('has a name of its own, and versions', () => {
    expect(one.when(save({ lookupId: undefined, name: 'owners' }), asBo).refusal()).toBe('lookup.name_taken');
    expect(foldRows(lookupTablesView, recordedFacts([saved, saved])).get(lookupId)).toMatchObject({ version: 2, teamId });
  });

  it('is refused beyond the limit of its team, though others have room', () => {
    const many = Array.from({ length: lookupLimits.perOwner }, (_, n): typeof saved => {
      const name = `Table ${n}`;
      return { ...saved, data: { ...saved.data, lookupId: idOf(`a${n.toString(16).padStart(2, '0')}`), name } };
    });
    const full = given(lookupsDecider, many);
    expect(full.when(save(), asBo).refusal()).toBe('limit.lookups');
    expect(full.when(save({ teamId: null }), asAdmin).types()).toEqual(['LookupSaved']);
  });

  describe('with an address', () => {
    const source = { host: 'https://cmdb.example.org', sourceRef: 'lookup-source:1' };
    const fetched = given(lookupsDecider, [{ ...saved, data: { ...saved.data, ...source } }]);
    const fetch = (more: object = {}) => ({ type: 'FetchLookup', data: { lookupId, sourceRef: source.sourceRef, csv, ...more } });
    const changed = 'host,owner\nweb-1,Search\n';

    it('gets other rows as a version; the same ones are nothing new, and neither are those of an address of before', () => {
      expect(fetched.when(fetch({ csv: changed }), asBo).facts()).toMatchObject([
        { type: 'LookupFetched', data: { name: 'Owners', rows: [['web-1', 'Search']], sourceRef: source.sourceRef } },
      ]);
      expect(fetched.when(fetch(), asBo).nothing()).toBe(true);
      expect(fetched.when(fetch({ csv: changed, sourceRef: 'lookup-source:0' }), asBo).nothing()).toBe(true);
      expect(one.when(fetch(), asBo).refusal()).toBe('lookup.no_address');
      expect(given(lookupsDecider).when(fetch(), asAdmin).refusal()).toBe('lookup.not_found');
    });

    it('keeps its rows where the address gives no table', () => {
      for (const bad of ['', 'host,owner\n', 'host\nweb-1\n', '<html>', 'host,owner\na,1\na,2\n'])
        expect(fetched.when(fetch({ csv: bad }), asBo).refusal()).toMatch(/^lookup\./);
    });

    it('keeps it while only its settings change; a file, another address or its removal ends it', () => {
      expect(fetched.when(save({ csv: undefined, overrides: true }), asBo).facts()).toMatchObject([{ data: source }]);
      const [uploaded] = fetched.when(save(), asBo).facts();
      expect(uploaded!.data).toMatchObject({ endedRef: source.sourceRef });
      expect(uploaded!.data).not.toHaveProperty('sourceRef');
      const other = { csv: changed, ...source, sourceRef: 'lookup-source:2' };
      expect(fetched.when(save(other), asBo).facts()).toMatchObject([
        { data: { sourceRef: 'lookup-source:2', endedRef: source.sourceRef } },
      ]);
      expect(fetched.when({ type: 'RemoveLookup', data: { lookupId } }, asBo).facts()).toMatchObject([
        { data: { endedRef: source.sourceRef } },
      ]);
    });
  });

  it('goes when it is removed', () => {
    const remove = { type: 'RemoveLookup', data: { lookupId } };
    expect(one.when(remove, asBo).types()).toEqual(['LookupRemoved']);
    expect(given(lookupsDecider).when(remove, asAdmin).refusal()).toBe('lookup.not_found');
  });
});
