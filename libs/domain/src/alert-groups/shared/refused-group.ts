import { limits } from '@tocsin/contracts/limits.js';
import { between } from '@tocsin/kernel/time.js';
import type { GroupReads, OpenGroup } from './reads.js';

const { quiet } = limits.hardLimit;

/**
 * Whether a person resolved it within the last ten minutes. An instant far in the future was written before the clock
 * was set back and does not count.
 */
const isSilenced = (group: OpenGroup, now: string): boolean => {
  if (group.status !== 'resolved' || group.by !== 'person') return false;
  const since = between(group.at, now);
  return since > -quiet && since < quiet;
};

/**
 * The alert group about an integration’s refused signals: an open one, or one that a person resolved so recently that
 * it is not opened again.
 */
export const groupOfRefusals = ({ groups }: Pick<GroupReads, 'groups'>, integrationId: string, now: string): OpenGroup | undefined => {
  const all = groups.where('refusedOf', integrationId);
  return all.find(({ status }) => status !== 'resolved') ?? all.find((one) => isSilenced(one, now));
};
