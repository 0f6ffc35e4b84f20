import type { CommandType, FactOf, RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
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

const actIn = (proposal: Recorded | undefined) => (proposal?.data as FactOf<'ToolPlanProposed'> | undefined)?.act;

type Needed = ReadonlyMap<number, Recorded>;

const carryOut = ({ data: { planId, token, act, proposal } }: RecordedOf<'ToolPlanApproved'>, needed: Needed): ProcessCommand => {
  const { tool, ...data } = actIn(needed.get(proposal)) ?? act;
  const actor = actorOfPlan({ id: planId, token });
  return { type: typeOf[tool], data, actor, next: record(planId, true), ifRefused: record(planId, false) };
};

const streamPrefix = 'toolPlan-';

/** Its text is gone: nothing is left to approve. */
const endRedacted = ({ data: { stream } }: RecordedOf<'TextRedacted'>): readonly ProcessCommand[] =>
  stream.startsWith(streamPrefix) ? [{ type: 'EndToolPlan', data: { planId: stream.slice(streamPrefix.length), isRedacted: true } }] : [];

/** What was approved is done once: a command of the token, which the alert group judges anew. */
export const toolPlansProcess: Process<RecordedFact> = {
  name: 'tool-plans',
  on: {
    ToolPlanProposed: {
      then: ({ data: { planId, standingId } }) =>
        standingId === undefined ? [] : [{ type: 'UseStandingApproval', data: { standingId, planId } }],
    },
    StandingApprovalUsed: { then: ({ data: { planId, standingId } }) => [{ type: 'ApproveByStanding', data: { planId, standingId } }] },
    TextRedacted: { then: endRedacted },
    ToolPlanApproved: {
      needs: ({ data: { act, proposal } }) => (act.tool === 'add_note' ? [proposal] : []),
      then: (event, needed) => [carryOut(event, needed)],
    },
  },
};
