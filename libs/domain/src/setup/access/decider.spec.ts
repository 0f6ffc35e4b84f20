import type { Fact } from '@tocsin/contracts/catalogue.js';
import type { Actor } from '@tocsin/contracts/envelope.js';
import { given, foldRows } from '@tocsin/kernel/decide/given.js';
import { ana, bo, byAdmin, byBo, byOwner, bySystem, cleo, readsAfter, readsOf, recordedFacts } from '../../configuration.fixture.js';
import { anaJoined, boDisabled, boEnabled, boInvited, boJoined, boMadeOwner, cleoJoined } from '../people/facts.fixture.js';
import { peopleView } from '../people/views.js';
import type { CodeCheck } from '../../rules/code-check.js';
import { signInConfigured } from '../sign-in/facts.fixture.js';
import { accessDecider, inputs } from './decider.js';
import {
  boLinked,
  boResetLink,
  codesMade,
  codeUsed,
  invitationMailed,
  invitationNotMailed,
  linkHash,
  passwordChanged,
  resetMailed,
  resetNotMailed,
  twoFactorOff,
  twoFactorOn,
} from './facts.fixture.js';
import { accessView, findByResetLink, findBySubject, passwordRefOf } from './views.js';

const reads = readsAfter(anaJoined, boJoined, cleoJoined);
/** The configuration after these facts, each with its actor. */
const rowsOf = (...recordings: readonly (readonly [readonly Fact[], Actor])[]) =>
  readsOf(recordings.flatMap(([facts, actor]) => recordedFacts(facts, actor)));
const by = (actor: typeof byBo, more: object = {}) => ({ actor, reads, ...more });

describe('a link to choose a new password', () => {
  const make = (personId = bo) => ({ type: 'MakePasswordResetLink', data: { ...boResetLink.data, personId } });

  it('is made by an admin, and by Tocsin for who asked at the sign-in', () => {
    expect(given(accessDecider).when(make(), by(byAdmin)).facts()).toEqual([boResetLink]);
    expect(given(accessDecider).when(make(), by(bySystem)).facts()).toEqual([boResetLink]);
    expect(given(accessDecider).when(make(ana), by(byBo)).refusal()).toBe('permission.denied');
  });

  it('of an owner is for owners alone, and nobody makes their own: a stolen session would keep the account', () => {
    expect(given(accessDecider).when(make(ana), by(byAdmin)).refusal()).toBe('permission.denied');
    expect(given(accessDecider).when(make(ana), by(byOwner)).refusal()).toBe('permission.denied');
    expect(given(accessDecider).when(make(cleo), by(byAdmin)).refusal()).toBe('permission.denied');
    const twoOwners = readsAfter(anaJoined, boJoined, boMadeOwner);
    expect(given(accessDecider).when(make(), { actor: byOwner, reads: twoOwners }).types()).toEqual(['PasswordResetLinkMade']);
  });

  it('is refused for who is invited, disabled or unknown', () => {
    for (const facts of [[boInvited], [boJoined, boDisabled]]) {
      expect(
        given(accessDecider)
          .when(make(), { actor: byOwner, reads: readsAfter(...facts) })
          .refusal(),
      ).toBe('person.not_active');
    }
    expect(given(accessDecider).when(make(), { actor: byOwner, reads: readsAfter() }).refusal()).toBe('person.not_found');
  });

  it('works once, until it ends, and only the newest', () => {
    const use = { type: 'ChangePassword', data: passwordChanged.data };
    const open = { reads: readsAfter(boJoined, boResetLink) };
    expect(given(accessDecider, [boResetLink]).when(use, by(byBo, open)).facts()).toEqual([passwordChanged]);
    expect(given(accessDecider, [boResetLink, passwordChanged]).when(use, by(byBo, open)).refusal()).toBe('reset.invalid');
    expect(
      given(accessDecider, [boResetLink])
        .when(use, by(byBo, { ...open, now: '2026-11-21T04:12:00.001Z' }))
        .refusal(),
    ).toBe('reset.invalid');
    const newerLink = { ...boResetLink, data: { ...boResetLink.data, linkHash: 'hash-newer' } };
    expect(given(accessDecider, [boResetLink, newerLink]).when(use, by(byBo, open)).refusal()).toBe('reset.invalid');
    // invalidated in the person’s stream, between the check and the use
    const madeOwner = { reads: readsAfter(boJoined, boResetLink, boMadeOwner) };
    expect(given(accessDecider, [boResetLink]).when(use, by(byBo, madeOwner)).refusal()).toBe('reset.invalid');
  });

  it('is found until it is used', () => {
    const after = readsAfter(boJoined, boResetLink);
    expect(findByResetLink(after, linkHash, '2026-11-21T04:12:00.000Z')?.id).toBe(bo);
    expect(findByResetLink(after, linkHash, '2026-11-21T04:12:00.001Z')).toBeUndefined();
    expect(findByResetLink(after, 'hash-other', '2026-11-21T03:12:00.000Z')).toBeUndefined();
    expect(findByResetLink(readsAfter(boJoined, boResetLink, passwordChanged), linkHash, '2026-11-21T03:12:00.000Z')).toBeUndefined();
  });

  it('ends when its person is disabled, for good, and when they are made an owner', () => {
    const before = '2026-11-21T03:12:00.000Z';
    expect(findByResetLink(readsAfter(boJoined, boResetLink, boDisabled, boEnabled), linkHash, before)).toBeUndefined();
    expect(findByResetLink(readsAfter(boJoined, boResetLink, boMadeOwner), linkHash, before)).toBeUndefined();
    const newerReads = readsAfter(boJoined, boResetLink, boDisabled, boEnabled, boResetLink);
    expect(findByResetLink(newerReads, linkHash, before)?.id).toBe(bo);
  });
});

