import { z } from 'zod';
import { urgency } from '../contacts/events.js';
import { id, instant, name } from '../ids.js';
import { actionNeededCommands } from './action-needed.js';
import * as alertGroupLimits from './limits.js';
import * as policyLimits from '../policies/limits.js';
import * as bulkActLimits from '../bulk-acts/limits.js';
import { command } from '../message.js';
import { target } from '../policies/noun.js';
import { exampleIds as ids, type Examples } from '../examples.js';

const groupOnly = z.strictObject({ groupId: id });

const snooze = z
  .strictObject({
    groupId: id,
    /** Counted from the server’s decision; or `until`. */
    minutes: z
      .number()
      .int()
      .min(1)
      .max(alertGroupLimits.snooze.low / 60_000)
      .optional(),
    until: instant.optional(),
  })
  .refine(({ minutes, until }) => (minutes === undefined) !== (until === undefined), {
    path: ['minutes'],
    message: 'Give either minutes or until.',
  });

export const note = z.string().trim().min(1).max(alertGroupLimits.noteCharacters);

const noiseReason = z.string().trim().min(1).max(alertGroupLimits.noiseReasonCharacters);

/** None of these carries a revision: two people at once never meet a conflict. */
export const alertGroupCommands = {
  AcknowledgeAlertGroup: command('Acknowledge', 'alert_group.act', groupOnly),
  RenewAcknowledgement: command('Renew the acknowledgement', 'alert_group.act', groupOnly),
  UnacknowledgeAlertGroup: command('Unacknowledge', 'alert_group.act', groupOnly),
  TakeOverAlertGroup: command('Take over', 'alert_group.act', groupOnly),
  SnoozeAlertGroup: command('Snooze', 'alert_group.act', snooze),
  UnsnoozeAlertGroup: command('Unsnooze', 'alert_group.act', groupOnly),
  ReassignAlertGroup: command('Reassign', 'alert_group.act', z.strictObject({ groupId: id, personId: id })),
  JoinAlertGroup: command('Join', 'alert_group.join', groupOnly),
  EscalateAlertGroup: command('Escalate now', 'alert_group.act', groupOnly),
  ResolveAlertGroup: command('Resolve', 'alert_group.act', groupOnly),
  ReopenAlertGroup: command(
    'Reopen',
    'alert_group.act',
    z.strictObject({
      groupId: id,
      iHaveIt: z.boolean().default(false),
      /** With `iHaveIt`: undoes the caller’s resolve. Reassigns the previous assignee, or the caller if they can’t be paged; else it fires. */
      asBefore: z.literal(true).optional(),
    }),
  ),
  LinkAlertGroup: command('Link with another alert group', 'alert_group.act', z.strictObject({ groupId: id, toGroupId: id })),
  UnlinkAlertGroup: command('Unlink', 'alert_group.act', groupOnly),
  AddNote: command('Add a note', 'alert_group.act', z.strictObject({ groupId: id, text: note })),
  MarkAlertGroupAsNoise: command('Mark as noise', 'alert_group.act', z.strictObject({ groupId: id, reason: noiseReason })),
  RemoveNoiseMark: command('Remove the noise mark', 'alert_group.act', groupOnly),
  ...actionNeededCommands,
  AddResponder: command('Page someone for this', 'person.page', z.strictObject({ groupId: id, personId: id })),
  AddResponders: command(
    'Add responders',
    'person.page',
    z.strictObject({ groupId: id, targets: z.array(target).min(1).max(policyLimits.targetsPerStep) }),
  ),
  ResendMessage: command(
    'Send a message again',
    'alert_group.act',
    z.strictObject({ groupId: id, pageId: id, /** Its id in the message log. */ messageId: id }),
  ),
  AnswerPage: command(
    'Stop own pages; `passesOn`: the step counts as one that did not reach the person',
    'page.answer',
    z.strictObject({ groupId: id, pageId: id, passesOn: z.literal(true).optional() }),
  ),
};

const ofGroup = { body: { groupId: ids.group } };

