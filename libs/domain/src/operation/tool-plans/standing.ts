import { organisationKey } from '@tocsin/contracts/organisation/noun.js';
import * as planLimits from '@tocsin/contracts/tool-plans/limits.js';
import type { StandingApprovalRow } from '@tocsin/contracts/tool-plans/noun.js';
import type { Context, DataOf, Decider, Decision } from '@tocsin/kernel/decide/decider.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { dayOf, toInstant, toMillis } from '@tocsin/kernel/time.js';
import { configurationSequence } from '../../rules/configuration-sequence.js';
import { hasOrganisationPermission, isSystem, refusePermission } from '../../rules/permissions.js';
import { refuse } from '../../rules/refuse.js';
import { evolveOf } from '../../rules/row-fold.js';
import { findZone, newestEdition } from '../../setup/schedules/shared/latest-zones.js';
import { isStandingOver } from '../alert-groups/shared/open-plans.js';
import type { GroupReads } from '../alert-groups/shared/reads.js';
import { isLive } from '../../setup/tokens/shared/is-live.js';
import type { StandingCommand } from './commands.js';
import { standingFold, type StandingFact } from './views.js';

type Row = StandingApprovalRow;
type StandingContext = Context<GroupReads>;
type Decide<T extends StandingCommand['type']> = (
  data: DataOf<StandingCommand, T>,
  row: Row | null,
  context: StandingContext,
) => Decision<StandingFact>;

/** By the edition that it was given with: every release counts the same days. */
const dayIn = ({ zones }: Row, { reads, now }: StandingContext): string => {
  const zone = findZone(zones, reads.organisation.get(organisationKey)?.timeZone ?? 'UTC');
  return dayOf(zone === undefined ? now : toInstant(zone.wallAt(toMillis(now))));
};

/** Whether it lets its program act once more today. By a clock that was set back, it has not begun. */
export const hasRoom = (row: Row, context: StandingContext): boolean =>
  !isStandingOver(row, context.now) &&
  row.since <= context.now &&
  (row.used === null || dayIn(row, context) > row.used.day || row.used.times < row.perDay);

const mayConfigure = (context: StandingContext) =>
  hasOrganisationPermission(context, 'standing_approval.configure') ? null : refusePermission('an owner or an admin');

const give: Decide<'GiveStandingApproval'> = ({ standingId, ...data }, row, context) => {
  const refusal = mayConfigure(context);
  if (refusal) return refusal;
  const { now, reads } = context;
  if (row) return refuse('conflict.revision', { name: 'This standing approval' });
  const token = reads.tokens.get(data.tokenId);
  if (!token || !isLive(token, now) || !token.scopes.includes('plan')) return refuse('standing_approval.needs_scope', {}, 'tokenId');
  if (reads.teams.get(data.teamId)?.removed !== false) return refuse('team.not_found', {}, 'teamId');
  const { standing: limit } = planLimits;
  const others = [...reads.standingApprovals.all()].filter((one) => !isStandingOver(one, now));
  if (others.length >= limit) return refuse('limit.standing_approvals', { limit });
  return [{ type: 'StandingApprovalGiven', data: { standingId: standingId ?? context.newId('standing'), ...data, ...newestEdition() } }];
};

const end: Decide<'EndStandingApproval'> = ({ standingId }, row, context) => {
  const refusal = mayConfigure(context);
  if (refusal) return refusal;
  if (!row) return refuse('standing_approval.not_found');
  return isStandingOver(row, context.now) ? new Nothing() : [{ type: 'StandingApprovalEnded', data: { standingId } }];
};

/** Counted in its own stream, so that no two servers count the last one. */
const use: Decide<'UseStandingApproval'> = ({ standingId, planId }, row, context) => {
  if (!isSystem(context)) return refusePermission('Tocsin itself');
  return row && hasRoom(row, context)
    ? [{ type: 'StandingApprovalUsed', data: { standingId, planId, day: dayIn(row, context) } }]
    : new Nothing();
};

const byId = ({ standingId }: { readonly standingId: string }): string => standingId;

/** What a program may do without asking: the streams `standingApproval-<id>`. */
export const standingApprovalDecider: Decider<Row | null, StandingCommand, StandingFact, GroupReads> = {
  category: 'standingApproval',
  initial: null,
  sequenceOf: ([first]) => (first?.type === 'StandingApprovalGiven' ? configurationSequence : undefined),
  streamId: {
    GiveStandingApproval: ({ standingId }, context) => standingId ?? context.newId('standing'),
    EndStandingApproval: byId,
    UseStandingApproval: byId,
  },
  decide: { GiveStandingApproval: give, EndStandingApproval: end, UseStandingApproval: use },
  evolve: evolveOf<Row | null, Row, StandingFact>(
    standingFold,
    (row) => row ?? undefined,
    (_before, _id, row) => row,
  ),
};