describe('what became of mailing a link', () => {
  const record = (of: 'invitation' | 'reset', { data }: { readonly data: object }, outcome: 'sent' | 'failed') => ({
    type: 'RecordLinkMail',
    data: { ...data, of, outcome },
  });
  const afterInvitation = { actor: bySystem, reads: readsAfter(boInvited) };

  it('is written by Tocsin alone, of somebody who has not joined too', () => {
    expect(
      given(accessDecider)
        .when(record('invitation', invitationMailed, 'sent'), afterInvitation)
        .facts(),
    ).toEqual([invitationMailed]);
    expect(
      given(accessDecider)
        .when(record('invitation', invitationNotMailed, 'failed'), afterInvitation)
        .facts(),
    ).toEqual([invitationNotMailed]);
    expect(
      given(accessDecider, [boResetLink])
        .when(record('reset', resetMailed, 'sent'), by(bySystem))
        .facts(),
    ).toEqual([resetMailed]);
    expect(
      given(accessDecider, [boResetLink])
        .when(record('reset', resetNotMailed, 'failed'), by(bySystem))
        .facts(),
    ).toEqual([resetNotMailed]);
    expect(
      given(accessDecider)
        .when(record('reset', resetMailed, 'sent'), by(byOwner))
        .refusal(),
    ).toBe('permission.denied');
  });

  it('is nothing about somebody who is gone', () => {
    const withoutPerson = { actor: bySystem, reads: readsAfter() };
    expect(
      given(accessDecider)
        .when(record('invitation', invitationMailed, 'sent'), withoutPerson)
        .nothing(),
    ).toBe(true);
  });

  it('stands where the link does, while it is the newest', () => {
    const row = (...facts: readonly Fact[]) => foldRows(accessView, recordedFacts(facts)).get(bo)?.resetLink;
    expect(row(boResetLink, resetMailed)?.mail).toEqual({ at: expect.any(String), reason: null });
    expect(row(boResetLink, resetNotMailed)?.mail).toMatchObject({ reason: 'delivery.provider_rejected' });
    const newerLink = { ...boResetLink, data: { ...boResetLink.data, linkHash: 'hash-newer' } } as Fact;
    expect(row(boResetLink, newerLink, resetMailed)?.mail).toBeUndefined();
    const person = (...facts: readonly Fact[]) => foldRows(peopleView, recordedFacts(facts)).get(bo)?.invitationMail;
    expect(person(boInvited, invitationMailed)).toEqual({ at: expect.any(String), reason: null });
    expect(person(boInvited, invitationNotMailed)).toMatchObject({ reason: 'delivery.timeout' });
    expect(person(boInvited, invitationNotMailed, boInvited)).toBeUndefined();
    expect(person(boInvited, boJoined, invitationMailed)).toBeUndefined();
  });
});

it('a password is the one they joined with, until they choose another', () => {
  expect(passwordRefOf(readsAfter(boJoined), reads.people.get(bo)!)).toBe('password/bo');
  expect(passwordRefOf(readsAfter(boJoined, passwordChanged), reads.people.get(bo)!)).toBe('password/bo-2');
});

