import type { Macs } from './macs.js';

/** Words that only this installation can make, each purpose by a key of its own. Nothing of them is stored but where it says so. */

/** What is kept of a body under a key of idempotency: a code or a secret in it can’t be guessed from that. */
export const commandBodyHash = (macs: Macs, type: string, body: unknown): string =>
  macs.mac('command-body', `${type}\n${JSON.stringify(body ?? null)}`).toString('hex');

/** The name of a table that somebody imports, by the call that it came with. */
export const importedTableName = (macs: Macs, call: string, rows: unknown): string =>
  macs.mac('imported-table', `${call}\n${JSON.stringify(rows)}`).toString('base64url');

/** By which a server knows itself when it calls its public address. */
export const publicAddressAnswer = (macs: Macs, challenge: string): string => macs.mac('public-address', challenge).toString('base64url');

/** On what a browser keeps while somebody is at the identity provider. */
export const openIdRoundSeal = (macs: Macs, round: string): string => macs.mac('openid-round', round).toString('base64url');

/** What an event holds of who somebody is at the provider: two providers may know different people by one subject. */
export const openIdSubjectHash = (macs: Macs, { issuer, subject }: { readonly issuer: string; readonly subject: string }): string =>
  macs.mac('openid-subject', `${issuer}\n${subject}`).toString('base64url');

/** What an event holds of a recovery code, as it is written without spaces and dashes. */
export const recoveryCodeHash = (macs: Macs, personId: string, code: string): string =>
  macs.mac('recovery-code', `${personId}|${code}`).toString('base64url');

/** Bound to all that the second step of signing in was offered for: a change of any of it ends it. */
export const secondStepSeal = (macs: Macs, bound: readonly (string | null | undefined)[]): string =>
  macs.mac('second-step', bound.join('|')).toString('base64url');

/** In a browser that has signed in to an account before, with the password that it has now. */
export const knownBrowserMark = (macs: Macs, personId: string, passwordRef: string | null): string =>
  macs.mac('known-browser', `${personId}|${passwordRef ?? ''}`).toString('base64url');

/** What attempts at signing in are counted by. */
export const attemptsKey = (macs: Macs, who: string): string => macs.mac('sign-in', who).toString('base64url');

/** Links of releases before 0.2 were made of the command id. */
export const olderLinkToken = (macs: Macs, purpose: 'new-invitation' | 'new-reset', commandId: string): string =>
  macs.mac(purpose, commandId).toString('base64url');

/** By which what stands in a snapshot of memory is sealed. */
export const snapshotKey = (macs: Macs): Buffer => macs.mac('snapshot', 'memory');
