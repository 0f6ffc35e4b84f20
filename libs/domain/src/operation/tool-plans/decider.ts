import type { Actor } from '@tocsin/contracts/envelope.js';
import * as planLimits from '@tocsin/contracts/tool-plans/limits.js';
import type { ApprovedAct, RowAct } from '@tocsin/contracts/tool-plans/noun.js';
import type { Context, DataOf, Decider, Decision } from '@tocsin/kernel/decide/decider.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { isSystem, refusePermission } from '../../rules/permissions.js';
import { refuse } from '../../rules/refuse.js';
import { evolveOf } from '../../rules/row-fold.js';
import { hasSameSettings } from '../../rules/same-settings.js';
import { mayActOn } from '../alert-groups/shared/act-permission.js';
import { actorOfPlan, lapsesAt, reliedOn, whyPlanIsOver } from '../alert-groups/shared/does-plan-hold.js';
import { leaderOf } from '../alert-groups/shared/linked.js';
import type { OpenPlanRow } from '../alert-groups/shared/open-plans.js';
import { teamOf, type GroupReads, type OpenGroup } from '../alert-groups/shared/reads.js';
import type { ToolPlanCommand } from './commands.js';
import { hasRoom } from './standing.js';
import { planFold, type PlanFact } from './views.js';
import { isHeldByOthers, planWords } from './words.js';

type Row = OpenPlanRow;
type Reads = GroupReads;
type PlanContext = Context<Reads>;
type Decide<T extends ToolPlanCommand['type']> = (
  data: DataOf<ToolPlanCommand, T>,
  row: Row | null,
  context: PlanContext,
) => Decision<PlanFact>;

/** The token that asks. Undefined: no program does. */
const tokenOf = ({ token }: Actor, { tokens }: Reads): Row['token'] | undefined => {
  const row = token && tokens.get(token.id);
  return row && { id: row.id, personId: row.personId, scopes: [...row.scopes], teamId: row.teamId };
};

/** Acts on a group of a storm are acts on its leading one; a note is on the group itself. */
const groupOf = ({ tool, groupId }: Pick<RowAct, 'tool' | 'groupId'>, { groups }: Reads): OpenGroup | undefined =>
  groups.get(tool === 'add_note' ? groupId : leaderOf(groupId, { groups }));

/** Also not before it was made: by a clock that was set back it would wait for longer. */
const isInTime = ({ proposedAt, expiresAt }: Row, now: string): boolean => proposedAt <= now && now < expiresAt;

const propose: Decide<'ProposeToolPlan'> = ({ act }, _row, context) => {
  const { actor, now, reads } = context;
  const token = tokenOf(actor, reads);
  if (!token) return refuse('tool_plan.needs_token');
  const group = groupOf(act, reads);
  if (!group) return refuse('alert_group.not_found', {}, 'act.groupId');
  const planId = context.newId('plan');
  if (!mayActOn(group, context)({ ...actorOfPlan({ id: planId, token }), roles: actor.roles })) return refuse('tool_plan.may_not');
  const relies = reliedOn(group, act);
  const waiting = reads.openToolPlans.where('tokenId', token.id).filter((plan) => plan.state === 'open' && isInTime(plan, now));
  const same = waiting.find((plan) => hasSameSettings(plan.act, act) && hasSameSettings(plan.reliesOn, relies));
  if (same) return new Nothing({ planId: same.id });
  if (waiting.length >= planLimits.openPerToken) return refuse('limit.tool_plans', { limit: planLimits.openPerToken });
  const teamId = teamOf(group, reads);
  // what takes it from somebody is asked of a person
  const mayStand = act.tool === 'add_note' || !isHeldByOthers(group, token);
  const isFor = (one: { readonly tool: string; readonly teamId: string }): boolean =>
    mayStand && one.tool === act.tool && one.teamId === teamId;
  const standing = reads.standingApprovals.where('tokenId', token.id).find((one) => isFor(one) && hasRoom(one, context));
  const plan = { planId, token, act, number: group.number, teamId, says: planWords(act, group, token), reliesOn: relies };
  const expiresAt = addMillis(now, planLimits.approvable);
  return [{ type: 'ToolPlanProposed', data: { ...plan, expiresAt, ...(standing ? { standingId: standing.id } : {}) } }];
};

const refusalOf = {
  changed: 'tool_plan.changed',
  token_ended: 'tool_plan.over',
  approver: 'tool_plan.may_not',
  expired: 'tool_plan.expired',
  refused: 'tool_plan.over',
} as const;

