import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { withAlertKey } from '../rules/alert-key.js';
import { defaultRules } from './items.js';

/** In version 1 a thread was called a route, and an alert was named by its whole fingerprint. */
type Item = FactOf<'SignalsRouted'>['items'][number];
type ItemV1 = Omit<Item, 'thread' | 'by' | 'signal'> & { readonly route: string; readonly signal: Omit<Item['signal'], 'inbox'> };
type SignalsRoutedV1 = Omit<FactOf<'SignalsRouted'>, 'items'> & { readonly items: readonly ItemV1[] };

export const upcasters = {
  'SignalsRouted@1': ({ items, ...data }: SignalsRoutedV1): FactOf<'SignalsRouted'> => ({
    ...data,
    items: items.map(({ route: thread, signal, alerts, ...item }) => ({
      ...item,
      thread,
      by: defaultRules,
      signal: { ...signal, inbox: null },
      alerts: alerts.map(withAlertKey),
    })),
  }),
};
