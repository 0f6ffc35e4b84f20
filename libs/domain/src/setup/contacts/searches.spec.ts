import * as peopleLimits from '@tocsin/contracts/people/limits.js';
import { given, foldRows } from '@tocsin/kernel/decide/given.js';
import { bo, byBo, byObserver, idOf, readsAfter, recordedFacts } from '../../configuration.fixture.js';
import { boJoined } from '../people/facts.fixture.js';
import { contactsDecider } from './decider.js';
import { emailAdded, searchId, searchSaved } from './facts.fixture.js';
import { contactsView } from './views.js';

const reads = readsAfter(boJoined);
const asBo = { actor: byBo, reads };
const withSearch = given(contactsDecider, [searchSaved]);
const data = searchSaved.data as object;
const save = (change: object = {}) => ({ type: 'SaveSearch', data: { ...data, ...change } });
const forget = { type: 'ForgetSearch', data: { personId: bo, searchId } };

describe('a saved search', () => {
  it('is saved under its name, once', () => {
    expect(given(contactsDecider).when(save(), asBo).facts()).toEqual([searchSaved]);
    expect(
      given(contactsDecider)
        .when(save({ searchId: undefined }), asBo)
        .types(),
    ).toEqual(['SearchSaved']);
    expect(withSearch.when(save({ searchId: undefined }), asBo).nothing()).toBe(true);
  });

  it('is replaced by another under the same name, whatever its case', () => {
    const saveAgain = save({ searchId: undefined, name: 'WHAT nobody has', query: 'q=disk' });
    expect(withSearch.when(saveAgain, asBo).facts()).toMatchObject([{ data: { searchId, name: 'WHAT nobody has', query: 'q=disk' } }]);
  });

  it('is removed', () => {
    expect(withSearch.when(forget, asBo).types()).toEqual(['SearchForgotten']);
    expect(given(contactsDecider).when(forget, asBo).refusal()).toBe('saved_search.not_found');
  });

  it('is one’s own', () => {
    expect(withSearch.when(save(), { actor: byObserver, reads }).refusal()).toBe('permission.denied');
    expect(withSearch.when(forget, { actor: byObserver, reads }).refusal()).toBe('permission.denied');
  });

  it('needs room', () => {
    const manySearches = Array.from({ length: peopleLimits.savedSearchesPerPerson }, (_, n) => ({
      type: 'SearchSaved' as const,
      data: { personId: bo, searchId: idOf(String(600 + n)), name: `Search ${n}`, query: 'q=x' },
    }));
    expect(given(contactsDecider, manySearches).when(save(), asBo).refusal()).toBe('limit.saved_searches');
    expect(
      given(contactsDecider, manySearches)
        .when(save({ name: 'search 3', searchId: undefined }), asBo)
        .types(),
    ).toEqual(['SearchSaved']);
  });

  it('stands in the row of whose it is', () => {
    const rows = foldRows(contactsView, recordedFacts([emailAdded, searchSaved]));
    expect(rows.get(bo)).toMatchObject({ searches: [{ searchId, name: 'What nobody has' }] });
    const forgottenFact = { type: 'SearchForgotten' as const, data: { personId: bo, searchId } };
    expect(foldRows(contactsView, recordedFacts([emailAdded, searchSaved, forgottenFact])).get(bo)).toMatchObject({ searches: [] });
  });
});
