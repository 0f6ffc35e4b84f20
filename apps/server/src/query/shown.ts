import type { ViewName, ViewRow } from '@tocsin/contracts/catalogue.js';
import type { TokenRow } from '@tocsin/contracts/tokens.js';
import { keyIdOf } from '../secrets/hashes.js';
import type { ServerParts } from '../core/server-parts.js';
import { hasOrganisationPermission, canReadInClear, type PermissionInput } from '@tocsin/domain/rules/permissions.js';
import type { GuardedRows, StoredRow } from './stored-rows.js';

type Show<V extends ViewName> = (row: StoredRow<V>, who: PermissionInput, parts: Pick<ServerParts, 'vault'>) => ViewRow<V>;

const isOneself = ({ actor }: PermissionInput, personId: string): boolean => actor.kind === 'person' && actor.id === personId;

/** Rows as the reader may see them: secrets never, addresses only with permission. */
const guarded: { readonly [V in keyof GuardedRows]: Show<V> } = {
  people: ({ passwordRef: _password, invitationHash: _hash, emailChange, ...row }, who) => {
    // an unconfirmed address is visible only to the person themselves
    if (isOneself(who, row.id)) return emailChange ? { ...row, emailChange } : row;
    return canReadInClear(who, row.id) ? row : { ...row, email: '' };
  },
  contacts: ({ searches, ...row }, who) => {
    const methods = row.methods.map(({ secretRef: _secret, ...method }) => ({ ...method, secretRef: null }));
    // saved searches are visible only to the person themselves
    const own = isOneself(who, row.id) && searches ? { searches } : {};
    return {
      ...row,
      ...own,
      methods: canReadInClear(who, row.id) ? methods : methods.map(({ label: _label, ...method }) => ({ ...method, address: '' })),
    };
  },
  integrations: (row, _who, parts) => ({
    ...row,
    keys: row.keys.map(({ keyHash, since }) => ({ keyId: keyIdOf(parts, keyHash), since })),
    endedKeys: row.endedKeys.map(({ keyHash, ...key }) => ({ keyId: keyIdOf(parts, keyHash), ...key })),
  }),
  // a provider’s text may quote the address
  messages: (row, who) =>
    canReadInClear(who, row.personId) ? row : { ...row, attempts: row.attempts.map((attempt) => ({ ...attempt, detail: null })) },
  calendarFeeds: ({ keyHash: _hash, ...row }) => row,
  tokens: ({ tokenHash: _hash, ...row }, who) => (mayReadToken(row, who) ? row : { ...row, name: '', scopes: [] }),
};

/** A service token’s name is in the history for all; the name and permissions of a personal token are visible only to its person. */
export const mayReadToken = ({ personId }: Pick<TokenRow, 'personId'>, who: PermissionInput): boolean =>
  personId === null || (who.actor.kind === 'person' && who.actor.id === personId) || hasOrganisationPermission(who, 'tokens.configure');

const shows: { readonly [V in ViewName]?: Show<V> } = guarded;

/** The row as this reader may see it. */
export const shownTo = <V extends ViewName>(parts: Pick<ServerParts, 'vault'>, view: V, row: StoredRow<V>, who: PermissionInput): ViewRow<V> => {
  const show = shows[view];
  // everyone may see the whole row of a view that is not guarded
  return show ? show(row, who, parts) : (row as ViewRow<V>);
};

/** Views whose rows depend on the reader: each socket gets its own version. */
export const personalViews: ReadonlySet<string> = new Set(['people', 'contacts', 'messages', 'tokens']);
