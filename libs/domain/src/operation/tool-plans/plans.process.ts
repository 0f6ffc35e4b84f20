import type { CommandType, FactOf, RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { isErased } from '@tocsin/contracts/ids.js';
import { redactedText } from '@tocsin/contracts/redactions/noun.js';
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

/** The text of a note; undefined: it was erased. */
const textIn = (proposal: Recorded | undefined): string | undefined => {
  if (!proposal) return undefined;
  const { act } = proposal.data as FactOf<'ToolPlanProposed'>;
  return act.tool === 'add_note' && act.text !== redactedText && !isErased(act.text) ? act.text : undefined;
};

type Needed = ReadonlyMap<number, Recorded>;

const carryOut = ({ data: { planId, token, act, proposal } }: RecordedOf<'ToolPlanApproved'>, needed: Needed): ProcessCommand => {
  const { tool, ...about } = act;
  const actor = actorOfPlan({ id: planId, token });
  const text = tool === 'add_note' ? textIn(needed.get(proposal)) : '';
  if (text === undefined) return record(planId, false);
  const data = tool === 'add_note' ? { ...about, text } : about;
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
    ToolPlanApproved: {
      needs: ({ data: { act, proposal } }) => (act.tool === 'add_note' ? [proposal] : []),
      then: (event, needed) => [carryOut(event, needed)],
    },
  },
};