export const alertGroupExamples: Examples<typeof alertGroupCommands> = {
  AcknowledgeAlertGroup: ofGroup,
  UnacknowledgeAlertGroup: ofGroup,
  RenewAcknowledgement: ofGroup,
  TakeOverAlertGroup: ofGroup,
  SnoozeAlertGroup: { body: { groupId: ids.group, minutes: 30 } },
  UnsnoozeAlertGroup: ofGroup,
  ReassignAlertGroup: { body: { groupId: ids.group, personId: ids.colleague } },
  JoinAlertGroup: ofGroup,
  EscalateAlertGroup: ofGroup,
  ResolveAlertGroup: ofGroup,
  ReopenAlertGroup: ofGroup,
  LinkAlertGroup: { body: { groupId: ids.group, toGroupId: ids.other }, refusedAs: 'alert_group.not_found' },
  UnlinkAlertGroup: ofGroup,
  AddNote: { body: { groupId: ids.group, text: 'The disk of the replica is full too.' } },
  MarkAlertGroupAsNoise: { body: { groupId: ids.group, reason: 'Known, and harmless.' } },
  RemoveNoiseMark: ofGroup,
  AnswerActionNeeded: { body: { groupId: ids.group, answer: 'yes' }, refusedAs: 'alert_group.not_resolved' },
  AddResponder: { body: { groupId: ids.group, personId: ids.colleague } },
  AddResponders: { body: { groupId: ids.group, targets: [{ kind: 'person', personId: ids.colleague }] } },
  ResendMessage: { body: { groupId: ids.group, pageId: ids.page, messageId: ids.other }, refusedAs: 'page.not_found' },
  AnswerPage: { body: { groupId: ids.group, pageId: ids.page }, refusedAs: 'page.not_found' },
};

/** Alert groups that no signal opens. */
export const pageRequestCommands = {
  PageSomeone: command(
    'Page someone manually',
    'person.page',
    z
      .strictObject({
        groupId: id.optional(),
        title: name.max(1_024),
        urgency: urgency.default('high'),
        /** Its escalation policy is run; without it the persons alone are paged. */
        serviceId: id.nullable().default(null),
        personIds: z.array(id).max(20).default([]),
      })
      .refine((d) => d.serviceId !== null || d.personIds.length > 0, { path: ['personIds'], message: 'Name a person or a service.' }),
  ),
  SendTestAlert: command(
    'Send a test alert',
    'test_alert.send',
    z
      .strictObject({
        groupId: id.optional(),
        serviceId: id.nullable().default(null),
        wholePolicy: z.boolean().default(false),
        /** Tries out this contact method of the presser alone. */
        contactMethodId: id.optional(),
      })
      .refine((d) => (d.serviceId === null) !== (d.contactMethodId === undefined), {
        path: ['serviceId'],
        message: 'Name a service, or a contact method of yours.',
      })
      .refine((d) => !(d.wholePolicy && d.serviceId === null), {
        path: ['wholePolicy'],
        message: 'Choose the service whose policy should run.',
      }),
  ),
};

export const pageRequestExamples: Examples<typeof pageRequestCommands> = {
  PageSomeone: { body: { title: 'The shop is slow', serviceId: ids.service } },
  SendTestAlert: { body: { serviceId: ids.service } },
};

/** Acts for several groups at once: at most 200, one undo. */
export const bulkActs = [
  'AcknowledgeAlertGroup',
  'UnacknowledgeAlertGroup',
  'ResolveAlertGroup',
  'ReopenAlertGroup',
  'MarkAlertGroupAsNoise',
  'RemoveNoiseMark',
] as const;

export const bulkRequest = z
  .strictObject({
    act: z.enum(bulkActs),
    groupIds: z.array(id).min(1).max(bulkActLimits.bulk),
    /** When reopening: they are assigned to who asks. */
    iHaveIt: z.boolean().optional(),
    /** When reopening undoes the caller’s own resolve: previous assignees are assigned again; groups without one fire. */
    asBefore: z.literal(true).optional(),
    /** Why they are noise. */
    reason: noiseReason.optional(),
  })
  .refine(({ act, reason }) => (act === 'MarkAlertGroupAsNoise') === (reason !== undefined), {
    path: ['reason'],
    message: 'Give a reason to mark as noise, and only then.',
  })
  .refine(({ act, asBefore }) => act === 'ReopenAlertGroup' || asBefore === undefined, {
    path: ['asBefore'],
    message: 'Only when reopening.',
  });
