import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Urgency } from '@tocsin/contracts/contacts.js';
import { limits } from '@tocsin/contracts/limits.js';
import { shownText } from '@tocsin/contracts/redactions.js';
import type { ServiceRow } from '@tocsin/contracts/services.js';
import type { DataOf } from '@tocsin/kernel/decide/decider.js';
import { charactersOf } from '../rules/characters-of.js';
import { severest, titleOf, urgencyOfOpening } from './alerts.js';
import { noteCut } from './apply-signal.js';
import type { InternalCommand } from './commands.js';
import { Draft } from './draft.js';
import type { Ctx, Decide } from './internal-act.js';
import { followOr } from './linked/align.js';
import { startClimb } from './paging/climb.js';
import { page } from './paging/paging.js';
import { isStorm, titleOfStorm } from './storm.js';

type Opening = DataOf<InternalCommand, 'OpenAlertGroup'>;

const titleOfOpening = (data: Opening, service: ServiceRow | undefined): Opening['title'] => {
  if (isStorm(data)) return titleOfStorm(data.alerts, service?.name);
  return data.alerts.length > 0 ? titleOf(data.alerts, shownText(data.title)) : data.title;
};

/** The service’s policy in its current version; null: no automatic pages. */
const policyOf = (service: ServiceRow | undefined, { reads }: Ctx): FactOf<'AlertGroupOpened'>['policy'] => {
  const policy = service?.state === 'active' ? reads.policies.get(service.policyId) : undefined;
  return policy && !policy.removed ? { policyId: policy.id, version: policy.version } : null;
};

const addOpened = (draft: Draft, data: Opening, urgency: Urgency): void => {
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
      title: titleOfOpening(data, service),
      urgency,
      test: data.test,
      previousGroupId: data.previousGroupId,
      alerts: [...data.alerts],
      policy: policyOf(service, context),
      ackTimeoutMinutes: service?.ackTimeoutMinutes ?? limits.ackTimeoutMinutes[urgency],
    },
  });
};

/** Adds the parts of the origin beside listed alerts: counted ones and a truncated list, or the people to page. */
const addOrigin = (draft: Draft, { groupId, origin, counted, cutList }: Opening, urgency: Urgency): void => {
  if (origin.kind === 'signal') {
    const { signal } = origin;
    if (counted) draft.add({ type: 'AlertsCounted', data: { groupId, signal, ...counted, news: null, urgency } });
    noteCut(draft, { signal, cutList });
  }
  if (origin.kind === 'page') {
    for (const personId of origin.personIds) page(draft, personId, { cause: { kind: 'person', by: origin.personId }, urgency });
  }
};

export const openGroup: Decide<'OpenAlertGroup'> = (data, state, context) => {
  if (state.status !== 'none') return [];
  const service = data.serviceId ? context.reads.services.get(data.serviceId) : undefined;
  const urgency = data.urgency ?? urgencyOfOpening([...data.alerts, ...severest(data.counted)], service, context.now);
  const draft = new Draft(state, context);
  addOpened(draft, data, urgency);
  addOrigin(draft, data, urgency);
  followOr(draft, () => startClimb(draft, 'opened', { atOnce: charactersOf(data) <= limits.pagedAtOnceCharacters }));
  return draft.facts;
};
