import type { ContactFact, Favourite } from '@tocsin/contracts/contacts/events.js';
import type { ContactRow } from '@tocsin/contracts/contacts/rows.js';
import * as peopleLimits from '@tocsin/contracts/people/limits.js';
import type { DataOf, Decision } from '@tocsin/kernel/decide/decider.js';
import { Nothing, type Refusal } from '@tocsin/kernel/decide/refusal.js';
import type { ConfigurationContext, ConfigurationReads } from '../../reads.js';
import { refuse } from '../../rules/refuse.js';
import type { ContactCommand } from './commands.js';
import { favouritesOf, isSameFavourite } from './views.js';

type Data = DataOf<ContactCommand, 'AddFavourite'>;

type Look = (id: string, reads: ConfigurationReads) => boolean;
const exists: Readonly<Record<Favourite['kind'], readonly [look: Look, missing: () => Refusal]>> = {
  service: [(id, { services }) => services.get(id) !== undefined, () => refuse('service.not_found', {}, 'subjectId')],
  policy: [(id, { policies }) => policies.get(id)?.removed === false, () => refuse('policy.not_found', {}, 'subjectId')],
  schedule: [(id, { schedules }) => schedules.get(id)?.removed === false, () => refuse('schedule.not_found', {}, 'subjectId')],
};

export const addFavourite = (data: Data, row: ContactRow, { reads }: ConfigurationContext): Decision<ContactFact> => {
  const favourites = favouritesOf(row);
  if (favourites.some((one) => isSameFavourite(one, data))) return new Nothing();
  const [isThere, missing] = exists[data.kind];
  if (!isThere(data.subjectId, reads)) return missing();
  const limit = peopleLimits.favouritesPerPerson;
  if (favourites.length >= limit) return refuse('limit.favourites', { limit });
  return [{ type: 'FavouriteAdded', data }];
};

export const removeFavourite = (data: Data, row: ContactRow): Decision<ContactFact> =>
  favouritesOf(row).some((one) => isSameFavourite(one, data)) ? [{ type: 'FavouriteRemoved', data }] : new Nothing();
