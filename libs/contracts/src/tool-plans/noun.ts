import { z } from 'zod';
import * as alertGroupLimits from '../alert-groups/limits.js';
import { holder } from '../alert-groups/holder.js';
import { duration } from '../duration.js';
import { exampleIds as ids, type Examples } from '../examples.js';
import { id, instant, personal } from '../ids.js';
import { command, event, writtenField, type Messages } from '../message.js';
import { edition } from '../schedules/zone-tables.js';
import { scopeNames } from '../tokens/scopes.js';
import * as planLimits from './limits.js';

export { refusals } from './refusals.js';

/** What an admin may approve beforehand: acts that can be taken back. */
export const standingTools = ['acknowledge_alert_group', 'add_note', 'snooze_alert_group'] as const;
const standingTool = z.enum(standingTools);

const ofGroup = { groupId: id };
const minutes = z
  .number()
  .int()
  .min(1)
  .max(alertGroupLimits.snooze.low / duration.minute);
const noteText = z.string().trim().min(1).max(alertGroupLimits.noteCharacters);

/** What a program wants to do: a tool with its arguments. */
export const plannedAct = z.discriminatedUnion('tool', [
  z.strictObject({ tool: z.literal('acknowledge_alert_group'), ...ofGroup }),
  z.strictObject({ tool: z.literal('snooze_alert_group'), ...ofGroup, minutes }),
  z.strictObject({ tool: z.literal('add_note'), ...ofGroup, text: noteText }),
  z.strictObject({ tool: z.literal('resolve_alert_group'), ...ofGroup }),
]);
export type PlannedAct = z.infer<typeof plannedAct>;
export type PlannedTool = PlannedAct['tool'];

const textless = [
  z.object({ tool: z.literal('acknowledge_alert_group'), ...ofGroup }),
  z.object({ tool: z.literal('snooze_alert_group'), ...ofGroup, minutes: z.number().int() }),
  z.object({ tool: z.literal('resolve_alert_group'), ...ofGroup }),
] as const;
const recordedNote = z.object({ tool: z.literal('add_note'), ...ofGroup });
/** The same on the log, where the text may be erased. It is there once. */
const recordedAct = z.discriminatedUnion('tool', [...textless, recordedNote.extend({ text: personal(z.string()) })]);
const approvedAct = z.discriminatedUnion('tool', [...textless, recordedNote]);
/** Null: the plan is over. */
const rowAct = z.discriminatedUnion('tool', [...textless, recordedNote.extend({ text: personal(z.string()).nullable() })]);
export type ApprovedAct = z.infer<typeof approvedAct>;
export type RowAct = z.infer<typeof rowAct>;
export type RecordedAct = z.infer<typeof recordedAct>;

/** The alert group as it was: while it differs in none of these, the plan holds. Pages and attempts change all the time, and nothing about what is planned. */
const reliesOn = z.object({
  groupId: id,
  status: z.enum(['firing', 'acknowledged', 'resolved']),
  opening: z.number().int(),
  urgency: z.enum(['high', 'low']),
  holder: holder.nullable(),
  snoozedUntil: instant.nullable(),
  /** How often further alerts have fired in it. A note does not depend on them: 0. */
  fired: z.number().int(),
  /** Who was asked to take it over. */
  asked: id.nullable(),
});
export type ReliesOn = z.infer<typeof reliesOn>;

const token = z.object({ id, personId: id.nullable(), scopes: z.array(z.enum(scopeNames)), teamId: id.nullable() });

const hasText = ({ act }: { readonly act: RecordedAct }): boolean => act.tool === 'add_note';
const planEnd = z.enum(['expired', 'changed', 'token_ended', 'approver', 'refused']);

