import type { RowAct, StandingApprovalRow, ToolPlanFact } from '@tocsin/contracts/tool-plans/noun.js';
import { firstEdition } from '@tocsin/contracts/schedules/zone-tables.js';
import { duration } from '@tocsin/contracts/duration.js';
import { factMetaOf } from '@tocsin/kernel/decide/decider.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { changeExisting, viewOf, type RowFold } from '../../rules/row-fold.js';
import type { OpenPlanRow } from '../alert-groups/shared/open-plans.js';

export type StandingFact = Extract<ToolPlanFact, { type: `Standing${string}` }>;
export type PlanFact = Exclude<ToolPlanFact, StandingFact>;

/** Once it is over, its text stands on the log alone. */
const withoutText = (act: RowAct): RowAct => (act.tool === 'add_note' ? { ...act, text: null } : act);
const toOver = (row: OpenPlanRow, change: Partial<OpenPlanRow>): OpenPlanRow => ({ ...row, ...change, act: withoutText(row.act) });

export const planFold: RowFold<OpenPlanRow, PlanFact> = {
  id: ({ planId }) => planId,
  steps: {
    ToolPlanProposed: (_row, { planId: id, standingId: _asked, ...plan }, { at: proposedAt, eventId: plannedBy }) => ({
      id,
      ...plan,
      proposedAt,
      state: 'open',
      because: null,
      by: null,
      standingId: null,
      endedAt: null,
      plannedBy,
    }),
    ToolPlanApproved: changeExisting((row, { standingId }, { actor }) => ({
      ...row,
      state: 'approved',
      by: standingId === undefined ? actor.id : null,
      standingId: standingId ?? null,
    })),
    ToolPlanDeclined: changeExisting((row, _data, { at: endedAt, actor }) => toOver(row, { state: 'declined', by: actor.id, endedAt })),
    ToolPlanCarriedOut: changeExisting((row, _data, { at: endedAt }) => toOver(row, { state: 'carried_out', endedAt })),
    ToolPlanEnded: changeExisting((row, { because }, { at: endedAt }) => toOver(row, { state: 'ended', because, endedAt })),
  },
};

export const standingFold: RowFold<StandingApprovalRow, StandingFact> = {
  id: ({ standingId }) => standingId,
  steps: {
    StandingApprovalGiven: (_row, { standingId: id, days, zones = firstEdition, ...rest }, { at: since, actor }) => ({
      id,
      ...rest,
      zones,
      since,
      until: addMillis(since, days * duration.day),
      by: actor.id,
      used: null,
      ended: null,
    }),
    StandingApprovalUsed: changeExisting(({ used, ...row }, { day }) => ({
      ...row,
      // by a clock that was set back over midnight, the later day goes on
      used: used && day <= used.day ? { day: used.day, times: used.times + 1 } : { day, times: 1 },
    })),
    StandingApprovalEnded: changeExisting((row, _data, { at, actor }) => ({ ...row, ended: row.ended ?? { at, by: actor.id } })),
  },
};

export const toolPlansView = viewOf('toolPlans', planFold, {
  columns: { state: ({ state }) => state, proposedAt: ({ proposedAt }) => proposedAt },
});
/** Those that are over are not decided about again. */
export const openToolPlansView = viewOf<OpenPlanRow, PlanFact>(
  'openToolPlans',
  { ...planFold, steps: { ...planFold.steps, ToolPlanDeclined: () => null, ToolPlanCarriedOut: () => null, ToolPlanEnded: () => null } },
  {
    hasHistory: false,
    indexes: { tokenId: ({ token }) => [token.id] },
    on: {
      ToolPlanProposed: {
        keys: ({ data }) => [data.planId],
        row: (row, event) => {
          const plan = planFold.steps.ToolPlanProposed(row, event.data, factMetaOf(event));
          return plan && { ...plan, ordinal: event.ordinal };
        },
      },
    },
  },
);
export const standingApprovalsView = viewOf('standingApprovals', standingFold, {
  hasHistory: false,
  indexes: { tokenId: ({ tokenId }) => [tokenId] },
});