const whyOver = (row: Row, context: PlanContext) => {
  const group = groupOf(row.act, context.reads);
  return whyPlanIsOver(row, group, context, group ? mayActOn(group, context) : () => true);
};

const toApprovedAct = (act: RowAct): ApprovedAct => {
  if (act.tool !== 'add_note') return act;
  const { text: _text, ...note } = act;
  return note;
};

/** Memory alone knows where it was proposed. */
const approved = ({ id: planId, token, act, number }: Row, { reads }: PlanContext) => {
  const proposal = reads.openToolPlans.get(planId)?.ordinal;
  return proposal === undefined ? null : { planId, token, act: toApprovedAct(act), number, proposal };
};

/** A decision about a plan that waits, by somebody who may act on its alert group. */
const ifOpen =
  (decide: (row: Row, context: PlanContext) => Decision<PlanFact>) =>
  (_data: unknown, row: Row | null, context: PlanContext): Decision<PlanFact> => {
    if (!row || row.endedAt !== null) return refuse('tool_plan.over');
    const group = groupOf(row.act, context.reads);
    if (group && !mayActOn(group, context)(context.actor)) return refuse('tool_plan.may_not');
    return row.state === 'approved' ? new Nothing() : decide(row, context);
  };

const approve = ifOpen((row, context) => {
  if (!isInTime(row, context.now)) return refuse('tool_plan.expired');
  const because = whyOver({ ...row, by: context.actor.id }, context);
  const data = approved(row, context);
  return because === null && data ? [{ type: 'ToolPlanApproved', data }] : refuse(refusalOf[because ?? 'refused']);
});

const decline = ifOpen(({ id: planId, number }) => [{ type: 'ToolPlanDeclined', data: { planId, number } }]);

const approveByStanding: Decide<'ApproveByStanding'> = ({ standingId }, row, context) => {
  if (!isSystem(context)) return refusePermission('Tocsin itself');
  if (row?.state !== 'open' || !isInTime(row, context.now) || whyOver({ ...row, standingId }, context) !== null) return new Nothing();
  const data = approved(row, context);
  return data ? [{ type: 'ToolPlanApproved', data: { ...data, standingId } }] : new Nothing();
};

/** The alert group has decided: what the plan asked for is done, or was refused because it held no longer. */
const recordOutcome: Decide<'RecordToolPlan'> = ({ planId, isDone }, row, context) => {
  if (row?.state !== 'approved') return new Nothing();
  if (isDone) return [{ type: 'ToolPlanCarriedOut', data: { planId, number: row.number } }];
  return [{ type: 'ToolPlanEnded', data: { planId, number: row.number, because: whyOver(row, context) ?? 'refused' } }];
};

const end: Decide<'EndToolPlan'> = ({ planId, isRedacted }, row, context) => {
  if (!isSystem(context)) return refusePermission('Tocsin itself');
  if (!row || row.endedAt !== null || (row.state === 'approved' && context.now < lapsesAt(row))) return new Nothing();
  return [
    { type: 'ToolPlanEnded', data: { planId, number: row.number, because: whyOver(row, context) ?? (isRedacted ? 'changed' : 'expired') } },
  ];
};

const byId = ({ planId }: { readonly planId: string }): string => planId;

/** Plans of programs: the streams `toolPlan-<id>`, so that of two who approve one is first. */
export const toolPlanDecider: Decider<Row | null, ToolPlanCommand, PlanFact, Reads> = {
  category: 'toolPlan',
  initial: null,
  // each counts those of the token before
  sequenceOf: ([first]) => (first?.type === 'ToolPlanProposed' ? `plans of ${first.data.token.id}` : undefined),
  streamId: {
    ProposeToolPlan: (_data, context) => context.newId('plan'),
    ApproveToolPlan: byId,
    ApproveByStanding: byId,
    DeclineToolPlan: byId,
    RecordToolPlan: byId,
    EndToolPlan: byId,
  },
  decide: {
    ProposeToolPlan: propose,
    ApproveToolPlan: approve,
    ApproveByStanding: approveByStanding,
    DeclineToolPlan: decline,
    RecordToolPlan: recordOutcome,
    EndToolPlan: end,
  },
  evolve: evolveOf<Row | null, Row, PlanFact>(
    planFold,
    (row) => row ?? undefined,
    (_before, _id, row) => row,
  ),
};
