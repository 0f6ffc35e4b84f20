import { passwordRefOf } from '@tocsin/domain/setup/access/views.js';
import type { CodeCheck } from '@tocsin/domain/rules/code-check.js';
import { signInOf } from '@tocsin/domain/setup/sign-in/views.js';
import type { Augment, AugmentInput, Augments } from '../command/augmentation.js';
import type { ServerParts } from '../core/server-parts.js';
import { HttpProblem } from '../problems/problem.js';
import { Attempts } from './attempts.js';
import { checkProvider } from './open-id.js';
import { createResetLink } from './reset-links.js';
import { TwoFactor } from './two-factor.js';

type Dependencies = Pick<ServerParts, 'config' | 'reads' | 'side' | 'vault'>;

/** Checks only the actor’s own code: an actor whom the decider refuses must not use up another person’s attempts. */
const codeCheckOf = ({ parts, actor }: AugmentInput, personId: string, check: () => boolean): CodeCheck => {
  if (actor.kind !== 'person' || actor.id !== personId) return 'none';
  const attempt = new Attempts(parts).begin({ what: 'code', account: personId, address: null });
  const right = check();
  if (right) attempt.succeed();
  return right ? 'right' : 'wrong';
};

const createRecoveryCodes = ({ parts, secrets, commandId }: AugmentInput, personId: string) => {
  const twoFactor = new TwoFactor(parts);
  const recoveryCodes = twoFactor.createRecoveryCodes(commandId, secrets);
  return { twoFactor, recoveryCodes, recoveryHashes: recoveryCodes.map((code) => twoFactor.hashRecoveryCode(personId, code)) };
};

const resetLink: Augment<'MakePasswordResetLink'> = (data, { parts, secrets, commandId, url }) => {
  const { token, made: linkMade } = createResetLink(parts, secrets, commandId);
  return { data: { ...data, ...linkMade }, says: { link: `${url}/reset/${token}`, mailed: linkMade.mailed } };
};

const augmentTurnOn: Augment<'TurnOnTwoFactor'> = ({ personId, code }, with_) => {
  const { twoFactor, recoveryCodes, recoveryHashes } = createRecoveryCodes(with_, personId);
  const secretRef = `two-factor:${with_.commandId}`;
  const codeCheck = codeCheckOf(with_, personId, () => twoFactor.confirmEnrolment(personId, code, secretRef, with_.secrets));
  return { data: { personId, secretRef, recoveryHashes, codeCheck }, says: { recoveryCodes } };
};

const augmentTurnOff: Augment<'TurnOffTwoFactor'> = ({ personId, code }, with_) => {
  const check = (): boolean => code !== undefined && new TwoFactor(with_.parts).check(personId, code) !== undefined;
  return { data: { personId, codeCheck: codeCheckOf(with_, personId, check) }, says: {} };
};

const augmentNewCodes: Augment<'MakeRecoveryCodes'> = ({ personId, code }, with_) => {
  const { twoFactor, recoveryCodes, recoveryHashes } = createRecoveryCodes(with_, personId);
  const codeCheck = codeCheckOf(with_, personId, () => twoFactor.check(personId, code) !== undefined);
  return { data: { personId, recoveryHashes, codeCheck }, says: { recoveryCodes } };
};

const hasOwnerWithPassword = (parts: Dependencies): boolean =>
  parts.reads.people.where('role', 'owner').some((person) => {
    const ref = person.state === 'active' ? passwordRefOf(parts.reads, person) : null;
    return ref !== null && parts.vault.secret(ref) !== null;
  });

/** Calls the provider before its settings are saved, so that a typo is reported now instead of to the next person who signs in. */
const configure: Augment<'ConfigureSignIn'> = async ({ openId, onlyOpenId }, { parts, outgoing, secrets, commandId }) => {
  const last = { onlyOpenId, ownerHasPassword: hasOwnerWithPassword(parts) };
  if (!openId) return { data: { openId, ...last }, says: {} };
  const { clientSecret, ...settings } = openId;
  const before = signInOf(parts.reads).openId;
  const clientSecretRef = clientSecret === undefined ? before?.clientSecretRef : `openid-secret:${commandId}`;
  if (clientSecretRef === undefined) throw new HttpProblem('sign_in.secret_missing', {}, [missingSecret]);
  await checkProvider(settings, outgoing);
  if (clientSecret !== undefined) secrets.put(clientSecretRef, clientSecret);
  return { data: { openId: { ...settings, clientSecretRef }, ...last }, says: {} };
};
const missingSecret = { path: 'openId.clientSecret', code: 'sign_in.secret_missing', message: 'Copy it from your identity provider.' };

export const signInAugments: Augments = {
  MakePasswordResetLink: resetLink,
  TurnOnTwoFactor: augmentTurnOn,
  TurnOffTwoFactor: augmentTurnOff,
  MakeRecoveryCodes: augmentNewCodes,
  ConfigureSignIn: configure,
};
