import type { PeopleFact } from '@tocsin/contracts/people.js';
import { given } from '@tocsin/kernel/decide/given.js';
import { ana, bo, byAdmin, byBo, byOwner, bySystem, readsAfter } from '../configuration.fixture.js';
import { setUp } from '../organisation/facts.fixture.js';
import type { CodeCheck } from '../rules/code-check.js';
import { peopleDecider } from './decider.js';
import { anaJoined, boDisabled, boErased, boJoined, cleoJoined } from './facts.fixture.js';

const reads = readsAfter(setUp);
const asBo = { actor: byBo, reads };
const joined: readonly PeopleFact[] = [anaJoined, boJoined, cleoJoined];
const after = (...facts: readonly PeopleFact[]) => given(peopleDecider, [...joined, ...facts]);
const command = (type: string, data: object = {}) => ({ type, data: { personId: bo, ...data } });
const ask = (email: string) => command('AskEmailChange', { email });

const asked = after().when(ask('bo@new.example'), asBo).facts()[0] as Extract<PeopleFact, { type: 'EmailChangeAsked' }>;
const { expiresAt } = asked.data;
const mailed = { type: 'EmailChangeMailSent', data: { personId: bo, expiresAt } } as const;
const confirm = command('ConfirmEmailChange', { codeCheck: 'right' });

describe('asking for another e-mail address', () => {
  it('changes nothing before a code is entered', () => {
    expect(asked).toEqual({ type: 'EmailChangeAsked', data: { personId: bo, email: 'bo@new.example', expiresAt: expect.any(String) } });
    expect(after().when(ask('bo@new.example'), asBo).state()).toMatchObject({});
    expect(after(asked).when(ask('bo@new.example'), asBo).nothing()).toBe(true);
    expect(after().when(ask('Bo@example.org'), asBo).nothing()).toBe(true);
  });

  it('is for the person alone, by a session', () => {
    for (const actor of [byOwner, byAdmin, bySystem, { ...byBo, via: 'page-link' as const }])
      expect(after().when(ask('bo@new.example'), { actor, reads }).refusal()).toBe('permission.denied');
    expect(after(boDisabled).when(ask('bo@new.example'), asBo).refusal()).toBe('person.not_active');
  });

  it('is refused for an address that is somebody’s, whatever its case', () => {
    expect(after().when(ask('CLEO@example.org'), asBo).refusal()).toBe('person.email_taken');
    // one’s own address in another spelling
    expect(after().when(ask('bo@EXAMPLE.org'), asBo).types()).toEqual(['EmailChangeAsked']);
  });
});

describe('the code for another e-mail address', () => {
  it('changes it, and says which one is told', () => {
    expect(after(asked, mailed).when(confirm, asBo).facts()).toEqual([
      { type: 'EmailChanged', data: { personId: bo, email: 'bo@new.example', earlierEmail: 'Bo@example.org' } },
    ]);
  });

  it('is worth nothing when it is wrong, over, cancelled, used, or nobody asked', () => {
    const changed = { type: 'EmailChanged', data: { personId: bo, email: 'bo@new.example', earlierEmail: 'Bo@example.org' } } as const;
    const refusal = (facts: readonly PeopleFact[], codeCheck: CodeCheck = 'right', now?: string) =>
      after(...facts)
        .when(command('ConfirmEmailChange', { codeCheck }), { ...asBo, ...(now ? { now } : {}) })
        .refusal();
    expect(refusal([asked], 'none')).toBe('email_change.wrong_code');
    expect(refusal([asked], 'wrong')).toBe('email_change.wrong_code');
    expect(refusal([asked], 'right', '2027-01-01T00:00:00.000Z')).toBe('email_change.wrong_code');
    expect(refusal([asked, { type: 'EmailChangeCancelled', data: { personId: bo } }])).toBe('email_change.none');
    expect(refusal([asked, changed])).toBe('email_change.none');
    expect(refusal([])).toBe('email_change.none');
  });

  it('is refused where somebody else has come with that address meanwhile', () => {
    const other: PeopleFact = {
      ...cleoJoined,
      data: { ...(cleoJoined.data as object), personId: ana, email: 'bo@new.example' },
    } as PeopleFact;
    expect(after(asked, other).when(confirm, asBo).refusal()).toBe('person.email_taken');
  });

  it('has one outcome of its mail: that of the newest request', () => {
    const record = (at: string, outcome: object) => command('RecordEmailChangeMail', { expiresAt: at, ...outcome });
    const failed = { outcome: 'failed', reason: 'delivery.timeout', detail: '30 s' };
    expect(
      after(asked)
        .when(record(expiresAt, { outcome: 'sent' }), { actor: bySystem })
        .facts(),
    ).toEqual([mailed]);
    expect(after(asked).when(record(expiresAt, failed), { actor: bySystem }).types()).toEqual(['EmailChangeMailFailed']);
    expect(after(asked, mailed).when(record(expiresAt, failed), { actor: bySystem }).nothing()).toBe(true);
    expect(after(asked).when(record('2026-01-01T00:00:00.000Z', failed), { actor: bySystem }).nothing()).toBe(true);
    expect(after(asked).when(record(expiresAt, failed), asBo).refusal()).toBe('permission.denied');
  });

  it('leaves nothing behind with whoever is erased', () => {
    const state = after(asked, boDisabled, boErased).when(command('CancelEmailChange'), asBo);
    expect(state.refusal()).toBe('person.not_active');
  });
});
