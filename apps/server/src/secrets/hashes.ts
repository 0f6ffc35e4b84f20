import { timingSafeEqual } from 'node:crypto';
import type { Macs } from './macs.js';

interface Holder {
  readonly vault: Macs;
}

/** What an event holds of an integration key. */
export const keyHashOf = ({ vault }: Holder, key: string): string => vault.mac('integration-key', key).toString('hex');

/** What the API calls a key by, so that nobody is shown what the log holds of it. */
export const keyIdOf = ({ vault }: Holder, keyHash: string): string =>
  vault.mac('integration-key-id', keyHash).toString('base64url').slice(0, 22);

/** What an event holds of an invitation’s secret. */
export const invitationHashOf = ({ vault }: Holder, token: string): string => vault.mac('invitation', token).toString('hex');

/** What stands in an invitation’s link in a mail, and in no other: who opens it reads what is sent to the address. */
export const mailedInvitation = ({ vault }: Holder, token: string): string =>
  `${token}.${vault.mac('mailed-invitation', token).toString('base64url').slice(0, 22)}`;

/** The invitation’s secret, and whether the link came by mail; undefined where what says so is none of ours. */
export const openedInvitation = (holder: Holder, opened: string): { readonly token: string; readonly isMailed: boolean } | undefined => {
  const [token = '', proof] = opened.split('.', 2);
  if (proof === undefined) return { token, isMailed: false };
  const [given, expected] = [Buffer.from(opened), Buffer.from(mailedInvitation(holder, token))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? { token, isMailed: true } : undefined;
};

/** What an event holds of a token. */
export const tokenHashOf = ({ vault }: Holder, token: string): string => vault.mac('api-token', token).toString('hex');

/** What an event holds of a link by which somebody chooses a password. */
export const resetHashOf = ({ vault }: Holder, token: string): string => vault.mac('reset', token).toString('hex');
