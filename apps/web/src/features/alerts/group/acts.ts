import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';

export type Act =
  | 'acknowledge'
  | 'join'
  | 'takeOver'
  | 'reassign'
  | 'page'
  | 'snooze'
  | 'unsnooze'
  | 'escalate'
  | 'giveBack'
  | 'renew'
  | 'resolve'
  | 'reopen'
  | 'reopenAndHave'
  | 'silence'
  | 'unlink'
  | 'noise'
  | 'noNoise';

/** My roles in this group. */
const isMine = ({ holder, responders }: AlertGroupRow, me: string): boolean =>
  (holder?.kind === 'person' && holder.personId === me) || responders.includes(me);

/** The main button’s act, by state of the group: the most likely one. */
export function mainAct(row: AlertGroupRow, me: string): Act {
  if (row.status === 'firing' || row.status === 'snoozed' || row.status === 'suppressed') return 'acknowledge';
  if (row.status === 'resolved') return 'reopen';
  if (row.holder?.kind === 'sender' || row.reassigning?.personId === me) return 'takeOver';
  return isMine(row, me) ? 'resolve' : 'join';
}

/** The other acts, for the menu, in the order of how often they are wanted. */
export const otherActs = (row: AlertGroupRow, me: string): readonly Act[] => [
  ...handlingActs(row, me),
  ...(row.linked && row.follows ? ['unlink' as const] : []),
  // reports count no tests
  ...(row.test ? [] : [row.noise ? ('noNoise' as const) : ('noise' as const)]),
];

/** Shown as buttons beside the main one where there is room: what is wanted most often. */
const inSight: readonly Act[] = ['resolve', 'snooze', 'reassign', 'page'];
const inSightAtMost = 3;

/** The buttons beside the main one, in a fixed order, and what is left for the menu. */
export function shownActs(row: AlertGroupRow, me: string): { readonly buttons: readonly Act[]; readonly rest: readonly Act[] } {
  const others = otherActs(row, me);
  const buttons = inSight.filter((act) => others.includes(act)).slice(0, inSightAtMost);
  return { buttons, rest: others.filter((act) => !buttons.includes(act)) };
}

function handlingActs(row: AlertGroupRow, me: string): readonly Act[] {
  if (row.status === 'resolved') return ['reopenAndHave'];
  if (row.status === 'firing') return ['page', 'snooze', 'silence', 'escalate', 'resolve'];
  if (row.status === 'suppressed') return ['page', 'snooze', 'resolve'];
  if (row.status === 'snoozed') return ['unsnooze', 'snooze', 'page', 'escalate', 'resolve'];
  const isHolder = row.holder?.kind === 'person' && row.holder.personId === me;
  const main = mainAct(row, me);
  const acts: readonly Act[] = isHolder
    ? ['page', 'reassign', 'snooze', 'silence', 'renew', 'escalate', 'giveBack']
    : isMine(row, me)
      ? ['takeOver', 'page', 'reassign', 'snooze', 'silence', 'escalate', 'giveBack']
      : ['takeOver', 'page', 'reassign', 'snooze', 'silence', 'escalate', 'resolve', 'giveBack'];
  return acts.filter((act) => act !== main);
}

export const actWords: Record<Act, { readonly label: string; readonly hint?: string; readonly key?: string }> = {
  acknowledge: { label: 'Acknowledge', key: 'a' },
  join: { label: 'Join', key: 'i' },
  takeOver: { label: 'Take over', key: 't', hint: 'Assigns it to you; the previous assignee gets no more reminders' },
  reassign: { label: 'Reassign…', key: 'h', hint: 'Stays with the current assignee until someone accepts' },
  page: { label: 'Add responders…', key: 'p' },
  snooze: { label: 'Snooze…', key: 'z', hint: 'Pages no one until the snooze ends' },
  silence: { label: 'Silence…', key: 'q', hint: 'Mutes matching alerts of all services of the team' },
  unsnooze: { label: 'Unsnooze', key: 'b', hint: 'Returns to its state before the snooze' },
  escalate: { label: 'Escalate now', key: 'e', hint: 'Pages the next step of the policy now' },
  giveBack: { label: 'Unacknowledge', key: 'b', hint: 'Pages start again after 10 seconds' },
  renew: { label: 'Still working on it', key: 's', hint: 'Restarts the acknowledgement timeout' },
  resolve: { label: 'Resolve', key: 'r' },
  reopen: { label: 'Reopen', key: 'o' },
  unlink: { label: 'Unlink', hint: 'It is paged for itself again, from its first step' },
  noise: { label: 'Mark as noise…', key: 'm', hint: 'Reports do not count it as actionable' },
  noNoise: { label: 'Remove noise mark', key: 'm' },
  reopenAndHave: { label: 'Reopen and acknowledge', hint: 'No one is paged' },
};
