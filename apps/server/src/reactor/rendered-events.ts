import { readable } from '@tocsin/contracts/ids.js';
import type { WebhookEvent } from '@tocsin/contracts/webhook-events.js';
import { teamOf } from '@tocsin/domain/alert-groups/shared/reads.js';
import type { OpenGroup } from '@tocsin/domain/alert-groups/shared/reads.js';
import type { GroupEvent } from '@tocsin/domain/event-subscriptions/group-events.view.js';
import { shownTitle } from '../deliveries/shown-group.js';
import type { ServerReach } from '../core/server-reach.js';

const actorName = ({ reads }: ServerReach, { kind, id }: NonNullable<GroupEvent['by']>): string | null => {
  if (kind === 'person') return readable(reads.people.get(id)?.name);
  return kind === 'token' ? readable(reads.tokens.get(id)?.name) : (reads.integrations.get(id)?.name ?? null);
};

const groupOf = async (server: ServerReach, group: OpenGroup, url: string): Promise<WebhookEvent['group']> => {
  const { groupId: id, number, status, urgency, openedAt, serviceId } = group;
  const service = serviceId ? server.reads.services.get(serviceId) : undefined;
  const team = server.reads.teams.get(teamOf(group, server.reads) ?? '');
  return {
    id,
    number,
    title: await shownTitle(server, group),
    status,
    urgency,
    openedAt,
    service: service ? { id: service.id, name: service.name } : null,
    team: team ? { id: team.id, name: team.name } : null,
    link: `${url}/alerts/${number}`,
  };
};

/** Events as they are sent: with current names, titles and states. An event whose alert group is no longer known is left out. */
export const renderedEvents = async (server: ServerReach, events: readonly GroupEvent[], url: string): Promise<readonly WebhookEvent[]> => {
  const groups = new Map<string, WebhookEvent['group']>();
  const rendered: WebhookEvent[] = [];
  for (const { kind, groupId, id, at, revision, by, step, round } of events) {
    const known = server.reads.groups.get(groupId);
    if (!known) continue;
    const group = groups.get(groupId) ?? (await groupOf(server, known, url));
    groups.set(groupId, group);
    const who = by && { ...by, name: actorName(server, by) };
    const climbed = step === undefined || round === undefined ? {} : { step, round };
    rendered.push({ id, type: `alert_group.${kind}`, at, revision, by: who, ...climbed, group });
  }
  return rendered;
};
