import { duration } from '../duration.js';
import type { OrganisationRow } from './noun.js';

/**
 * The first month that lists show whole; empty: all. Older ones left them by a fact, and come back where the days are more now, or 0; and after the clock
 * was far ahead by mistake.
 */
export const listedSinceOf = (
  { listedDays = 0, listedSince = '' }: Pick<OrganisationRow, 'listedDays' | 'listedSince'>,
  now: string,
): string => {
  if (listedDays === 0) return '';
  const due = new Date(Date.parse(now) - listedDays * duration.day).toISOString().slice(0, 'yyyy-mm'.length);
  return due < listedSince ? due : listedSince;
};
