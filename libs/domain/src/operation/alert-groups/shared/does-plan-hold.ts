import { toolPlanOf, viaTool, type Actor } from '@tocsin/contracts/envelope.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import * as planLimits from '@tocsin/contracts/tool-plans/limits.js';
import type { ReliesOn, RowAct, ToolPlanRow } from '@tocsin/contracts/tool-plans/noun.js';
import type { Context } from '@tocsin/kernel/decide/decider.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { isLive } from '../../../setup/tokens/shared/is-live.js';
import type { ConfigurationReads } from '../../../reads.js';
import type { ExistingGroup } from '../state.js';
import { isStandingOver, type OpenPlanReads } from './open-plans.js';
import { teamOf } from './reads.js';

type Reads = OpenPlanReads & Pick<ConfigurationReads, 'people' | 'services' | 'tokens'>;
/** Whether an actor may act on the alert group. */
export type MayAct = (actor: Actor) => boolean;
type Because = FactOf<'ToolPlanEnded'>['because'];

/** What a plan relies on, of the alert group as it is. */
export const reliedOn = (group: ExistingGroup, { tool }: Pick<RowAct, 'tool'>): ReliesOn => ({
  groupId: group.groupId,
  status: group.status,
  opening: group.opening,
  urgency: group.urgency,
  holder: group.status === 'acknowledged' ? group.holder : null,
  snoozedUntil: group.status === 'acknowledged' ? (group.snooze?.dueAt ?? null) : null,
  fired: tool === 'add_note' ? 0 : (group.fired ?? 0),
  asked: group.status === 'acknowledged' ? (group.reassigning?.personId ?? null) : null,
});

const idOf = (holder: ReliesOn['holder']): string | null => {
  if (holder === null) return null;
  if (holder.kind === 'person') return holder.personId;
  return holder.kind === 'token' ? holder.tokenId : holder.integrationId;
};
const isSame = (one: ReliesOn, other: ReliesOn): boolean =>
  one.groupId === other.groupId &&
  one.status === other.status &&
  one.opening === other.opening &&
  one.urgency === other.urgency &&
  one.snoozedUntil === other.snoozedUntil &&
  one.fired === other.fired &&
  one.asked === other.asked &&
  idOf(one.holder) === idOf(other.holder);

/** A person with the role that they have now; null: they are not active. */
const personNow = (personId: string, { people }: Pick<Reads, 'people'>): Actor | null => {
  const person = people.get(personId);
  return person?.state === 'active' ? { kind: 'person', id: personId, roles: [person.role] } : null;
};

/** Who a plan’s command is by: its token, or the person of it. */
export const actorOfPlan = ({ id, token }: Pick<ToolPlanRow, 'id' | 'token'>): Actor => {
  const letBy = { id: token.id, scopes: [...token.scopes], teamId: token.teamId };
  const who = token.personId === null ? { kind: 'token' as const, id: token.id } : { kind: 'person' as const, id: token.personId };
  return { ...who, roles: [], via: viaTool(id), token: letBy };
};

/** The same as it may act now; null: the token is over, or its person is not active. */
const actorNow = (plan: Pick<ToolPlanRow, 'id' | 'token'>, now: string, reads: Reads): Actor | null => {
  const token = reads.tokens.get(plan.token.id);
  if (!token || !isLive(token, now)) return null;
  const { personId } = plan.token;
  const person = personId === null ? undefined : personNow(personId, reads);
  return person === null ? null : { ...actorOfPlan(plan), roles: person?.roles ?? [] };
};

/** Whether the standing approval of a plan, if it has one, lets it act on the alert group. */
const isStillLet = ({ standingId }: Pick<ToolPlanRow, 'standingId'>, group: ExistingGroup, now: string, reads: Reads): boolean => {
  if (standingId === null) return true;
  const standing = reads.standingApprovals.get(standingId);
  return standing !== undefined && !isStandingOver(standing, now) && standing.teamId === teamOf(group, reads);
};

/** When a plan ends that was approved and not carried out since: nothing ran. */
export const lapsesAt = ({ expiresAt }: Pick<ToolPlanRow, 'expiresAt'>): string => addMillis(expiresAt, planLimits.approvable);

/** Why a plan can’t be carried out; null: it holds. `group` undefined: it is gone. */
export const whyPlanIsOver = (
  plan: ToolPlanRow,
  group: ExistingGroup | undefined,
  { now, reads }: Pick<Context<Reads>, 'now' | 'reads'>,
  mayAct: MayAct,
): Because | null => {
  if (plan.state === 'approved' && now >= lapsesAt(plan)) return 'expired';
  const actor = actorNow(plan, now, reads);
  if (actor === null || (group && !mayAct(actor))) return 'token_ended';
  if (!group || !isSame(plan.reliesOn, reliedOn(group, plan.act))) return 'changed';
  if (!isStillLet(plan, group, now, reads)) return 'approver';
  const approver = plan.by === null ? undefined : personNow(plan.by, reads);
  return approver === null || (approver && !mayAct(approver)) ? 'approver' : null;
};

/** Whether an act by a plan is still what somebody approved. */
export const doesPlanHold = (group: ExistingGroup, context: Context<Reads>, mayAct: MayAct): boolean => {
  const plan = context.reads.openToolPlans.get(toolPlanOf(context.actor) ?? '');
  return plan?.state === 'approved' && whyPlanIsOver(plan, group, context, mayAct) === null;
};
