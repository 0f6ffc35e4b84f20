import type { ViewName, ViewRow } from '@tocsin/contracts/catalogue.js';
import type { TokenRow } from '@tocsin/contracts/tokens/noun.js';
import { keyIdOf } from '../secrets/hashes.js';
import type { ServerParts } from '../core/server-parts.js';
import { hasOrganisationPermission, canReadInClear, type PermissionInput } from '@tocsin/domain/rules/permissions.js';
import type { GuardedRows, StoredRow } from './stored-rows.js';

type ShowRow<V extends ViewName> = (row: StoredRow<V>, viewer: PermissionInput, parts: Pick<ServerParts, 'vault'>) => ViewRow<V>;

const isOneself = ({ actor }: PermissionInput, personId: string): boolean => actor.kind === 'person' && actor.id === personId;

/** Rows as the reader may see them: secrets never, addresses only with permission. */
const guarded: { readonly [V in keyof GuardedRows]: ShowRow<V> } = {
  people: ({ passwordRef: _password, invitationHash: _hash, emailChange, ...row }, viewer) => {
    // an unconfirmed address is visible only to the person themselves
    if (isOneself(viewer, row.id)) return emailChange ? { ...row, emailChange } : row;
    return canReadInClear(viewer, row.id) ? row : { ...row, email: '' };
  },
  contacts: ({ searches, follows, notices, morning, phoneOffers, endedOffers: _ended, ...row }, viewer) => {
    const methods = row.methods.map(({ secretRef: _secret, ...method }) => ({ ...method, secretRef: null }));
    // visible only to the person themselves
    const own = isOneself(viewer, row.id)
      ? { searches, follows, notices, morning, phoneOffers: phoneOffers?.map((offer) => ({ ...offer, secretRef: null })) }
      : {};
    return {
      ...row,
      ...own,
      methods: canReadInClear(viewer, row.id) ? methods : methods.map(({ label: _label, ...method }) => ({ ...method, address: '' })),
    };
  },
  integrations: ({ relay, ...row }, _who, parts) => ({
    ...row,
    ...(relay ? { relay: { host: relay.host, header: relay.header, field: relay.field, since: relay.since } } : {}),
    keys: row.keys.map(({ keyHash, keyRef: _ref, ...key }) => ({ keyId: keyIdOf(parts, keyHash), ...key })),
    endedKeys: row.endedKeys.map(({ keyHash, ...key }) => ({ keyId: keyIdOf(parts, keyHash), ...key })),
  }),
  heartbeats: ({ endedKeys: _ended, ...row }, _who, parts) => ({
    ...row,
    keys: row.keys.map(({ keyHash, since }) => ({ keyId: keyIdOf(parts, keyHash), since })),
  }),
  // a provider’s text may quote the address
  messages: (row, viewer) =>
    canReadInClear(viewer, row.personId) ? row : { ...row, attempts: row.attempts.map((attempt) => ({ ...attempt, detail: null })) },
  oldSystems: ({ tokenRef: _ref, revision: _revision, ...row }) => row,
  calendarFeeds: ({ keyHash: _hash, ...row }) => row,
  tokens: ({ tokenHash: _hash, ...row }, viewer) => (canReadToken(row, viewer) ? row : { ...row, name: '', scopes: [] }),
};

/** A service token’s name is in the history for all; the name and permissions of a personal token are visible only to its person. */
export const canReadToken = ({ personId }: Pick<TokenRow, 'personId'>, viewer: PermissionInput): boolean =>
  personId === null ||
  (viewer.actor.kind === 'person' && viewer.actor.id === personId) ||
  hasOrganisationPermission(viewer, 'tokens.configure');

const shows: { readonly [V in ViewName]?: ShowRow<V> } = guarded;

/** The row as this reader may see it. */
export const showRowTo = <V extends ViewName>(
  parts: Pick<ServerParts, 'vault'>,
  view: V,
  row: StoredRow<V>,
  who: PermissionInput,
): ViewRow<V> => {
  const show = shows[view];
  // everyone may see the whole row of a view that is not guarded
  return show ? show(row, who, parts) : (row as ViewRow<V>);
};

/** Views whose rows depend on the reader: each socket gets its own version. */
export const personalViews: ReadonlySet<string> = new Set(['people', 'contacts', 'messages', 'tokens']);
