import { limits } from '@tocsin/contracts/limits.js';
import type { RoutingFact } from '@tocsin/contracts/routing.js';
import type { Context, Decision } from '@tocsin/kernel/decide/decider.js';
import { Nothing, Refused } from '@tocsin/kernel/decide/refused.js';
import { groupOfRefusals } from '../alert-groups/shared/refused-group.js';
import type { GroupReads } from '../alert-groups/shared/reads.js';
import { denied, isSystem } from '../rules/permissions.js';
import type { RoutingState } from './shared/routing-row.js';

/** An integration is above its hard limit: its service’s policy is run. Internal: sent by the ingest endpoint. */
export interface RaiseRefusals {
  readonly type: 'RaiseRefusals';
  readonly data: { readonly groupId: string; readonly integrationId: string };
}

/**
 * One alert group for each integration at a time, whichever server refuses; none for a while after a person resolved
 * it.
 */
export const raiseRefusals = (
  { groupId, integrationId }: RaiseRefusals['data'],
  state: RoutingState,
  context: Context<GroupReads>,
): Decision<RoutingFact> => {
  if (!isSystem(context)) return denied('Tocsin itself');
  const { reads, now } = context;
  const integration = reads.integrations.get(integrationId);
  if (!integration) return new Refused('integration.not_found');
  if (state.asked.includes(groupId) || groupOfRefusals(reads, integrationId, now)) return new Nothing();
  const { nextNumber: number } = state;
  const minutes = limits.ingestSoft.window / 60_000;
  const title = `${integration.name}: signals are refused, more than ${integration.hardLimit ?? 0} in ${minutes} min`;
  return [
    {
      type: 'PageRequested',
      data: {
        groupId,
        number,
        nextNumber: number + 1,
        kind: 'refused',
        title,
        urgency: 'high',
        serviceId: integration.serviceId,
        personIds: [],
        wholePolicy: true,
        integrationId,
      },
    },
  ];
};
