import type { FactOf } from '@tocsin/contracts/catalogue.js';

/** Before people had a time zone of their own. */
type PersonJoinedV1 = Omit<FactOf<'PersonJoined'>, 'timeZone'>;

/**
 * Facts of earlier versions to the next one, keyed `Type@v`: pure, one to one. A step is never changed once released, for the
 * lines in `golden/` are what it must read for ever.
 */
export const upcasters = {
  'PersonJoined@1': (data: PersonJoinedV1): FactOf<'PersonJoined'> => ({ ...data, timeZone: 'Etc/UTC' }),
};
