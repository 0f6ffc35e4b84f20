import type { CommandData } from '@tocsin/contracts/catalogue.js';
import type { Share } from '@tocsin/contracts/schedule-quality.js';
import { Nothing } from '@tocsin/kernel/decide/refused.js';
import { refuse } from '../../rules/refuse.js';
import type { DecideOnBegun } from '../state.js';

/** Full shares are left out: they are the default. */
const sortedShares = (shares: readonly Share[]): readonly Share[] =>
  shares.filter(({ percent }) => percent !== 100).toSorted((one, other) => (one.personId < other.personId ? -1 : 1));

const areSame = (some: readonly Share[], others: readonly Share[]): boolean => JSON.stringify(some) === JSON.stringify(others);

export const setShares: DecideOnBegun<CommandData<'SetShares'>> = ({ scheduleId, shares }, state, { reads }) => {
  const unknown = shares.find(({ personId }) => !reads.people.get(personId));
  if (unknown) return refuse('person.not_found', {}, `shares.${shares.indexOf(unknown)}.personId`);
  const now = sortedShares(shares);
  return areSame(now, state.shares ?? []) ? new Nothing() : [{ type: 'SharesSet', data: { scheduleId, shares: [...now] } }];
};
