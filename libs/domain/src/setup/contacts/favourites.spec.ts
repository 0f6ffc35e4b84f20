import * as peopleLimits from '@tocsin/contracts/people/limits.js';
import type { ContactFact } from '@tocsin/contracts/contacts/events.js';
import { given, foldRows } from '@tocsin/kernel/decide/given.js';
import { bo, byBo, byObserver, idOf, readsAfter, recordedFacts } from '../../configuration.fixture.js';
import { boJoined } from '../people/facts.fixture.js';
import { policyCreated, policyId, policyRemoved } from '../policies/facts.fixture.js';
import { serviceCreated, serviceId } from '../services/facts.fixture.js';
import { teamCreated } from '../teams/facts.fixture.js';
import { contactsDecider } from './decider.js';
import { contactsView } from './views.js';

const asBo = { actor: byBo, reads: readsAfter(boJoined, teamCreated, policyCreated, serviceCreated) };
const marked: ContactFact = { type: 'FavouriteAdded', data: { personId: bo, kind: 'service', subjectId: serviceId } };
const unmarked: ContactFact = { type: 'FavouriteRemoved', data: { personId: bo, kind: 'service', subjectId: serviceId } };
const add = { type: 'AddFavourite', data: marked.data };
const remove = { type: 'RemoveFavourite', data: marked.data };

describe('a favourite', () => {
  it('is added and removed once', () => {
    expect(given(contactsDecider).when(add, asBo).facts()).toEqual([marked]);
    expect(given(contactsDecider, [marked]).when(add, asBo).nothing()).toBe(true);
    expect(given(contactsDecider, [marked]).when(remove, asBo).facts()).toEqual([unmarked]);
    expect(given(contactsDecider, [marked, unmarked]).when(remove, asBo).nothing()).toBe(true);
  });

  it('is of oneself, and of something that there is', () => {
    expect(
      given(contactsDecider)
        .when(add, { ...asBo, actor: byObserver })
        .refusal(),
    ).toBe('permission.denied');
    const other = { ...add, data: { ...marked.data, subjectId: idOf('99') } };
    expect(given(contactsDecider).when(other, asBo).decision).toMatchObject({ code: 'service.not_found', path: 'subjectId' });
    const policy = { ...add, data: { personId: bo, kind: 'policy', subjectId: policyId } };
    expect(given(contactsDecider).when(policy, asBo).types()).toEqual(['FavouriteAdded']);
    const without = { actor: byBo, reads: readsAfter(boJoined, teamCreated, policyCreated, policyRemoved) };
    expect(given(contactsDecider).when(policy, without).refusal()).toBe('policy.not_found');
  });

  it('is one of a hundred at most', () => {
    const all = Array.from({ length: peopleLimits.favouritesPerPerson }, (_, n): ContactFact => ({
      type: 'FavouriteAdded',
      data: { personId: bo, kind: 'schedule', subjectId: idOf(`7${n}`) },
    }));
    expect(given(contactsDecider, all).when(add, asBo).refusal()).toBe('limit.favourites');
  });

  it('is in the row of its person', () => {
    const row = (...facts: readonly ContactFact[]) => foldRows(contactsView, recordedFacts(facts)).get(bo);
    expect(row(marked)).toMatchObject({ favourites: [{ kind: 'service', subjectId: serviceId }] });
    expect(row(marked, unmarked)).toMatchObject({ favourites: [] });
  });
});
