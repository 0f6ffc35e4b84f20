import { readablePersonal } from '@tocsin/contracts/ids.js';
import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { WebhookEvent, WebhookEvents, WebhookRecorded } from '@tocsin/contracts/event-subscriptions/webhook-events.js';
import { teamOf } from '@tocsin/domain/operation/alert-groups/shared/reads.js';
import type { OpenGroup } from '@tocsin/domain/operation/alert-groups/shared/reads.js';
import {
  isRecorded,
  type GroupEvent,
  type RecordedAlerts,
  type SubscriptionEvent,
} from '@tocsin/domain/operation/event-subscriptions/group-events.view.js';
import { visibleTitle } from '../deliveries/visible-group.js';
import type { ReactorServerParts } from '../core/server-reach.js';

const actorName = ({ reads }: ReactorServerParts, { kind, id }: NonNullable<GroupEvent['by']>): string | null => {
  if (kind === 'person') return readablePersonal(reads.people.get(id)?.name);
  return kind === 'token' ? readablePersonal(reads.tokens.get(id)?.name) : (reads.integrations.get(id)?.name ?? null);
};

const groupOf = async (server: ReactorServerParts, group: OpenGroup, url: string): Promise<WebhookEvent['group']> => {
  const { groupId: id, number, status, urgency, openedAt, serviceId } = group;
  const service = serviceId ? server.reads.services.get(serviceId) : undefined;
  const team = server.reads.teams.get(teamOf(group, server.reads) ?? '');
  return {
    id,
    number,
    title: await visibleTitle(server, group),
    status,
    urgency,
    openedAt,
    service: service ? { id: service.id, name: service.name } : null,
    team: team ? { id: team.id, name: team.name } : null,
    link: `${url}/alerts/${number}`,
  };
};

/** What their senders said, with redactions applied. */
const recordedAlertsOf = async ({ log, decode, redactions }: ReactorServerParts, { first }: RecordedAlerts) => {
  const signals = new Map(
    (await log.readOrdinals(first.map(({ ordinal }) => ordinal))).map((stored) => [stored.ordinal, redactions.redact(decode(stored))]),
  );
  return first.flatMap(({ ordinal, index }) => {
    const alert = (signals.get(ordinal) as RecordedOf<'SignalReceived'> | undefined)?.data.signal.alerts[index];
    return alert ? [{ name: alert.name, summary: alert.summary, severity: alert.severity, labels: alert.labels }] : [];
  });
};

const renderRecorded = async (server: ReactorServerParts, event: RecordedAlerts, url: string): Promise<WebhookRecorded> => {
  const { id, at, kind, integrationId, serviceId, count } = event;
  const { integrations, services } = server.reads;
  return {
    id,
    type: `alerts.${kind}`,
    at,
    integration: { id: integrationId, name: integrations.get(integrationId)?.name ?? null },
    service: { id: serviceId, name: services.get(serviceId)?.name ?? null },
    count,
    alerts: await recordedAlertsOf(server, event),
    link: `${url}/services/${serviceId}`,
  };
};

/** Events as they are sent: with current names, titles and states. An event whose alert group is no longer known is left out. */
export const renderEvents = async (
  server: ReactorServerParts,
  events: readonly SubscriptionEvent[],
  url: string,
): Promise<Pick<WebhookEvents, 'events' | 'recorded'>> => {
  const groups = new Map<string, WebhookEvent['group']>();
  const rendered: WebhookEvent[] = [];
  const recorded: WebhookRecorded[] = [];
  for (const event of events) {
    if (isRecorded(event)) {
      recorded.push(await renderRecorded(server, event, url));
      continue;
    }
    const { kind, groupId, id, at, revision, by, step, round } = event;
    const groupRow = server.reads.groups.get(groupId);
    if (!groupRow) continue;
    const group = groups.get(groupId) ?? (await groupOf(server, groupRow, url));
    groups.set(groupId, group);
    const actor = by && { ...by, name: actorName(server, by) };
    const climbed = step === undefined || round === undefined ? {} : { step, round };
    rendered.push({ id, type: `alert_group.${kind}`, at, revision, by: actor, ...climbed, group });
  }
  return { events: rendered, ...(recorded.length > 0 ? { recorded } : {}) };
};
