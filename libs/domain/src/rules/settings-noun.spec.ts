import { given } from '@tocsin/kernel/decide/given.js';
import { byAdmin, byBo, idOf, readsAfter } from '../configuration.fixture.js';
import { refuse } from './refuse.js';
import {
  refuseOldVersion,
  refuseUnlessConfigurer,
  requireFreeName,
  requireNewId,
  requirePermission,
  requireWithinLimit,
} from './settings-checks.js';
import { settingsNoun } from './settings-noun.js';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly rest: number;
}
type Data = { readonly settingId?: string; readonly name: string; readonly rest: number };
type Command = { type: 'Create' | 'Save'; data: Data } | { type: 'Remove'; data: { readonly settingId: string } };
type Fact = { type: 'Saved'; data: Data & { readonly settingId: string } } | { type: 'Removed'; data: { readonly settingId: string } };

const noun = settingsNoun<Row, Command, Fact>({
  category: 'settings',
  fold: {
    id: ({ settingId }) => settingId,
    steps: { Saved: (_row, { settingId: id, name, rest }) => ({ id, name, rest }), Removed: () => null },
  },
  newId: 'setting',
});
const may = requirePermission('organisation.configure', 'an owner or admin');
const save = {
  may,
  settings: ({ data: { name, rest } }: { data: Data }) => ({ name, rest }),
  fact: (settingId: string, settings: Omit<Data, 'settingId'>): Fact => ({ type: 'Saved', data: { settingId, ...settings } }),
};
const decider = noun.decider({
  Create: noun.save({ ...save, checks: [requireNewId(({ name }: Data) => name)] }),
  Save: noun.save({
    ...save,
    checks: [
      requireFreeName('policy.name_taken'),
      requireWithinLimit(2, 'limit.tokens'),
      ({ data }) => (data.rest < 0 ? refuse('request.invalid') : null),
    ],
  }),
  Remove: noun.act({
    may,
    missing: 'policy.not_found',
    fact: ({ id: settingId, row }) => (row.rest === 0 ? null : { type: 'Removed', data: { settingId } }),
  }),
});

const reads = readsAfter();
const byHer = { actor: byAdmin, reads };
const first = idOf('51');
const saved = (settingId: string, name: string, rest = 1): Fact => ({ type: 'Saved', data: { settingId, name, rest } });
const command = (type: Command['type'], data: object) => ({ type, data });

describe('settings of one stream', () => {
  const one = given(decider, [saved(first, 'First')]);
  const two = given(decider, [saved(first, 'First'), saved(idOf('52'), 'Second')]);

  it('are made with an id of their own, or with that of the command', () => {
    const [made] = given(decider)
      .when(command('Save', { name: 'First', rest: 1 }), byHer)
      .facts();
    expect(made).toEqual(saved(expect.any(String) as never, 'First'));
    expect(
      given(decider)
        .when(command('Save', { settingId: first, name: 'First', rest: 1 }), byHer)
        .facts(),
    ).toEqual([saved(first, 'First')]);
  });

  it('are replaced under their id, and the same again is nothing new', () => {
    expect(one.when(command('Save', { settingId: first, name: 'First', rest: 2 }), byHer).facts()).toEqual([saved(first, 'First', 2)]);
    expect(one.when(command('Save', { settingId: first, name: 'First', rest: 1 }), byHer).nothing()).toBe(true);
    expect(one.when(command('Create', { settingId: first, name: 'First', rest: 1 }), byHer).refusal()).toBe('conflict.revision');
  });

  it('are refused by the first check that refuses, permission before all', () => {
    const wrong = { name: 'first', rest: -1 };
    expect(two.when(command('Save', wrong), { actor: byBo, reads }).refusal()).toBe('permission.denied');
    expect(two.when(command('Save', wrong), byHer).refusal()).toBe('policy.name_taken');
    expect(two.when(command('Save', { name: 'Third', rest: -1 }), byHer).refusal()).toBe('limit.tokens');
    expect(one.when(command('Save', { name: 'Third', rest: -1 }), byHer).refusal()).toBe('request.invalid');
  });

  it('keep their place where the limit is reached', () => {
    expect(two.when(command('Save', { settingId: first, name: 'Renamed', rest: 1 }), byHer).types()).toEqual(['Saved']);
  });

  it('are acted on if they are there; who may not is not told whether they are', () => {
    expect(one.when(command('Remove', { settingId: first }), byHer).types()).toEqual(['Removed']);
    expect(one.when(command('Remove', { settingId: idOf('52') }), byHer).refusal()).toBe('policy.not_found');
    expect(one.when(command('Remove', { settingId: idOf('52') }), { actor: byBo, reads }).refusal()).toBe('permission.denied');
    expect(
      given(decider, [saved(first, 'First', 0)])
        .when(command('Remove', { settingId: first }), byHer)
        .nothing(),
    ).toBe(true);
  });
});

describe('checks of settings', () => {
  it('refuse a version that is not the newest', () => {
    expect(refuseOldVersion(1, { version: 2, name: 'Night' })).toMatchObject({ code: 'conflict.revision', params: { name: 'Night' } });
    expect(refuseOldVersion(2, { version: 2, name: 'Night' })).toBeNull();
  });

  it('name who may configure, in a team and in the organisation', () => {
    const refusalOf = (teamId: string | null) => refuseUnlessConfigurer({ actor: byBo, reads }, 'event_subscription.configure', teamId);
    expect(refusalOf(null)?.params).toEqual({ who: 'an owner or an admin' });
    expect(refusalOf(idOf('7e'))?.params).toEqual({ who: 'an owner, an admin or a manager of the team' });
    expect(refuseUnlessConfigurer({ actor: byAdmin, reads }, 'event_subscription.configure', null)).toBeNull();
  });
});
