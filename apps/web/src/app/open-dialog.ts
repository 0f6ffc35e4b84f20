import { store } from '../data/store.js';

export type OpenDialog = { readonly what: 'palette' } | { readonly what: 'keys' } | { readonly what: 'page'; readonly whom?: string };

/** The dialog of every screen that is open. */
export const openDialog = store<OpenDialog | null>(null);
