import type { ContactKind } from '@tocsin/contracts/contacts.js';

/** What a page is sent by. Apart from the other words, since every screen shows one of these. */
export const contactWords: Record<ContactKind, string> = { browser: 'browser', email: 'e-mail', webhook: 'webhook', push: 'push' };
