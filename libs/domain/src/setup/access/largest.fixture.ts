import type { Fact } from '@tocsin/contracts/catalogue.js';
import { laterInstant, hash, reference, peopleWorld, self } from '@tocsin/testing/largest/small-world.js';
import type { LargestCases } from '@tocsin/testing/largest/case.js';
import { bySystem, LargeWorld, longest, many, person } from '@tocsin/testing/largest/large-world.js';

const link = { personId: person(1), linkHash: hash() };
const turnedOn = { personId: person(1), secretRef: reference(), recoveryHashes: many(10, hash) };
const twoFactorWorld = (): LargeWorld => peopleWorld().has(`access-${person(1)}`, { type: 'TwoFactorTurnedOn', data: turnedOn });

export const largest: LargestCases = {
  MakePasswordResetLink: () => ({ large: peopleWorld(), data: { ...link, expiresAt: laterInstant, mailed: true } }),
  RecordLinkMail: () => {
    const failedMail = { outcome: 'failed', reason: 'delivery.provider_rejected', detail: longest(500) };
    return { large: peopleWorld(), data: { ...link, of: 'invitation', ...failedMail }, actor: bySystem };
  },
  ChangePassword: () => ({ large: peopleWorld(), data: { personId: person(1), passwordRef: reference(), linkHash: null }, actor: self }),
  TurnOnTwoFactor: () => ({ large: peopleWorld(), data: { ...turnedOn, codeCheck: 'right' }, actor: self }),
  TurnOffTwoFactor: () => ({ large: twoFactorWorld(), data: { personId: person(1), codeCheck: 'right' }, actor: self }),
  MakeRecoveryCodes: () => {
    const data = { personId: person(1), recoveryHashes: many(10, (n) => hash(n + 20)), codeCheck: 'right' };
    return { large: twoFactorWorld(), data, actor: self };
  },
  UseRecoveryCode: () => ({ large: twoFactorWorld(), data: { personId: person(1), recoveryHash: hash(3) }, actor: self }),
  LinkOpenId: () => ({ large: peopleWorld(), data: { personId: person(1), subjectHash: hash() }, actor: self }),
  UnlinkOpenId: () => {
    const openIdLinked: Fact = { type: 'OpenIdLinked', data: { personId: person(1), subjectHash: hash() } };
    return { large: peopleWorld().has(`access-${person(1)}`, openIdLinked), data: { personId: person(1) }, actor: self };
  },
};
