import type { TimedRows } from '@tocsin/kernel/registry.js';
import type { Timer } from '@tocsin/kernel/react/process.js';
import { machineRank } from '../../rules/ranks.js';
import { toolPlanDecider } from './decider.js';
import { toolPlansProcess } from './plans.process.js';
import { lapsesAt } from '../alert-groups/shared/does-plan-hold.js';
import type { OpenPlanRow } from '../alert-groups/shared/open-plans.js';
import { standingApprovalDecider } from './standing.js';
import { standingApprovalsView, toolPlansView } from './views.js';

export * as memory from './memory.js';
export { inputs } from './inputs.js';
export const deciders = [toolPlanDecider, standingApprovalDecider];
export const processes = [toolPlansProcess];

const timersOf = ({ id: planId, state, expiresAt, plannedBy }: OpenPlanRow): readonly Timer[] => {
  const dueAt = state === 'open' ? expiresAt : lapsesAt({ expiresAt });
  return [{ name: 'end', dueAt, plannedBy, rank: machineRank, command: { type: 'EndToolPlan', data: { planId } } }];
};
export const timers: readonly TimedRows[] = [{ view: 'openToolPlans', category: 'toolPlan', due: timersOf }];
export const views = [toolPlansView, standingApprovalsView];
