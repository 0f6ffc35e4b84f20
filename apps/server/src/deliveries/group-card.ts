import { readablePersonal } from '@tocsin/contracts/ids.js';
import type { ExistingGroup, LeaderState } from '@tocsin/domain/operation/alert-groups/state.js';
import type { ServerParts } from '../core/server-parts.js';

export const chatActs = ['acknowledge', 'resolve', 'take_over'] as const;
export type ChatAct = (typeof chatActs)[number];

export interface CardButton {
  readonly act: ChatAct;
  readonly label: string;
}

/** An alert group as a message in a chat, which is edited as the group’s state changes. */
export interface GroupCard {
  readonly groupId: string;
  /** `‼ #1042 Disk is full` */
  readonly title: string;
  readonly lines: readonly string[];
  /** `Acknowledged by Bo.`; empty: it fires, and nobody has it. */
  readonly state: string;
  readonly buttons: readonly CardButton[];
  readonly link: { readonly label: string; readonly href: string };
}

const labels: Readonly<Record<ChatAct, string>> = { acknowledge: 'Acknowledge', resolve: 'Resolve', take_over: 'Take over' };
const buttonsFor = (...acts: readonly ChatAct[]): readonly CardButton[] => acts.map((act) => ({ act, label: labels[act] }));

type Dependencies = Pick<ServerParts, 'reads'>;

const holderOf = ({ reads }: Dependencies, group: ExistingGroup): string => {
  const holder = group.status === 'acknowledged' && group.holder.kind === 'person' ? group.holder.personId : null;
  return holder === null ? '' : ` by ${readablePersonal(reads.people.get(holder)?.name)}`;
};

/** What changes in a message with the group’s state. `mark`: in place of that of its page. */
export interface GroupState extends Pick<GroupCard, 'state' | 'buttons'> {
  readonly mark?: string;
}

/** While nobody has it. */
export const unanswered: GroupState = { state: '', buttons: buttonsFor('acknowledge', 'resolve') };

/** In a storm, the group that leads it has holder and snooze. */
const followingState = ({ reads }: Dependencies, { leader, holder, snoozedUntil }: LeaderState): GroupState => {
  const by = holder?.kind === 'person' ? ` by ${readablePersonal(reads.people.get(holder.personId)?.name)}` : '';
  return {
    state: `${snoozedUntil ? 'Snoozed' : 'Acknowledged'}${by}, as part of #${leader.number}.`,
    buttons: buttonsFor('take_over', 'resolve'),
  };
};

/** What a message about the group says now, whatever it said before: the buttons that make sense, and none after its end. */
export const stateOf = (dependencies: Dependencies, group: ExistingGroup): GroupState => {
  if (group.status === 'resolved') return { mark: '✓', state: 'Resolved.', buttons: [] };
  const leading = group.links.follows;
  if (leading && (leading.holder || leading.snoozedUntil)) return followingState(dependencies, leading);
  if (group.status === 'firing') return unanswered;
  const verb = group.snooze ? 'Snoozed' : 'Acknowledged';
  return { state: `${verb}${holderOf(dependencies, group)}.`, buttons: buttonsFor('take_over', 'resolve') };
};
