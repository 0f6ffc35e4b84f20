import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import { isNear } from '@tocsin/kernel/time.js';
import type { GroupReads, OpenGroup } from './reads.js';

const { quiet } = integrationLimits.hardLimit;

/** Whether a person resolved it within the last ten minutes. */
const isSilenced = (group: OpenGroup, now: string): boolean =>
  group.status === 'resolved' && group.by === 'person' && isNear(group.at, now, quiet);

/**
 * The alert group about an integration’s refused signals: an open one, or one that a person resolved so recently that
 * it is not opened again.
 */
export const groupOfRefusals = ({ groups }: Pick<GroupReads, 'groups'>, integrationId: string, now: string): OpenGroup | undefined => {
  const all = groups.where('refusedOf', integrationId);
  return all.find(({ status }) => status !== 'resolved') ?? all.find((one) => isSilenced(one, now));
};
