import type { PersonRow, ContactRow } from '@tocsin/contracts/people.js';
import type { IntegrationRow } from '@tocsin/contracts/services.js';
import type { Who } from '../http/who.js';

type Show = (row: never, who: Pick<Who, 'person'>) => unknown;

const isAdmin = ({ person }: Pick<Who, 'person'>): boolean => person.role === 'owner' || person.role === 'admin';

/** Rows as a person may see them: what opens a door is never shown, addresses only to oneself and to admins. */
const table: Readonly<Record<string, Show>> = {
  people: ({ passwordRef: _password, invitationHash: _hash, ...row }: PersonRow, who) =>
    isAdmin(who) || who.person.id === row.id ? row : { ...row, email: '' },
  contacts: (row: ContactRow, who) => {
    const methods = row.methods.map(({ secretRef: _secret, ...method }) => ({ ...method, secretRef: null }));
    if (isAdmin(who) || who.person.id === row.id) return { ...row, methods };
    return { ...row, methods: methods.map((method) => ({ ...method, address: '' })) };
  },
  integrations: (row: IntegrationRow) => ({ ...row, keys: row.keys.map(({ keyHash, since }) => ({ keyHash, since, keyRef: '' })) }),
};

export const shownTo = (view: string, row: unknown, who: Pick<Who, 'person'>): unknown => {
  const show = table[view];
  return show && row !== null ? show(row as never, who) : row;
};

/** Views whose rows differ by who looks: each socket gets its own. */
export const personalViews: ReadonlySet<string> = new Set(['people', 'contacts']);
