import type { ListParams } from '../../../data/cache/merge.js';
import { useAll, useView } from '../../../data/cache/use-view.js';
import { useJudge } from '../../../data/session/session.js';
import { serverNow } from '../../../data/time/clock.js';

/** Also those that were approved, and not carried out yet. */
export const openPlans: ListParams = { where: { state: ['open', 'approved'] }, sort: 'proposedAt', desc: true };

/** Plans that wait for me, or somebody else of my teams; 0 while that is not known. */
export function useOpenPlans(): number {
  const may = useJudge('alert_group.act');
  const { data } = useView('toolPlans', openPlans);
  return data?.rows.filter(({ state, teamId }) => state === 'open' && may(teamId === null ? { everywhere: true } : { teamId })).length ?? 0;
}

/** Whether a program may plan, or has: without one there is nothing to see. */
export function useHasPlans(): boolean {
  const { data } = useView('toolPlans', openPlans);
  const tokens = useAll('tokens');
  return (
    (data?.rows.length ?? 0) > 0 ||
    tokens.some(({ revoked, expiresAt, scopes }) => revoked === null && Date.parse(expiresAt) > serverNow() && scopes.includes('plan'))
  );
}
