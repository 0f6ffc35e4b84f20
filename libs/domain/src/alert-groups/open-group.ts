import { limits } from '@tocsin/contracts/limits.js';
import { shownText } from '@tocsin/contracts/redactions.js';
import { charactersOf } from '../rules/characters-of.js';
import { severest, titleOf, urgencyOfOpening } from './alerts.js';
import { noteCut } from './apply-signal.js';
import { Draft } from './draft.js';
import type { Decide } from './internal-act.js';
import { followOr } from './linked/align.js';
import { startClimb } from './paging/climb.js';
import { page } from './paging/paging.js';
import { isStorm, titleOfStorm } from './storm.js';

export const openGroup: Decide<'OpenAlertGroup'> = (data, state, context) => {
  if (state.status !== 'none') return [];
  const { reads } = context;
  const service = data.serviceId ? reads.services.get(data.serviceId) : undefined;
  const policy = service?.state === 'active' ? reads.policies.get(service.policyId) : undefined;
  const urgency = data.urgency ?? urgencyOfOpening([...data.alerts, ...severest(data.counted)], service, context.now);
  const draft = new Draft(state, context);
  const title = data.alerts.length > 0 ? titleOf(data.alerts, shownText(data.title)) : data.title;
  draft.add({
    type: 'AlertGroupOpened',
    data: {
      groupId: data.groupId,
      number: data.number,
      serviceId: data.serviceId,
      teamId: service?.teamId ?? null,
      origin: data.origin,
      title: isStorm(data) ? titleOfStorm(data.alerts, service?.name) : title,
      urgency,
      test: data.test,
      previousGroupId: data.previousGroupId,
      alerts: [...data.alerts],
      policy: policy && !policy.removed ? { policyId: policy.id, version: policy.version } : null,
      ackTimeoutMinutes: service?.ackTimeoutMinutes ?? limits.ackTimeoutMinutes[urgency],
    },
  });
  if (data.origin.kind === 'signal' && data.counted) {
    draft.add({
      type: 'AlertsCounted',
      data: { groupId: data.groupId, signal: data.origin.signal, ...data.counted, news: null, urgency },
    });
  }
  if (data.origin.kind === 'signal') noteCut(draft, { signal: data.origin.signal, cutList: data.cutList });
  if (data.origin.kind === 'page') {
    for (const personId of data.origin.personIds) page(draft, personId, { cause: { kind: 'person', by: data.origin.personId }, urgency });
  }
  followOr(draft, () => startClimb(draft, 'opened', { atOnce: charactersOf(data) <= limits.pagedAtOnceCharacters }));
  return draft.facts;
};
