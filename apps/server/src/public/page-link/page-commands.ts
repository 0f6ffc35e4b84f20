import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import type { CommandType } from '@tocsin/contracts/catalogue.js';
import type { PageAct } from '@tocsin/contracts/alert-groups/page-link.js';
import type { ExistingGroup } from '@tocsin/domain/operation/alert-groups/state.js';

/** Minutes. */
const snoozedByLink = alertGroupLimits.snoozeMinutesByLink;

/** An act by a person; the others are receipts of devices. */
export type ActByLink = Exclude<PageAct, { readonly act: 'receipt' }>;
/** The acts by a message with several pages. */
export type ActOnAll = Extract<ActByLink, { readonly act: 'acknowledge' | 'answer' | 'snooze' | 'undo' }>;

/** By a reply only, which confirms it. */
export type Resolving = Extract<ActByLink, { readonly act: 'resolve' }>;

export const isActOnAll = (pressed: PageAct): pressed is ActOnAll => ['acknowledge', 'answer', 'snooze', 'undo'].includes(pressed.act);

interface Pressed {
  readonly group: ExistingGroup;
  readonly pageId: string;
}
type CommandOfAct<A extends ActByLink['act']> = (pressed: Extract<ActByLink, { readonly act: A }>, on: Pressed) => CommandByLink;
interface CommandByLink {
  readonly type: CommandType;
  readonly data: object;
}

const commandsOfActs: { readonly [A in ActByLink['act']]: CommandOfAct<A> } = {
  undo: (_pressed, { group }) => ({
    type: group.status === 'acknowledged' && group.snooze ? 'UnsnoozeAlertGroup' : 'UnacknowledgeAlertGroup',
    data: {},
  }),
  acknowledge: () => ({ type: 'AcknowledgeAlertGroup', data: {} }),
  snooze: () => ({ type: 'SnoozeAlertGroup', data: { minutes: snoozedByLink } }),
  resolve: () => ({ type: 'ResolveAlertGroup', data: {} }),
  note: ({ text }) => ({ type: 'AddNote', data: { text } }),
  action_needed: ({ answer }) => ({ type: 'AnswerActionNeeded', data: { answer } }),
  add_responder: ({ personId }) => ({ type: 'AddResponder', data: { personId } }),
  pass_on: (_pressed, { pageId }) => ({ type: 'AnswerPage', data: { pageId, passesOn: true } }),
  answer: (_pressed, { pageId }) => ({ type: 'AnswerPage', data: { pageId } }),
};

/** The command for a button on the linked page; its group is the one that paged. */
export const commandOf = (pressed: ActByLink, on: Pressed): CommandByLink =>
  (commandsOfActs[pressed.act] as CommandOfAct<ActByLink['act']>)(pressed, on);