describe('two-factor sign-in', () => {
  const command = (type: string, data: object, codeCheck: CodeCheck = 'right') => ({ type, data: { ...data, codeCheck } });
  const turnOnCommand = (codeCheck?: CodeCheck) => command('TurnOnTwoFactor', twoFactorOn.data, codeCheck);
  const turnOffCommand = (codeCheck?: CodeCheck) => command('TurnOffTwoFactor', { personId: bo }, codeCheck);

  it('is turned on by oneself, with a right code', () => {
    expect(given(accessDecider).when(turnOnCommand(), by(byBo)).facts()).toEqual([twoFactorOn]);
    expect(given(accessDecider).when(turnOnCommand('wrong'), by(byBo)).refusal()).toBe('two_factor.wrong_code');
    expect(given(accessDecider).when(turnOnCommand(), by(byAdmin)).refusal()).toBe('permission.denied');
    expect(given(accessDecider, [twoFactorOn]).when(turnOnCommand(), by(byBo)).refusal()).toBe('two_factor.on_already');
  });

  it('is turned off by oneself with a code, and by an admin for who is locked out', () => {
    expect(given(accessDecider, [twoFactorOn]).when(turnOffCommand(), by(byBo)).facts()).toEqual([twoFactorOff]);
    expect(given(accessDecider, [twoFactorOn]).when(turnOffCommand('wrong'), by(byBo)).refusal()).toBe('two_factor.wrong_code');
    expect(given(accessDecider, [twoFactorOn]).when(turnOffCommand('none'), by(byAdmin)).facts()).toEqual([twoFactorOff]);
    expect(given(accessDecider).when(turnOffCommand(), by(byBo)).nothing()).toBe(true);
    const ofOwner = command('TurnOffTwoFactor', { personId: ana }, 'none');
    expect(
      given(accessDecider, [{ ...twoFactorOn, data: { ...twoFactorOn.data, personId: ana } }])
        .when(ofOwner, by(byAdmin))
        .refusal(),
    ).toBe('permission.denied');
  });

  it('was turned off by oneself with a right code, or by an admin with none', () => {
    const data = { personId: bo };
    const behind = (actor: Actor) => inputs.TwoFactorTurnedOff(data, [twoFactorOff], actor);
    expect(behind(byBo)).toEqual(turnOffCommand('right'));
    expect(behind(byAdmin)).toEqual(turnOffCommand('none'));
    for (const actor of [byBo, byAdmin])
      expect(given(accessDecider, [twoFactorOn]).when(behind(actor), by(actor)).facts()).toEqual([twoFactorOff]);
  });

  it('has recovery codes that are good once, and end when new ones are made', () => {
    const use = (recoveryHash: string) => ({ type: 'UseRecoveryCode', data: { personId: bo, recoveryHash } });
    expect(given(accessDecider, [twoFactorOn]).when(use('hash-r1'), by(byBo)).facts()).toEqual([codeUsed]);
    expect(given(accessDecider, [twoFactorOn, codeUsed]).when(use('hash-r1'), by(byBo)).refusal()).toBe('two_factor.wrong_code');
    expect(given(accessDecider, [twoFactorOn, codesMade]).when(use('hash-r2'), by(byBo)).refusal()).toBe('two_factor.wrong_code');
    const make = command('MakeRecoveryCodes', codesMade.data);
    expect(given(accessDecider, [twoFactorOn]).when(make, by(byBo)).facts()).toEqual([codesMade]);
    expect(given(accessDecider).when(make, by(byBo)).refusal()).toBe('two_factor.off');
  });
});

