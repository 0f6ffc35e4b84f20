import type { CommandType, RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { PlannedTool } from '@tocsin/contracts/tool-plans/noun.js';
import type { Process, ProcessCommand } from '@tocsin/kernel/react/process.js';
import { actorOfPlan } from '../alert-groups/shared/does-plan-hold.js';

const typeOf = {
  acknowledge_alert_group: 'AcknowledgeAlertGroup',
  snooze_alert_group: 'SnoozeAlertGroup',
  add_note: 'AddNote',
  resolve_alert_group: 'ResolveAlertGroup',
} as const satisfies Record<PlannedTool, CommandType>;

const record = (planId: string, isDone: boolean) => ({ type: 'RecordToolPlan', data: { planId, isDone } });

const carryOut = ({ data: { planId, token, act } }: RecordedOf<'ToolPlanApproved'>): ProcessCommand => {
  const { tool, ...data } = act;
  const actor = actorOfPlan({ id: planId, token });
  return { type: typeOf[tool], data, actor, next: record(planId, true), ifRefused: record(planId, false) };
};

/** What was approved is done once: a command of the token, which the alert group judges anew. */
export const toolPlansProcess: Process<RecordedFact> = {
  name: 'tool-plans',
  on: {
    ToolPlanProposed: {
      then: ({ data: { planId, standingId } }) =>
        standingId === undefined ? [] : [{ type: 'UseStandingApproval', data: { standingId, planId } }],
    },
    StandingApprovalUsed: { then: ({ data: { planId, standingId } }) => [{ type: 'ApproveByStanding', data: { planId, standingId } }] },
    ToolPlanApproved: { then: (event) => [carryOut(event)] },
  },
};
