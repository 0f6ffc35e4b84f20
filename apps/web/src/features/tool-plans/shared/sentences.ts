import type { ApprovedAct, events as toolPlanEvents, PlannedTool, RecordedAct } from '@tocsin/contracts/tool-plans/noun.js';
import { textOrErased } from '@tocsin/contracts/redactions/noun.js';
import type { Sentences } from '../../../data/words/sentence.js';

export const toolWords: Readonly<Record<PlannedTool, string>> = {
  acknowledge_alert_group: 'acknowledge',
  snooze_alert_group: 'snooze',
  add_note: 'write a note on',
  resolve_alert_group: 'resolve',
};

export const endWords = {
  expired: 'nobody approved it in time',
  changed: 'the alert group had changed',
  token_ended: 'its token may no longer do it',
  approver: 'who approved it may no longer do it',
  refused: 'it was refused',
} as const;

const actWords = (act: RecordedAct | ApprovedAct, number: number): string => {
  if (act.tool === 'add_note' && 'text' in act) return `${toolWords[act.tool]} #${number}: ${textOrErased(act.text)}`;
  return `${toolWords[act.tool]} #${number}${act.tool === 'snooze_alert_group' ? ` for ${act.minutes} min` : ''}`;
};

export const toolPlanSentences: Sentences<keyof typeof toolPlanEvents> = {
  ToolPlanProposed: ({ data }, names) => `The program ${names.token(data.token.id)} asked to ${actWords(data.act, data.number)}.`,
  ToolPlanApproved: ({ data, meta }, names) =>
    data.standingId === undefined
      ? `${names.actor(meta.actor)} let the program ${names.token(data.token.id)} ${actWords(data.act, data.number)}.`
      : `A standing approval let the program ${names.token(data.token.id)} ${actWords(data.act, data.number)}.`,
  ToolPlanDeclined: ({ data, meta }, names) => `${names.actor(meta.actor)} declined what a program asked for on #${data.number}.`,
  ToolPlanCarriedOut: ({ data }) => `What a program asked for on #${data.number} was done.`,
  ToolPlanEnded: ({ data }) => `What a program asked for on #${data.number} was not done: ${endWords[data.because]}.`,
  StandingApprovalGiven: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} let the program ${names.token(data.tokenId)} ${toolWords[data.tool]} alert groups of ${names.team(data.teamId)} without asking, ${data.perDay} times a day for ${data.days} days.`,
  StandingApprovalUsed: ({ data }) => `A program used a standing approval: it counts for ${data.day}.`,
  StandingApprovalEnded: ({ meta }, names) => `${names.actor(meta.actor)} ended a standing approval.`,
};
