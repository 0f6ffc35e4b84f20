import { limits } from '@tocsin/contracts/limits.js';
import { between } from '@tocsin/kernel/time.js';
import type { GroupReads, OpenGroup } from './reads.js';

/** The alert group that says that signals of an integration are refused: one that is open, or was resolved so lately that it is not opened again. */
export const groupOfRefusals = ({ groups }: Pick<GroupReads, 'groups'>, integrationId: string, now: string): OpenGroup | undefined => {
  const all = groups.where('refusedOf', integrationId);
  return (
    all.find(({ status }) => status !== 'resolved') ??
    all.find((one) => one.status === 'resolved' && between(one.at, now) < limits.hardLimit.quiet)
  );
};
