import type { Core } from '../core/core.js';

type Holder = Pick<Core, 'vault'>;

/** What an event holds of an integration key. */
export const keyHashOf = ({ vault }: Holder, key: string): string => vault.mac('integration-key', key).toString('hex');

/** What the API calls a key by, so that nobody is shown what the log holds of it. */
export const keyIdOf = ({ vault }: Holder, keyHash: string): string =>
  vault.mac('integration-key-id', keyHash).toString('base64url').slice(0, 22);

/** What an event holds of an invitation’s secret. */
export const invitationHashOf = ({ vault }: Holder, token: string): string => vault.mac('invitation', token).toString('hex');

/** What an event holds of a token. */
export const tokenHashOf = ({ vault }: Holder, token: string): string => vault.mac('api-token', token).toString('hex');
