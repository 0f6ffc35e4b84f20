import type { FactOf } from '@tocsin/contracts/catalogue.js';

/** From before people had a time zone of their own. */
type PersonJoinedV1 = Omit<FactOf<'PersonJoined'>, 'timeZone'>;

export const upcasters = {
  'PersonJoined@1': (data: PersonJoinedV1): FactOf<'PersonJoined'> => ({ ...data, timeZone: 'Etc/UTC' }),
};
