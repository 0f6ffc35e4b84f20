import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { higherOf, type Urgency } from '@tocsin/contracts/contacts/events.js';
import * as serviceLimits from '@tocsin/contracts/services/limits.js';
import * as routingLimits from '@tocsin/contracts/routing/limits.js';
import { textOrErased } from '@tocsin/contracts/redactions/noun.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import type { DataOf } from '@tocsin/kernel/decide/decider.js';
import { charactersOf } from '../../rules/characters-of.js';
import { toWorstAlert, titleOf, openingUrgencyOf, urgencyOf } from './alerts.js';
import { openingUrgencyAmong } from './aspects/mutes/counting.js';
import { noteCut } from './apply-signal.js';
import type { InternalCommand } from './commands.js';
import { Draft } from './draft.js';
import type { GroupContext, DecisionFunction } from './internal-act.js';
import { linkOrElse } from './linked/link-by-rule.js';
import { waitFromStart } from './paging/claim-attempt.js';
import { startEscalation } from './paging/escalation.js';
import { page } from './paging/paging.js';
import { planPosts } from './paging/webhook-calls.js';
import { isRehearsal } from './shared/rehearsal.js';
import { isStorm, stormTitleOf } from './storm.js';

type OpenGroupData = DataOf<InternalCommand, 'OpenAlertGroup'>;

const openingTitleOf = (data: OpenGroupData, service: ServiceRow | undefined): OpenGroupData['title'] => {
  if (isStorm(data)) return stormTitleOf(data.alerts, service?.name);
  return data.alerts.length > 0 ? titleOf(data.alerts, textOrErased(data.title)) : data.title;
};

/** The rule’s policy, or the service’s, in its current version; null: no automatic pages. */
const policyOf = (
  service: ServiceRow | undefined,
  routedTo: string | undefined,
  { reads }: GroupContext,
): FactOf<'AlertGroupOpened'>['policy'] => {
  if (service?.state !== 'active') return null;
  const ofRule = routedTo === undefined ? undefined : reads.policies.get(routedTo);
  const policy = ofRule && !ofRule.removed ? ofRule : reads.policies.get(service.policyId);
  return policy && !policy.removed ? { policyId: policy.id, version: policy.version } : null;
};

const addOpened = (draft: Draft, data: OpenGroupData, urgency: Urgency): void => {
  const { context } = draft;
  const service = data.serviceId ? context.reads.services.get(data.serviceId) : undefined;
  draft.add({
    type: 'AlertGroupOpened',
    data: {
      groupId: data.groupId,
      number: data.number,
      serviceId: data.serviceId,
      teamId: service?.teamId ?? null,
      origin: data.origin,
      title: openingTitleOf(data, service),
      urgency,
      test: data.test,
      previousGroupId: data.previousGroupId,
      alerts: [...data.alerts],
      policy: policyOf(service, data.policyId, context),
      ackTimeoutMinutes: service?.ackTimeoutMinutes ?? serviceLimits.ackTimeoutMinutes[urgency],
      ...(isRehearsal(data, context.reads) ? { rehearses: true } : {}),
    },
  });
};

/** Adds the parts of the origin beside listed alerts: counted ones and a truncated list, or the people to page. */
const addOrigin = (draft: Draft, { groupId, origin, counted, cutList }: OpenGroupData, urgency: Urgency): void => {
  if (origin.kind === 'signal') {
    const { signal } = origin;
    if (counted) draft.add({ type: 'AlertsCounted', data: { groupId, signal, ...counted, news: null, urgency } });
    noteCut(draft, { signal, cutList });
  }
  if (origin.kind === 'page') {
    for (const personId of origin.personIds) page(draft, personId, { cause: { kind: 'person', by: origin.personId }, urgency });
  }
};

/** By what counts; while all is muted, it has the urgency that it would have. */
const urgencyOfOpening = (data: OpenGroupData, service: ServiceRow | undefined, context: GroupContext): Urgency => {
  const group = { ...data, teamId: service?.teamId ?? null };
  const countedAlerts = toWorstAlert(data.counted);
  if (data.alerts.length === 0) return openingUrgencyOf(countedAlerts, service, context.now);
  const urgency = openingUrgencyAmong(group, data.alerts, context, countedAlerts.length > 0);
  return countedAlerts.length > 0 ? higherOf(urgency, urgencyOf(countedAlerts, service, context.now)) : urgency;
};

export const openGroup: DecisionFunction<'OpenAlertGroup'> = (data, state, context) => {
  if (state.status !== 'none') return [];
  const service = data.serviceId ? context.reads.services.get(data.serviceId) : undefined;
  const urgency = data.urgency ?? urgencyOfOpening(data, service, context);
  const draft = new Draft(state, context);
  addOpened(draft, data, urgency);
  addOrigin(draft, data, urgency);
  // before the first step: where that names the same channel, it posts there
  planPosts(draft, data.posts);
  const isSmall = charactersOf(data) <= routingLimits.pagedAtOnceCharacters;
  linkOrElse(draft, (isLinked) => startEscalation(draft, 'opened', { atOnce: isSmall && !isLinked }));
  if (isSmall) waitFromStart(draft);
  return draft.facts;
};
