import { readablePersonal } from '@tocsin/contracts/ids.js';
import type { WebhookStep } from '@tocsin/contracts/contacts/webhook.js';
import { listAlerts } from '@tocsin/domain/operation/alert-groups/alert-table.js';
import { teamOf } from '@tocsin/domain/operation/alert-groups/shared/reads.js';
import type { ExistingGroup, Page, WebhookCall } from '@tocsin/domain/operation/alert-groups/state.js';
import type { ReactorServerParts, DisplayedAddress } from '../core/server-reach.js';
import { aboutOf } from './page-message.js';
import { visibleGroup } from './visible-group.js';
import { shortenTitle } from './wording.js';

const isRinging = ({ state, quiet }: Page): boolean => state === 'running' && !quiet;

/** The names of the people who are being paged. */
export const namesOfPaged = ({ reads }: Pick<ReactorServerParts, 'reads'>, { pages }: ExistingGroup): readonly string[] => {
  const paged = [...new Set(pages.filter(isRinging).map(({ personId }) => personId))];
  return paged.map((personId) => readablePersonal(reads.people.get(personId)?.name));
};

const kindOf = (route: WebhookCall['route']): Pick<WebhookStep, 'type' | 'route'> =>
  route ? { type: 'route_post', route } : { type: 'escalation_step' };

/** The body for a webhook that a step calls or a route posts to, with current names and titles. Rejects with the log’s error. */
export const stepBody = async (
  { server, address }: { readonly server: ReactorServerParts; readonly address: DisplayedAddress },
  group: ExistingGroup,
  { callId, knownAs = callId, subscriptionId, route, round, step }: WebhookCall,
): Promise<WebhookStep> => {
  const { reads } = server;
  const { groupId, number, urgency, firingSince: since, serviceId, policy, cutList } = group;
  const visible = await visibleGroup(server, group);
  const { about, sourceName } = aboutOf(server, group, visible.alerts);
  return {
    ...kindOf(route),
    id: knownAs,
    subscriptionId,
    groupId,
    number,
    title: shortenTitle(visible.title),
    urgency,
    service: (serviceId && reads.services.get(serviceId)?.name) || null,
    team: reads.teams.get(teamOf(group, reads) ?? '')?.name ?? null,
    since,
    alerts: listAlerts(group.alerts).length,
    ...(cutList ? { cutList } : {}),
    description: about.description,
    labels: about.labels,
    links: [...about.links],
    source: sourceName,
    policy: policy && { ...policy, name: reads.policies.get(policy.policyId)?.name ?? '' },
    round,
    step,
    paged: [...namesOfPaged(server, group)],
    link: `${address.url()}/alerts/${number}`,
    ...(group.test ? { test: true as const } : {}),
  };
};
