import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { alertKey } from './routing/alert-key.js';
import { defaultRules } from './routing/items.js';

/** Before people had a time zone of their own. */
type PersonJoinedV1 = Omit<FactOf<'PersonJoined'>, 'timeZone'>;

/** What a signal belongs to was called its route, and an alert was named by its fingerprint however long that was. */
type Fingerprint = { readonly fingerprint: string };
const keyed = <One extends Fingerprint>(one: One): One => ({ ...one, fingerprint: alertKey(one) });

type Item = FactOf<'SignalsRouted'>['items'][number];
type ItemV1 = Omit<Item, 'thread' | 'by' | 'signal'> & { readonly route: string; readonly signal: Omit<Item['signal'], 'inbox'> };
type SignalsRoutedV1 = Omit<FactOf<'SignalsRouted'>, 'items'> & { readonly items: readonly ItemV1[] };

type Origin = FactOf<'AlertGroupOpened'>['origin'];
type OriginV1 = Exclude<Origin, { kind: 'signal' }> | (Omit<Extract<Origin, { kind: 'signal' }>, 'thread'> & { readonly route: string });
type AlertGroupOpenedV1 = Omit<FactOf<'AlertGroupOpened'>, 'origin'> & { readonly origin: OriginV1 };

type Routed<T extends 'AlertGroupResolved' | 'AlertGroupReopened'> = Omit<FactOf<T>, 'thread'> & { readonly route: string | null };

const originOf = (origin: OriginV1): Origin => {
  if (origin.kind !== 'signal') return origin;
  const { route: thread, ...rest } = origin;
  return { ...rest, thread };
};

/**
 * Facts of earlier versions to the next one, keyed `Type@v`: pure, one to one. A step is never changed once released, for the
 * lines in `golden/` are what it must read for ever.
 */
export const upcasters = {
  'PersonJoined@1': (data: PersonJoinedV1): FactOf<'PersonJoined'> => ({ ...data, timeZone: 'Etc/UTC' }),
  'SignalsRouted@1': ({ items, ...data }: SignalsRoutedV1): FactOf<'SignalsRouted'> => ({
    ...data,
    items: items.map(({ route: thread, signal, alerts, ...item }) => ({
      ...item,
      thread,
      by: defaultRules,
      signal: { ...signal, inbox: null },
      alerts: alerts.map(keyed),
    })),
  }),
  'AlertGroupOpened@1': ({ origin, alerts, ...data }: AlertGroupOpenedV1): FactOf<'AlertGroupOpened'> => ({
    ...data,
    origin: originOf(origin),
    alerts: alerts.map(keyed),
  }),
  'AlertsFired@1': (data: FactOf<'AlertsFired'>): FactOf<'AlertsFired'> => ({ ...data, alerts: data.alerts.map(keyed) }),
  'AlertsResolved@1': (data: FactOf<'AlertsResolved'>): FactOf<'AlertsResolved'> => ({
    ...data,
    fingerprints: data.fingerprints.map((fingerprint) => alertKey({ fingerprint })),
  }),
  'AlertGroupResolved@1': ({ route: thread, ...data }: Routed<'AlertGroupResolved'>): FactOf<'AlertGroupResolved'> => ({ ...data, thread }),
  'AlertGroupReopened@1': ({ route: thread, ...data }: Routed<'AlertGroupReopened'>): FactOf<'AlertGroupReopened'> => ({ ...data, thread }),
};
