import type { PersonRow } from '@tocsin/contracts/people.js';
import type { ContactRow } from '@tocsin/contracts/contact-rows.js';
import type { IntegrationRow, IntegrationShown } from '@tocsin/contracts/services.js';
import type { CalendarFeedRow } from '@tocsin/contracts/calendar-feeds.js';
import type { MessageRow } from '@tocsin/contracts/messages.js';
import type { TokenRow } from '@tocsin/contracts/tokens.js';
import { keyIdOf } from '../secrets/hashes.js';
import type { ServerParts } from '../core/server-parts.js';
import { mayEverywhere, mayReadInClear, type Acting } from '@tocsin/domain/rules/permissions.js';

type Show = (row: never, who: Acting, parts: Pick<ServerParts, 'vault'>) => unknown;

const isOneself = ({ actor }: Acting, personId: string): boolean => actor.kind === 'person' && actor.id === personId;

/** Rows as the reader may see them: secrets never, addresses only with permission. */
const table: Readonly<Record<string, Show>> = {
  people: ({ passwordRef: _password, invitationHash: _hash, emailChange, ...row }: PersonRow, who) => {
    // an unconfirmed address is visible only to the person themselves
    if (isOneself(who, row.id)) return emailChange ? { ...row, emailChange } : row;
    return mayReadInClear(who, row.id) ? row : { ...row, email: '' };
  },
  contacts: ({ searches, ...row }: ContactRow, who) => {
    const methods = row.methods.map(({ secretRef: _secret, ...method }) => ({ ...method, secretRef: null }));
    // saved searches are visible only to the person themselves
    const own = isOneself(who, row.id) && searches ? { searches } : {};
    return {
      ...row,
      ...own,
      methods: mayReadInClear(who, row.id) ? methods : methods.map(({ label: _label, ...method }) => ({ ...method, address: '' })),
    };
  },
  integrations: (row: IntegrationRow, _who, parts): IntegrationShown => ({
    ...row,
    keys: row.keys.map(({ keyHash, since }) => ({ keyId: keyIdOf(parts, keyHash), since })),
    endedKeys: row.endedKeys.map(({ keyHash, ...key }) => ({ keyId: keyIdOf(parts, keyHash), ...key })),
  }),
  // a provider’s text may quote the address
  messages: (row: MessageRow, who) =>
    mayReadInClear(who, row.personId) ? row : { ...row, attempts: row.attempts.map((attempt) => ({ ...attempt, detail: null })) },
  calendarFeeds: ({ keyHash: _hash, ...row }: CalendarFeedRow) => row,
  tokens: ({ tokenHash: _hash, ...row }: TokenRow, who) => (mayReadToken(row, who) ? row : { ...row, name: '', scopes: [] }),
};

/** A service token’s name is in the history for all; the name and permissions of a personal token are visible only to its person. */
export const mayReadToken = ({ personId }: Pick<TokenRow, 'personId'>, who: Acting): boolean =>
  personId === null || (who.actor.kind === 'person' && who.actor.id === personId) || mayEverywhere(who, 'tokens.configure');

export const shownTo = (parts: Pick<ServerParts, 'vault'>, view: string, row: unknown, who: Acting): unknown => {
  const show = table[view];
  return show && row !== null ? show(row as never, who, parts) : row;
};

/** Views whose rows depend on the reader: each socket gets its own version. */
export const personalViews: ReadonlySet<string> = new Set(['people', 'contacts', 'messages', 'tokens']);
