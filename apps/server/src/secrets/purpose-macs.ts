import type { Macs } from './macs.js';

/** MACs that only this installation can compute, with a separate key for each purpose. They are not stored, except where noted. */

/** The stored hash of a body under an idempotency key: keyed, so that a code or secret in the body can’t be guessed from it. */
export const commandBodyHash = (macs: Macs, type: string, body: unknown): string =>
  macs.mac('command-body', `${type}\n${JSON.stringify(body ?? null)}`).toString('hex');

/** The name of an imported table within the call that sent it. */
export const importedTableName = (macs: Macs, call: string, rows: unknown): string =>
  macs.mac('imported-table', `${call}\n${JSON.stringify(rows)}`).toString('base64url');

/** The answer by which a server recognises itself when it calls its public address. */
export const publicAddressAnswer = (macs: Macs, challenge: string): string => macs.mac('public-address', challenge).toString('base64url');

/** Encrypts the cookie used during a sign-in at the identity provider. */
export const openIdRoundSeal = (macs: Macs, round: string): string => macs.mac('openid-round', round).toString('base64url');

/**
 * The hash of a person’s identity at the provider, as events contain it. Includes the issuer, because two providers may use the
 * same subject for different people.
 */
export const openIdSubjectHash = (macs: Macs, { issuer, subject }: { readonly issuer: string; readonly subject: string }): string =>
  macs.mac('openid-subject', `${issuer}\n${subject}`).toString('base64url');

/** The hash of a recovery code, as stored in events. The input has no spaces and dashes. */
export const recoveryCodeHash = (macs: Macs, personId: string, code: string): string =>
  macs.mac('recovery-code', `${personId}|${code}`).toString('base64url');

/** Bound to everything for which the second step of signing in was offered: a change of any of it invalidates the offer. */
export const secondStepSeal = (macs: Macs, bound: readonly (string | null | undefined)[]): string =>
  macs.mac('second-step', bound.join('|')).toString('base64url');

/** Marks a browser that has signed in to an account before, with the account’s current password. */
export const knownBrowserMark = (macs: Macs, personId: string, passwordRef: string | null): string =>
  macs.mac('known-browser', `${personId}|${passwordRef ?? ''}`).toString('base64url');

/** Tells an offered phone number from others of its person, without saying which it is. */
export const phoneOfferHash = (macs: Macs, parts: readonly string[]): string => macs.mac('phone-offer', parts.join('|')).toString('hex');

/** How the address of an incoming webhook is shown: its server, and a mark that tells it from others. */
export const hookAddress = (macs: Macs, hook: string): string =>
  `${new URL(hook).origin}/…${macs.mac('incoming-webhook', hook).toString('hex').slice(0, 6)}`;

interface Pressed {
  readonly connection: string;
  readonly group: string;
  readonly act: string;
}

/** Mattermost signs no presses: whoever sends this has seen what it hides from its users. */
export const pressMac = (macs: Macs, { connection, group, act }: Pressed): string =>
  macs.mac('mattermost-press', `${connection}\n${group}\n${act}`).toString('base64url');

/** In the path that a provider calls which signs nothing: `about` is the message, or nothing for replies. */
export const callbackMac = (macs: Macs, connectionId: string, about: string): string =>
  macs.mac('callback', `${connectionId}\n${about}`).subarray(0, 16).toString('base64url');

/** Proves that this installation made a Message-ID. */
export const mailIdProof = (
  macs: Macs,
  { groupId, pageId }: { readonly groupId: string; readonly pageId: string },
  digest: string,
): string => macs.mac('mail-id', `${groupId}|${pageId}|${digest}`).subarray(0, 16).toString('hex');

/** The key under which sign-in attempts are counted. */
export const attemptsKey = (macs: Macs, key: string): string => macs.mac('sign-in', key).toString('base64url');

/** The key that encrypts snapshots of memory. */
export const snapshotKey = (macs: Macs): Buffer => macs.mac('snapshot', 'memory');
