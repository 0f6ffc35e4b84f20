import { timingSafeEqual } from 'node:crypto';
import type { Macs } from './macs.js';

interface HasVault {
  readonly vault: Macs;
}

export const keyHashOf = ({ vault }: HasVault, key: string): string => vault.mac('integration-key', key).toString('hex');

/** The API’s id of a key, so that the hash on the log is never shown. */
export const keyIdOf = ({ vault }: HasVault, keyHash: string): string =>
  vault.mac('integration-key-id', keyHash).toString('base64url').slice(0, 22);

/** The hash of an invitation’s secret, as events contain it. */
export const invitationHashOf = ({ vault }: HasVault, token: string): string => vault.mac('invitation', token).toString('hex');

/** The secret in the mailed link of an invitation, and in no other link: opening it proves that the person reads mail to that address. */
export const mailedInvitationToken = ({ vault }: HasVault, token: string): string =>
  `${token}.${vault.mac('mailed-invitation', token).toString('base64url').slice(0, 22)}`;

/** The invitation’s secret, and whether the link came by mail; undefined when the proof of that is not valid. */
export const openInvitation = (holder: HasVault, linkText: string): { readonly token: string; readonly isMailed: boolean } | undefined => {
  const [token = '', proof] = linkText.split('.', 2);
  if (proof === undefined) return { token, isMailed: false };
  const [givenToken, expectedToken] = [Buffer.from(linkText), Buffer.from(mailedInvitationToken(holder, token))];
  return givenToken.length === expectedToken.length && timingSafeEqual(givenToken, expectedToken) ? { token, isMailed: true } : undefined;
};

/** The hash of a token, as events contain it. */
export const tokenHashOf = ({ vault }: HasVault, token: string): string => vault.mac('api-token', token).toString('hex');

/** The hash of a password link’s secret, as events contain it. */
export const resetHashOf = ({ vault }: HasVault, token: string): string => vault.mac('reset', token).toString('hex');
