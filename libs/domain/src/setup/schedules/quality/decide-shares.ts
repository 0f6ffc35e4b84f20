import type { CommandData } from '@tocsin/contracts/catalogue.js';
import type { Share } from '@tocsin/contracts/schedules/quality.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { refuse } from '../../../rules/refuse.js';
import type { StartedDecisionFunction } from '../state.js';

/** Full shares are left out: they are the default. */
const sortShares = (shares: readonly Share[]): readonly Share[] =>
  shares.filter(({ percent }) => percent !== 100).toSorted((one, other) => (one.personId < other.personId ? -1 : 1));

const areSame = (some: readonly Share[], otherShares: readonly Share[]): boolean => JSON.stringify(some) === JSON.stringify(otherShares);

export const setShares: StartedDecisionFunction<CommandData<'SetShares'>> = ({ scheduleId, shares }, state, { reads }) => {
  const unknownShare = shares.find(({ personId }) => !reads.people.get(personId));
  if (unknownShare) return refuse('person.not_found', {}, `shares.${shares.indexOf(unknownShare)}.personId`);
  const now = sortShares(shares);
  return areSame(now, state.shares ?? []) ? new Nothing() : [{ type: 'SharesSet', data: { scheduleId, shares: [...now] } }];
};
