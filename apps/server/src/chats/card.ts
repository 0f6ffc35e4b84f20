import { readablePersonal } from '@tocsin/contracts/ids.js';
import { listAlerts } from '@tocsin/domain/operation/alert-groups/alert-table.js';
import type { ExistingGroup } from '@tocsin/domain/operation/alert-groups/state.js';
import type { ServerParts } from '../core/server-parts.js';
import { visibleGroup } from '../deliveries/visible-group.js';
import { shortenTitle } from '../deliveries/wording.js';

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

type Dependencies = Pick<ServerParts, 'decode' | 'log' | 'reads' | 'redactions'>;

const holderOf = ({ reads }: Pick<Dependencies, 'reads'>, group: ExistingGroup): string => {
  const holder = group.status === 'acknowledged' && group.holder.kind === 'person' ? group.holder.personId : null;
  return holder === null ? '' : ` by ${readablePersonal(reads.people.get(holder)?.name)}`;
};

/** While nobody has it. */
export const unanswered: Pick<GroupCard, 'state' | 'buttons'> = { state: '', buttons: buttonsFor('acknowledge', 'resolve') };

/** What a message about the group says now, whatever it said before: the buttons that make sense, and none after its end. */
export const stateOf = (
  dependencies: Pick<Dependencies, 'reads'>,
  group: ExistingGroup,
): Pick<GroupCard, 'state' | 'buttons'> & { readonly mark: string } => {
  if (group.status === 'resolved') return { mark: '✓', state: 'Resolved.', buttons: [] };
  const mark = group.urgency === 'high' ? '‼' : '○';
  if (group.status === 'firing') return { mark, ...unanswered };
  const verb = group.snooze ? 'Snoozed' : 'Acknowledged';
  return { mark, state: `${verb}${holderOf(dependencies, group)}.`, buttons: buttonsFor('take_over', 'resolve') };
};

/** The message about a group for everybody in a channel. */
export const cardOf = async (dependencies: Dependencies, group: ExistingGroup, url: string): Promise<GroupCard> => {
  const { reads } = dependencies;
  const visible = await visibleGroup(dependencies, group);
  const alerts = listAlerts(visible.alerts);
  const firing = alerts.filter((alert) => alert.firing).length;
  const { mark, state, buttons } = stateOf(dependencies, group);
  return {
    groupId: group.groupId,
    title: `${mark} #${group.number} ${shortenTitle(visible.title)}`,
    lines: [
      (group.serviceId && reads.services.get(group.serviceId)?.name) || '',
      group.status === 'resolved' ? '' : `${firing} of ${alerts.length} alerts firing`,
    ].filter((line) => line !== ''),
    state,
    buttons,
    link: { label: 'Open in Tocsin', href: `${url}/alerts/${group.number}` },
  };
};
