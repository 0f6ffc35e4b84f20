import * as contactLimits from '@tocsin/contracts/contacts/limits.js';
import type { ContactFact } from '@tocsin/contracts/contacts/events.js';
import { given } from '@tocsin/kernel/decide/given.js';
import { bo, byBo, byObserver, idOf, readsAfter } from '../../configuration.fixture.js';
import { boJoined } from '../people/facts.fixture.js';
import { policyCreated } from '../policies/facts.fixture.js';
import { serviceCreated, serviceId } from '../services/facts.fixture.js';
import { teamCreated } from '../teams/facts.fixture.js';
import { contactsDecider } from './decider.js';
import { emailAdded, emailId, emailVerified, codeRequested } from './facts.fixture.js';

const asBo = { actor: byBo, reads: readsAfter(boJoined, teamCreated, policyCreated, serviceCreated) };
const followed: ContactFact = { type: 'ServiceFollowed', data: { personId: bo, serviceId, contactMethodId: null } };
const unfollowed: ContactFact = { type: 'ServiceUnfollowed', data: { personId: bo, serviceId } };
const follow = { type: 'FollowService', data: followed.data };
const unfollow = { type: 'UnfollowService', data: unfollowed.data };
const byEmail = { ...follow, data: { ...followed.data, contactMethodId: emailId } };

describe('following a service', () => {
  it('begins and ends once', () => {
    expect(given(contactsDecider).when(follow, asBo).facts()).toEqual([followed]);
    expect(given(contactsDecider, [followed]).when(follow, asBo).nothing()).toBe(true);
    expect(given(contactsDecider, [followed]).when(unfollow, asBo).facts()).toEqual([unfollowed]);
    expect(given(contactsDecider, [followed, unfollowed]).when(unfollow, asBo).nothing()).toBe(true);
  });

  it('takes a verified contact method of one’s own', () => {
    expect(given(contactsDecider).when(byEmail, asBo).refusal()).toBe('contact_method.not_found');
    expect(given(contactsDecider, [emailAdded, codeRequested]).when(byEmail, asBo).refusal()).toBe('contact_method.not_verified');
    expect(given(contactsDecider, [emailAdded, emailVerified, followed]).when(byEmail, asBo).types()).toEqual(['ServiceFollowed']);
  });

  it('is of oneself, and of a service that there is', () => {
    expect(
      given(contactsDecider)
        .when(follow, { ...asBo, actor: byObserver })
        .refusal(),
    ).toBe('permission.denied');
    const missing = { ...follow, data: { ...followed.data, serviceId: idOf('99') } };
    expect(given(contactsDecider).when(missing, asBo).refusal()).toBe('service.not_found');
  });

  it('ends by a link in a mail to its person, which begins none', () => {
    const byLink = { ...asBo, actor: { ...byBo, roles: [], via: 'link:mail' } };
    expect(given(contactsDecider, [followed]).when(unfollow, byLink).facts()).toEqual([unfollowed]);
    expect(given(contactsDecider).when(follow, byLink).refusal()).toBe('permission.denied');
    const ofAnother = { ...byLink, actor: { ...byLink.actor, id: idOf('c1e0') } };
    expect(given(contactsDecider, [followed]).when(unfollow, ofAnother).refusal()).toBe('permission.denied');
  });

  it('is by two hundred people at most', () => {
    const followers = Array.from({ length: contactLimits.followersPerService }, (_, n) => ({ id: idOf(`8${n}`) }));
    const reads = { ...asBo.reads, contacts: { where: () => followers } } as never;
    expect(
      given(contactsDecider)
        .when(follow, { ...asBo, reads })
        .refusal(),
    ).toBe('limit.followers');
  });

  it('is of fifty services at most', () => {
    const all = Array.from({ length: contactLimits.followedPerPerson }, (_, n): ContactFact => ({
      type: 'ServiceFollowed',
      data: { personId: bo, serviceId: idOf(`7${n}`), contactMethodId: null },
    }));
    expect(given(contactsDecider, all).when(follow, asBo).refusal()).toBe('limit.followed_services');
  });
});