/** Facts of the streams `toolPlan-<id>` and `standingApproval-<id>`: what programs want to do, who lets them, and what an admin lets them do without asking. */
export const events = {
  ToolPlanProposed: event(
    1,
    ['access', 'Plan of a program made'],
    'A program asked to do something: a person who may do it themselves has 15 minutes to approve it.',
    z.object({
      planId: id,
      token,
      act: recordedAct,
      number: z.number().int(),
      teamId: id.nullable(),
      /** What would happen, in words. No sender’s text. */
      says: z.string(),
      reliesOn,
      expiresAt: instant,
      /** The standing approval that is asked first. */
      standingId: id.optional(),
    }),
    [writtenField('act.text', hasText)],
  ),
  ToolPlanApproved: event(
    1,
    ['access', 'Plan of a program approved'],
    'A person let a program do what it asked for, or a standing approval did. It is then done once, as a command of its token.',
    z.object({
      planId: id,
      token,
      act: approvedAct,
      number: z.number().int(),
      /** Where it was proposed: a note’s text stands only there. */
      proposal: z.number().int(),
      /** Absent: a person approved it. */
      standingId: id.optional(),
    }),
  ),
  ToolPlanDeclined: event(
    1,
    ['access', 'Plan of a program declined'],
    'A person did not let a program do what it asked for.',
    z.object({ planId: id, number: z.number().int() }),
  ),
  ToolPlanCarriedOut: event(
    1,
    ['access', 'Plan of a program carried out'],
    'What a program asked for, and somebody approved, was done.',
    z.object({ planId: id, number: z.number().int() }),
  ),
  ToolPlanEnded: event(
    1,
    ['access', 'Plan of a program ended'],
    'A plan was not carried out: nobody approved it in time, or it no longer held.',
    z.object({ planId: id, number: z.number().int(), because: planEnd }),
  ),
  StandingApprovalGiven: event(
    1,
    ['access', 'Standing approval given'],
    'From then on a program may use one tool on the alert groups of a team without asking, so many times a day.',
    z.object({
      standingId: id,
      tokenId: id,
      tool: standingTool,
      teamId: id,
      perDay: z.number().int(),
      days: z.number().int(),
      /** The edition of the zone table by which its days are counted. Absent: the first. */
      zones: edition.optional(),
    }),
  ),
  StandingApprovalUsed: event(
    1,
    ['access', 'Standing approval used'],
    'A program asked for something that a standing approval lets it do: it counts for the day.',
    z.object({ standingId: id, planId: id, /** By the clock of the organisation. */ day: z.string() }),
  ),
  StandingApprovalEnded: event(
    1,
    ['access', 'Standing approval ended'],
    'Somebody ended it before its time: the program must ask again before it acts.',
    z.object({ standingId: id }),
  ),
};
export type ToolPlanFact = Messages<typeof events>;

export const commands = {
  ProposeToolPlan: command(
    'Ask to do something; a person approves it, or a standing approval does',
    'tool_plan.propose',
    z.strictObject({ act: plannedAct }),
  ),
  ApproveToolPlan: command('Approve the plan of a program', 'tool_plan.approve', z.strictObject({ planId: id })),
  DeclineToolPlan: command('Decline the plan of a program', 'tool_plan.approve', z.strictObject({ planId: id })),
  GiveStandingApproval: command(
    'Let a program use one tool on the alert groups of a team without asking',
    'standing_approval.configure',
    z.strictObject({
      standingId: id.optional(),
      tokenId: id,
      tool: standingTool,
      teamId: id,
      perDay: z.number().int().min(1).max(planLimits.perDay.max).default(planLimits.perDay.default),
      days: z.number().int().min(1).max(planLimits.days.max).default(planLimits.days.default),
    }),
  ),
  EndStandingApproval: command('End a standing approval', 'standing_approval.configure', z.strictObject({ standingId: id })),
};

export const examples: Examples<typeof commands> = {
  ProposeToolPlan: { body: { act: { tool: 'acknowledge_alert_group', groupId: ids.group } }, refusedAs: 'tool_plan.needs_token' },
  ApproveToolPlan: { body: { planId: ids.other }, refusedAs: 'tool_plan.over' },
  DeclineToolPlan: { body: { planId: ids.other }, refusedAs: 'tool_plan.over' },
  GiveStandingApproval: { body: { tokenId: ids.token, tool: 'add_note', teamId: ids.team }, refusedAs: 'standing_approval.needs_scope' },
  EndStandingApproval: { body: { standingId: ids.other }, refusedAs: 'standing_approval.not_found' },
};

/** A plan, also once it is over. */
export const toolPlanRow = z.object({
  id,
  token,
  act: rowAct,
  number: z.number().int(),
  teamId: id.nullable(),
  says: z.string(),
  reliesOn,
  proposedAt: instant,
  expiresAt: instant,
  state: z.enum(['open', 'approved', 'carried_out', 'declined', 'ended']),
  /** Why it ended without being carried out. */
  because: planEnd.nullable(),
  /** Who approved or declined it. Null: nobody yet, or a standing approval. */
  by: id.nullable(),
  standingId: id.nullable(),
  endedAt: instant.nullable(),
});
export type ToolPlanRow = z.infer<typeof toolPlanRow>;

export const standingApprovalRow = z.object({
  id,
  tokenId: id,
  tool: standingTool,
  teamId: id,
  perDay: z.number().int(),
  since: instant,
  until: instant,
  by: z.string(),
  /** The edition of the zone table by which its days are counted. */
  zones: edition,
  /** The last day on which it was used, by the clock of the organisation, and how many times. */
  used: z.object({ day: z.string(), times: z.number().int() }).nullable(),
  ended: z.object({ at: instant, by: z.string() }).nullable(),
});
export type StandingApprovalRow = z.infer<typeof standingApprovalRow>;

/** Response rows by view name. */
export const views = { toolPlans: toolPlanRow, standingApprovals: standingApprovalRow };
