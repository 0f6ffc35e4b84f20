import type { Messages } from '@tocsin/contracts/message.js';
import type { commands as toolPlanCommands, PlannedAct, RecordedAct } from '@tocsin/contracts/tool-plans/noun.js';

type Typed = Messages<typeof toolPlanCommands>;
/** On the log its text may be erased. */
interface ProposeToolPlan {
  readonly type: 'ProposeToolPlan';
  readonly data: { readonly act: PlannedAct | RecordedAct };
}
interface ApproveByStanding {
  readonly type: 'ApproveByStanding';
  readonly data: { readonly planId: string; readonly standingId: string };
}
/** What became of an approved plan. */
interface RecordToolPlan {
  readonly type: 'RecordToolPlan';
  readonly data: { readonly planId: string; readonly isDone: boolean };
}
/** Its time is over, or its text was redacted. */
interface EndToolPlan {
  readonly type: 'EndToolPlan';
  readonly data: { readonly planId: string; readonly isRedacted?: true };
}
export type ToolPlanCommand =
  Extract<Typed, { type: 'ApproveToolPlan' | 'DeclineToolPlan' }> | ProposeToolPlan | ApproveByStanding | RecordToolPlan | EndToolPlan;

interface UseStandingApproval {
  readonly type: 'UseStandingApproval';
  readonly data: { readonly standingId: string; readonly planId: string };
}
export type StandingCommand = Extract<Typed, { type: 'GiveStandingApproval' | 'EndStandingApproval' }> | UseStandingApproval;
