import type { PeopleFact } from '@tocsin/contracts/people/events.js';
import { given } from '@tocsin/kernel/decide/given.js';
import { ana, bo, byAdmin, byBo, byOwner, bySystem, readsAfter } from '../../configuration.fixture.js';
import { setUp } from '../organisation/facts.fixture.js';
import type { CodeCheck } from '../../rules/code-check.js';
import { peopleDecider } from './decider.js';
import { anaJoined, boDisabled, boErased, boJoined, cleoJoined } from './facts.fixture.js';

const reads = readsAfter(setUp);
const asBo = { actor: byBo, reads };
const joinedFacts: readonly PeopleFact[] = [anaJoined, boJoined, cleoJoined];
const givenFacts = (...facts: readonly PeopleFact[]) => given(peopleDecider, [...joinedFacts, ...facts]);
const command = (type: string, data: object = {}) => ({ type, data: { personId: bo, ...data } });
const ask = (email: string) => command('AskEmailChange', { email });

const requestedFact = givenFacts().when(ask('bo@new.example'), asBo).facts()[0] as Extract<PeopleFact, { type: 'EmailChangeAsked' }>;
const { expiresAt } = requestedFact.data;
const mailed = { type: 'EmailChangeMailSent', data: { personId: bo, expiresAt } } as const;
const confirm = command('ConfirmEmailChange', { codeCheck: 'right' });

describe('asking for another e-mail address', () => {
  it('changes nothing before a code is entered', () => {
    expect(requestedFact).toEqual({
      type: 'EmailChangeAsked',
      data: { personId: bo, email: 'bo@new.example', expiresAt: expect.any(String) },
    });
    expect(givenFacts().when(ask('bo@new.example'), asBo).state()).toMatchObject({});
    expect(givenFacts(requestedFact).when(ask('bo@new.example'), asBo).nothing()).toBe(true);
    expect(givenFacts().when(ask('Bo@example.org'), asBo).nothing()).toBe(true);
  });

  it('is for the person alone, by a session', () => {
    for (const actor of [byOwner, byAdmin, bySystem, { ...byBo, via: 'page-link' as const }])
      expect(givenFacts().when(ask('bo@new.example'), { actor, reads }).refusal()).toBe('permission.denied');
    expect(givenFacts(boDisabled).when(ask('bo@new.example'), asBo).refusal()).toBe('person.not_active');
  });

  it('is refused for an address that is somebody’s, whatever its case', () => {
    expect(givenFacts().when(ask('CLEO@example.org'), asBo).refusal()).toBe('person.email_taken');
    // one’s own address in another spelling
    expect(givenFacts().when(ask('bo@EXAMPLE.org'), asBo).types()).toEqual(['EmailChangeAsked']);
  });
});

describe('the code for another e-mail address', () => {
  it('changes it, and says which one is told', () => {
    expect(givenFacts(requestedFact, mailed).when(confirm, asBo).facts()).toEqual([
      { type: 'EmailChanged', data: { personId: bo, email: 'bo@new.example', earlierEmail: 'Bo@example.org' } },
    ]);
  });

  it('is worth nothing when it is wrong, over, cancelled, used, or nobody asked', () => {
    const changedFact = { type: 'EmailChanged', data: { personId: bo, email: 'bo@new.example', earlierEmail: 'Bo@example.org' } } as const;
    const refusal = (facts: readonly PeopleFact[], codeCheck: CodeCheck = 'right', now?: string) =>
      givenFacts(...facts)
        .when(command('ConfirmEmailChange', { codeCheck }), { ...asBo, ...(now ? { now } : {}) })
        .refusal();
    expect(refusal([requestedFact], 'none')).toBe('email_change.wrong_code');
    expect(refusal([requestedFact], 'wrong')).toBe('email_change.wrong_code');
    expect(refusal([requestedFact], 'right', '2027-01-01T00:00:00.000Z')).toBe('email_change.wrong_code');
    expect(refusal([requestedFact, { type: 'EmailChangeCancelled', data: { personId: bo } }])).toBe('email_change.none');
    expect(refusal([requestedFact, changedFact])).toBe('email_change.none');
    expect(refusal([])).toBe('email_change.none');
  });

  it('is refused where somebody else has come with that address meanwhile', () => {
    const other: PeopleFact = {
      ...cleoJoined,
      data: { ...(cleoJoined.data as object), personId: ana, email: 'bo@new.example' },
    } as PeopleFact;
    expect(givenFacts(requestedFact, other).when(confirm, asBo).refusal()).toBe('person.email_taken');
  });

  it('has one outcome of its mail: that of the newest request', () => {
    const record = (at: string, outcome: object) => command('RecordEmailChangeMail', { expiresAt: at, ...outcome });
    const failedMail = { outcome: 'failed', reason: 'delivery.timeout', detail: '30 s' };
    expect(
      givenFacts(requestedFact)
        .when(record(expiresAt, { outcome: 'sent' }), { actor: bySystem })
        .facts(),
    ).toEqual([mailed]);
    expect(givenFacts(requestedFact).when(record(expiresAt, failedMail), { actor: bySystem }).types()).toEqual(['EmailChangeMailFailed']);
    expect(givenFacts(requestedFact, mailed).when(record(expiresAt, failedMail), { actor: bySystem }).nothing()).toBe(true);
    expect(givenFacts(requestedFact).when(record('2026-01-01T00:00:00.000Z', failedMail), { actor: bySystem }).nothing()).toBe(true);
    expect(givenFacts(requestedFact).when(record(expiresAt, failedMail), asBo).refusal()).toBe('permission.denied');
  });

  it('leaves nothing behind with whoever is erased', () => {
    const state = givenFacts(requestedFact, boDisabled, boErased).when(command('CancelEmailChange'), asBo);
    expect(state.refusal()).toBe('person.not_active');
  });
});
