import type { WebhookEvent, WebhookEvents, WebhookRecorded } from '@tocsin/contracts/event-subscriptions/webhook-events.js';
import { listAlerts } from '@tocsin/domain/operation/alert-groups/alert-table.js';
import type { ExistingGroup, WebhookCall } from '@tocsin/domain/operation/alert-groups/state.js';
import type { DisplayedAddress, ReactorServerParts } from '../core/server-reach.js';
import { stateOf, unanswered, type GroupCard, type GroupState } from './group-card.js';
import { aboutOf } from './page-message.js';
import { namesOfPaged } from './step-webhook.js';
import { visibleGroup } from './visible-group.js';
import { details, listPeople, shortenTitle } from './wording.js';

export interface PostContext {
  readonly server: ReactorServerParts;
  readonly address: DisplayedAddress;
}

const stepLine = ({ server: { reads } }: PostContext, { policy }: ExistingGroup, { step, round }: WebhookCall): string => {
  const name = policy && reads.policies.get(policy.policyId)?.name;
  return `Step ${step}${name ? ` of ${name}` : ''}${round > 1 ? `, repeat ${round - 1}` : ''}`;
};

/** A group as everyone in a channel may read it. Its link needs a session. */
export const cardOfGroup = async (
  { server, address }: PostContext,
  group: ExistingGroup,
  { state, buttons, mark }: GroupState = unanswered,
): Promise<GroupCard> => {
  const visible = await visibleGroup(server, group);
  const alerts = listAlerts(group.alerts).length;
  const paged = namesOfPaged(server, group);
  const service = group.serviceId && server.reads.services.get(group.serviceId)?.name;
  return {
    groupId: group.groupId,
    title: `${mark ?? (group.urgency === 'high' ? '‼' : '○')} #${group.number} ${shortenTitle(visible.title)}`,
    lines: [
      group.test ? 'This is a test.' : '',
      service || '',
      `${alerts} ${alerts === 1 ? 'alert' : 'alerts'}`,
      paged.length > 0 ? `Paged: ${listPeople(paged)}` : '',
      ...details({ ...aboutOf(server, group, visible.alerts), title: visible.title, alerts }),
    ].filter((line) => line !== ''),
    state,
    buttons,
    link: { label: 'Open the alert', href: `${address.url()}/alerts/${group.number}` },
  };
};

/** What a step posts: the whole group; below an earlier message of the channel, that there is still no answer. A route posts the group as it is. */
export const stepCard = async (context: PostContext, group: ExistingGroup, call: WebhookCall, isBelow: boolean): Promise<GroupCard> => {
  if (call.route) return cardOfGroup(context, group, stateOf(context.server, group));
  const card = await cardOfGroup(context, group);
  const step = stepLine(context, group, call);
  if (!isBelow) return { ...card, lines: [step, ...card.lines] };
  return { ...card, lines: [`Not acknowledged yet. ${step}.`, ...card.lines.filter((line) => line.startsWith('Paged: '))], buttons: [] };
};

type PostedEvent = WebhookEvent | WebhookRecorded;
const isRecorded = (event: PostedEvent): event is WebhookRecorded => event.type.startsWith('alerts.');

const marks: Readonly<Partial<Record<string, string>>> = { resolved: '✓', acknowledged: '●', snoozed: '●' };
const kindOf = ({ type }: WebhookEvent): string => type.slice('alert_group.'.length);
/** `○ Disk is full and 3 more`. */
const recordedHead = ({ type, count, alerts, integration }: WebhookRecorded): string => {
  const [first] = alerts;
  const title = first ? shortenTitle(first.summary || first.name) : `An alert of ${integration.name ?? 'an integration'}`;
  return `${type === 'alerts.recorded' ? '○' : '✓'} ${title}${count > 1 ? ` and ${count - 1} more` : ''}`;
};
const headOf = (event: PostedEvent): string =>
  isRecorded(event)
    ? recordedHead(event)
    : `${marks[kindOf(event)] ?? (event.group.urgency === 'high' ? '‼' : '○')} #${event.group.number} ${shortenTitle(event.group.title)}`;
const serviceNameOf = (event: PostedEvent): string | null | undefined =>
  isRecorded(event) ? event.service.name : event.group.service?.name;

const whatHappened = (event: PostedEvent): string => {
  if (isRecorded(event)) return event.type === 'alerts.recorded' ? 'recorded only' : 'resolved';
  const { by, step } = event;
  const kind = kindOf(event);
  const what = kind === 'escalated' && typeof step === 'number' ? `escalated to step ${step}` : kind;
  return `${what}${by?.name ? ` by ${by.name}` : ''}`;
};
const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;

/** Several are listed, so that a storm is one message. */
const listedEvents = 5;

const several = (events: readonly PostedEvent[], url: string): GroupCard => {
  const lines = events.slice(0, listedEvents).map((event) => `${headOf(event)}: ${whatHappened(event)}`);
  const more = events.length - lines.length;
  const names = events.map((event) => serviceNameOf(event) ?? 'no service');
  const services = [...new Set(names)];
  const count = (name: string): number => names.filter((one) => one === name).length;
  return {
    groupId: '',
    title: `${events.length} updates`,
    lines: [...lines, ...(more > 0 ? [`and ${more} more: ${services.map((name) => `${name} ${count(name)}`).join(', ')}`] : [])],
    state: '',
    buttons: [],
    link: { label: 'Open alerts', href: `${url}/alerts` },
  };
};

/** What happened to alert groups, in one message. */
export const eventsCard = ({ events, recorded = [], test }: WebhookEvents, url: string): GroupCard => {
  const all = [...events, ...recorded].toSorted((a, b) => (a.at < b.at ? -1 : 1));
  const [first, ...others] = all;
  const none = { groupId: '', state: '', buttons: [] } as const;
  if (!first || test) {
    const link = { label: 'Open Tocsin', href: url };
    return { ...none, title: 'Test message from Tocsin', lines: ['Events of alert groups are posted here.'], link };
  }
  if (others.length > 0) return several(all, url);
  const lines = [sentence(whatHappened(first)), serviceNameOf(first) ?? ''].filter((line) => line !== '');
  if (isRecorded(first)) return { ...none, title: headOf(first), lines, link: { label: 'Open the service', href: first.link } };
  const { group } = first;
  return { ...none, groupId: group.id, title: headOf(first), lines, link: { label: 'Open the alert', href: group.link } };
};