describe('an account at the identity provider', () => {
  const link = (subjectHash: string) => ({ type: 'LinkOpenId', data: { personId: bo, subjectHash } });

  it('is linked once; another one with the same e-mail is not taken for it', () => {
    expect(given(accessDecider).when(link('hash-subject'), by(byBo)).facts()).toEqual([boLinked]);
    expect(given(accessDecider, [boLinked]).when(link('hash-subject'), by(byBo)).nothing()).toBe(true);
    expect(given(accessDecider, [boLinked]).when(link('hash-other'), by(byBo)).refusal()).toBe('openid.other_account');
  });

  it('is linked to an owner only while an owner stands for the provider', () => {
    const setBy = (actor: Actor) => rowsOf([[boJoined], byOwner], [[boMadeOwner], byOwner], [[signInConfigured], actor]);
    expect(
      given(accessDecider)
        .when(link('hash-subject'), { actor: byBo, reads: setBy(byAdmin) })
        .refusal(),
    ).toBe('openid.owner_unconfirmed');
    expect(
      given(accessDecider)
        .when(link('hash-subject'), { actor: byBo, reads: setBy(byOwner) })
        .facts(),
    ).toEqual([boLinked]);
  });

  it('is found by its subject, until it is unlinked', () => {
    const unlinked = { type: 'OpenIdUnlinked' as const, data: { personId: bo } };
    expect(findBySubject(readsAfter(boJoined, boLinked), 'hash-subject')?.id).toBe(bo);
    expect(findBySubject(readsAfter(boJoined, boLinked, unlinked), 'hash-subject')).toBeUndefined();
    expect(
      given(accessDecider, [boLinked])
        .when({ type: 'UnlinkOpenId', data: { personId: bo } }, by(byAdmin))
        .facts(),
    ).toEqual([unlinked]);
  });
});

it('the row says what opens an account', () => {
  const rows = foldRows(accessView, recordedFacts([boResetLink, twoFactorOn, codeUsed, passwordChanged, boLinked]));
  expect(rows.get(bo)).toMatchObject({
    passwordRef: 'password/bo-2',
    resetLink: null,
    twoFactor: { secretRef: 'two-factor/bo', recoveryHashes: ['hash-r2'] },
    subjectHash: 'hash-subject',
  });
});

describe('whoever is made an owner begins anew', () => {
  const storedPasswordRef = (reads: ReturnType<typeof readsAfter>) => passwordRefOf(reads, reads.people.get(bo)!);

  it('with no link, no account at the provider and no session of before, but with their second step', () => {
    const row = readsAfter(boJoined, twoFactorOn, boLinked, boResetLink, boMadeOwner).access.get(bo);
    expect(row).toMatchObject({ resetLink: null, subjectHash: null, generation: 1, twoFactor: { secretRef: 'two-factor/bo' } });
    expect(readsAfter(boJoined, boMadeOwner).access.get(bo)).toMatchObject({ generation: 1 });
  });

  it('with the password that they chose by an owner’s invitation or link, or by one that Tocsin mailed to them', () => {
    for (const caller of [byOwner, bySystem]) {
      expect(storedPasswordRef(rowsOf([[boInvited], caller], [[boJoined], byBo], [[boMadeOwner], byOwner]))).toBe('password/bo');
      expect(
        storedPasswordRef(
          rowsOf([[boInvited], byAdmin], [[boJoined], byBo], [[boResetLink], caller], [[passwordChanged], byBo], [[boMadeOwner], byOwner]),
        ),
      ).toBe('password/bo-2');
    }
  });

  it('without one that came of a link which an admin saw, even where it was changed since by whoever knew it', () => {
    const afterJoining = [
      [[boInvited], byAdmin],
      [[boJoined], byBo],
    ] as const;
    const changedFact = { ...passwordChanged, data: { ...passwordChanged.data, linkHash: null } } as Fact;
    expect(storedPasswordRef(rowsOf(...afterJoining))).toBe('password/bo');
    expect(storedPasswordRef(rowsOf(...afterJoining, [[boMadeOwner], byOwner]))).toBeNull();
    expect(storedPasswordRef(rowsOf(...afterJoining, [[changedFact], byBo], [[boMadeOwner], byOwner]))).toBeNull();
    const reset = [[[boJoined], byBo] as const, [[boResetLink], byAdmin] as const, [[passwordChanged], byBo] as const];
    expect(storedPasswordRef(rowsOf(...reset, [[boMadeOwner], byOwner]))).toBeNull();
    // regardless of the order in which the two streams are written
    const lateRows = rowsOf([[boJoined], byBo], [[boResetLink], byAdmin], [[boMadeOwner], byOwner], [[boResetLink], byOwner]);
    expect(lateRows.access.get(bo)?.resetLink).toMatchObject({ seenBelow: false });
  });

  it('until they choose another', () => {
    const anew = rowsOf([[boInvited], byAdmin], [[boJoined], byBo], [[boMadeOwner, boResetLink], byOwner], [[passwordChanged], byBo]);
    expect(storedPasswordRef(anew)).toBe('password/bo-2');
  });
});
