import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { alertKeyOf, withAlertKey } from '../rules/alert-key.js';

/** In version 1 a signal’s thread was called its route. */
type Origin = FactOf<'AlertGroupOpened'>['origin'];
type OriginV1 = Exclude<Origin, { kind: 'signal' }> | (Omit<Extract<Origin, { kind: 'signal' }>, 'thread'> & { readonly route: string });
type AlertGroupOpenedV1 = Omit<FactOf<'AlertGroupOpened'>, 'origin'> & { readonly origin: OriginV1 };

type WithRoute<T extends 'AlertGroupResolved' | 'AlertGroupReopened'> = Omit<FactOf<T>, 'thread'> & { readonly route: string | null };

/** Before, each thread of a storm had a fact of its own. */
type AlertsResolvedV2 = Omit<FactOf<'AlertsResolved'>, 'under'> & { readonly under?: string };
type AlertsTakenInHandV1 = Omit<FactOf<'AlertsTakenInHand'>, 'under'> & { readonly under: string };

const originOf = (origin: OriginV1): Origin => {
  if (origin.kind !== 'signal') return origin;
  const { route: thread, ...rest } = origin;
  return { ...rest, thread };
};

export const upcasters = {
  'AlertGroupOpened@1': ({ origin, alerts, ...data }: AlertGroupOpenedV1): FactOf<'AlertGroupOpened'> => ({
    ...data,
    origin: originOf(origin),
    alerts: alerts.map(withAlertKey),
  }),
  'AlertsFired@1': (data: FactOf<'AlertsFired'>): FactOf<'AlertsFired'> => ({ ...data, alerts: data.alerts.map(withAlertKey) }),
  'AlertsResolved@1': (data: AlertsResolvedV2): AlertsResolvedV2 => ({
    ...data,
    fingerprints: data.fingerprints.map((fingerprint) => alertKeyOf({ fingerprint })),
  }),
  'AlertsResolved@2': ({ under, ...data }: AlertsResolvedV2): FactOf<'AlertsResolved'> =>
    under === undefined ? data : { ...data, under: [under] },
  'AlertsTakenInHand@1': ({ under, ...data }: AlertsTakenInHandV1): FactOf<'AlertsTakenInHand'> => ({ ...data, under: [under] }),
  'AlertGroupResolved@1': ({ route: thread, ...data }: WithRoute<'AlertGroupResolved'>): FactOf<'AlertGroupResolved'> => ({
    ...data,
    thread,
  }),
  'AlertGroupReopened@1': ({ route: thread, ...data }: WithRoute<'AlertGroupReopened'>): FactOf<'AlertGroupReopened'> => ({
    ...data,
    thread,
  }),
};
