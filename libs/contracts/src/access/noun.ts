import { z } from 'zod';
import { toAsciiAddress } from '../email-address.js';
import { deliveryReasonCodes } from '../alert-groups/delivery-reasons.js';
import { command, event, type Messages } from '../message.js';
import { id, instant, password } from '../ids.js';
import { exampleIds as ids, type Examples } from '../examples.js';

export { refusals } from './refusals.js';

const hash = z.string();
/** Hash of the mailed link, and its person; neither the link nor the address. */
const linkMail = { personId: id, linkHash: hash };
const why = { reason: z.enum(deliveryReasonCodes), detail: z.string() };

/** Facts of the stream `access-<person>`: their sign-in methods and sessions. Secrets are in the vault; events contain references and keyed hashes. */
export const events = {
  PasswordResetLinkMade: event(
    1,
    ['access', 'Password reset requested'],
    'A password reset link was created, by an admin or on request at sign-in.',
    z.object({ personId: id, linkHash: hash, expiresAt: instant, /** It goes out by mail. */ mailed: z.boolean() }),
  ),
  InvitationMailSent: event(1, ['people', 'Invitation sent'], 'The mail server accepted an invitation.', z.object(linkMail)),
  InvitationMailFailed: event(
    1,
    ['people', 'Invitation failed'],
    'An invitation could not be mailed: its link can be shared manually.',
    z.object({ ...linkMail, ...why }),
  ),
  PasswordResetMailSent: event(1, ['access', 'Password reset sent'], 'The mail server accepted a password reset link.', z.object(linkMail)),
  PasswordResetMailFailed: event(
    1,
    ['access', 'Password reset failed'],
    'A password reset link could not be mailed.',
    z.object({ ...linkMail, ...why }),
  ),
  PasswordChanged: event(
    1,
    ['access', 'Password changed'],
    'A person chose a new password, and their other sessions ended.',
    z.object({
      personId: id,
      passwordRef: z.string(),
      /** The reset link that it was chosen by; null: by the old password. */ linkHash: hash.nullable(),
    }),
  ),
  TwoFactorTurnedOn: event(
    1,
    ['access', 'Two-factor sign-in turned on'],
    'A person turned on two-factor sign-in: besides the password, a code from their authenticator app or a recovery code is required.',
    z.object({ personId: id, secretRef: z.string(), recoveryHashes: z.array(hash) }),
  ),
  TwoFactorTurnedOff: event(
    1,
    ['access', 'Two-factor sign-in turned off'],
    'Two-factor sign-in was turned off.',
    z.object({ personId: id }),
  ),
  RecoveryCodesMade: event(
    1,
    ['access', 'Recovery codes created'],
    'New recovery codes were created; the older ones no longer work.',
    z.object({ personId: id, recoveryHashes: z.array(hash) }),
  ),
  RecoveryCodeUsed: event(
    1,
    ['access', 'Recovery code used'],
    'A recovery code was used in place of the app’s code. Each works once.',
    z.object({ personId: id, recoveryHash: hash }),
  ),
  OpenIdLinked: event(
    1,
    ['access', 'OpenID account linked'],
    'A person signed in with the identity provider for the first time: this subject of the provider is linked to them.',
    z.object({ personId: id, subjectHash: hash }),
  ),
  OpenIdUnlinked: event(
    1,
    ['access', 'OpenID account unlinked'],
    'The person’s account at the identity provider was unlinked.',
    z.object({ personId: id }),
  ),
};
export type AccessFact = Messages<typeof events>;

const code = z.string().trim().min(6).max(20);

export const commands = {
  MakePasswordResetLink: command('Create a password reset link', 'people.configure', z.strictObject({ personId: id })),
  TurnOnTwoFactor: command('Turn two-factor sign-in on', 'self.secure', z.strictObject({ personId: id, code })),
  TurnOffTwoFactor: command(
    'Turn two-factor sign-in off',
    'self.configure',
    z.strictObject({
      personId: id,
      /** Turning off one’s own needs a code; admins do it for people who are locked out. */ code: code.optional(),
    }),
  ),
  MakeRecoveryCodes: command('Create new recovery codes', 'self.secure', z.strictObject({ personId: id, code })),
  UnlinkOpenId: command('Unlink the account at the identity provider', 'self.configure', z.strictObject({ personId: id })),
};

