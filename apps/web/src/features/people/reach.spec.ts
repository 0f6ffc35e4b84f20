import type { ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import type { ContactMethod, ContactRow } from '@tocsin/contracts/contacts/rows.js';
import { reachOf } from './reach.js';

const bo = { id: 'bo', state: 'active', role: 'member' } as const;
const method = (kind: ContactKind, more: Partial<ContactMethod> = {}): ContactMethod => ({
  contactMethodId: kind,
  kind,
  address: 'x',
  verified: true,
  verification: null,
  secretRef: null,
  ...more,
});
const words = (methods: readonly ContactMethod[], person: Parameters<typeof reachOf>[0] = bo) => {
  const contacts = new Map<string, ContactRow>([['bo', { id: 'bo', methods: [...methods], rules: [] }]]);
  return reachOf(person, { contacts, receipts: new Map(), now: 0, standing: { onCall: new Map(), teams: new Map() } })?.says;
};

describe('a row of people says whether a page reaches them', () => {
  it('by what rings, the phone before a webhook', () => {
    expect(words([method('email'), method('webhook')])).toBe('webhook');
    expect(words([method('webhook'), method('push')])).toBe('phone');
  });

  it('by mail only, by an open tab only, or not at all', () => {
    expect(words([method('email')])).toBe('mail only');
    expect(words([method('browser')])).toBe('open tab only');
    expect(words([method('push', { verified: false })])).toBe('unreachable');
    expect(words([])).toBe('unreachable');
  });

  it('and nothing of whoever is never paged', () => {
    expect(words([], { ...bo, role: 'observer' })).toBeUndefined();
    expect(words([], { ...bo, state: 'invited' })).toBeUndefined();
  });
});
