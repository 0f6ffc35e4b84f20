import type { AccessFact } from '@tocsin/contracts/access/noun.js';
import { bo } from '../../configuration.fixture.js';

export const linkHash = 'hash-link';
export const boResetLink: AccessFact = {
  type: 'PasswordResetLinkMade',
  data: { personId: bo, linkHash, expiresAt: '2026-11-21T04:12:00.000Z', mailed: false },
};
export const resetMailed: AccessFact = { type: 'PasswordResetMailSent', data: { personId: bo, linkHash } };
export const resetNotMailed: AccessFact = {
  type: 'PasswordResetMailFailed',
  data: { personId: bo, linkHash, reason: 'delivery.provider_rejected', detail: '550' },
};
/** For the invitation in the fixture of people. */
export const invitationMailed: AccessFact = { type: 'InvitationMailSent', data: { personId: bo, linkHash: 'hash-bo' } };
export const invitationNotMailed: AccessFact = {
  type: 'InvitationMailFailed',
  data: { personId: bo, linkHash: 'hash-bo', reason: 'delivery.timeout', detail: '' },
};
export const passwordChanged: AccessFact = { type: 'PasswordChanged', data: { personId: bo, passwordRef: 'password/bo-2', linkHash } };
export const twoFactorOn: AccessFact = {
  type: 'TwoFactorTurnedOn',
  data: { personId: bo, secretRef: 'two-factor/bo', recoveryHashes: ['hash-r1', 'hash-r2'] },
};
export const twoFactorOff: AccessFact = { type: 'TwoFactorTurnedOff', data: { personId: bo } };
export const codesMade: AccessFact = { type: 'RecoveryCodesMade', data: { personId: bo, recoveryHashes: ['hash-r3'] } };
export const codeUsed: AccessFact = { type: 'RecoveryCodeUsed', data: { personId: bo, recoveryHash: 'hash-r1' } };
export const boLinked: AccessFact = { type: 'OpenIdLinked', data: { personId: bo, subjectHash: 'hash-subject' } };