export const examples: Examples<typeof commands> = {
  MakePasswordResetLink: { about: 'account of another', body: { personId: ids.person } },
  TurnOnTwoFactor: { about: 'oneself', body: { personId: ids.person, code: '000000' }, refusedAs: 'two_factor.wrong_code' },
  TurnOffTwoFactor: { about: 'account', body: { personId: ids.person } },
  MakeRecoveryCodes: { about: 'oneself', body: { personId: ids.person, code: '000000' }, refusedAs: 'two_factor.off' },
  UnlinkOpenId: { about: 'account', body: { personId: ids.person } },
};

/** Result of mailing a link; `reason`: why it could not be sent. */
export const linkMailStatus = z.object({ at: instant, reason: z.enum(deliveryReasonCodes).nullable() });
export type LinkMailStatus = z.infer<typeof linkMailStatus>;

/** A person’s sign-in methods and sessions. In memory only; the API shows `accessShown`. Id: the person’s. */
export const accessRow = z.object({
  id,
  /** Null until they change the one that they joined with. */
  passwordRef: z.string().nullable(),
  passwordSince: instant.nullable(),
  /** The password was invalidated when they became an owner; they have none until they choose another. */
  passwordEnded: z.boolean(),
  /** A person who is not an owner saw the link with which it was chosen, and may have used it. */
  passwordSeenBelow: z.boolean(),
  /** The same of the newest invitation, of which the first password comes. */
  invitationSeenBelow: z.boolean(),
  resetLink: z.object({ linkHash: hash, expiresAt: instant, seenBelow: z.boolean(), mail: linkMailStatus.optional() }).nullable(),
  twoFactor: z.object({ secretRef: z.string(), since: instant, recoveryHashes: z.array(hash) }).nullable(),
  subjectHash: hash.nullable(),
  /** Incremented when all access is revoked: earlier sessions are invalid. */
  generation: z.number().int(),
  /** When they were disabled last: page links created before it are no longer valid, even after they were enabled again. */
  disabledAt: instant.nullable().optional(),
});
export type AccessRow = z.infer<typeof accessRow>;

export const sessionShown = z.object({
  /** Key by which the session can be ended. */
  key: z.string(),
  isThis: z.boolean(),
  createdAt: instant,
  lastSeenAt: instant,
  userAgent: z.string(),
  /** The network it was started from, without its last part. */
  address: z.string(),
});
export type SessionShown = z.infer<typeof sessionShown>;

/** `GET /api/people/:id/access`, to the person and to admins. */
export const accessShown = z.object({
  password: z.boolean(),
  passwordSince: instant.nullable(),
  twoFactor: z.object({ since: instant, recoveryCodesLeft: z.number().int() }).nullable(),
  openId: z.boolean(),
  /** Mailing of the newest valid password link; null: none was mailed. */
  resetMail: linkMailStatus.nullable(),
  sessions: z.array(sessionShown),
});
export type AccessShown = z.infer<typeof accessShown>;

/** `POST /api/password` */
export const changePasswordRequest = z.strictObject({ oldPassword: z.string().max(200), newPassword: password });
/** `POST /api/password-resets` */
export const resetLinkRequest = z.strictObject({ email: z.string().trim().min(3).max(200).overwrite(toAsciiAddress) });
/** The answer to a request for a reset link: the same for every address. `mailed`: whether this server can send mail. */
export const resetAnswer = z.object({ mailed: z.boolean() });
/** `GET /api/password-resets/:token` */
export const resetShown = z.object({ name: z.string(), email: z.string() });
/** `POST /api/password-resets/:token` */
export const resetRequest = z.strictObject({ password });
/** `POST /api/session/second-step` */
export const secondStepRequest = z.strictObject({ challenge: z.string().max(500), code });
/** `202` of `POST /api/session`: the password is right, a code is missing. */
export const secondStepAnswer = z.object({ challenge: z.string(), expiresAt: instant });
export type SecondStepAnswer = z.infer<typeof secondStepAnswer>;
/** `POST /api/two-factor`: shown until it is confirmed by a code of the app. */
export const twoFactorOffer = z.object({ secret: z.string(), uri: z.string() });
export type TwoFactorOffer = z.infer<typeof twoFactorOffer>;
