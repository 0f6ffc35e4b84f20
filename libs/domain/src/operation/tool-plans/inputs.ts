import type { ToolPlanFact } from '@tocsin/contracts/tool-plans/noun.js';
import type { InputsOf } from '../../inputs.js';
import type { StandingCommand, ToolPlanCommand } from './commands.js';

/** What Tocsin finds by itself. */
type Following = 'ToolPlanCarriedOut' | 'ToolPlanEnded' | 'StandingApprovalUsed';

/** The command that each fact was decided by. An approval by a standing one has a cause. */
export const inputs: InputsOf<ToolPlanFact, ToolPlanCommand | StandingCommand, Following> = {
  ToolPlanProposed: ({ act }) => ({ type: 'ProposeToolPlan', data: { act } }),
  ToolPlanApproved: ({ planId }) => ({ type: 'ApproveToolPlan', data: { planId } }),
  ToolPlanDeclined: ({ planId }) => ({ type: 'DeclineToolPlan', data: { planId } }),
  StandingApprovalGiven: ({ zones: _edition, ...data }) => ({ type: 'GiveStandingApproval', data }),
  StandingApprovalEnded: ({ standingId }) => ({ type: 'EndStandingApproval', data: { standingId } }),
};
