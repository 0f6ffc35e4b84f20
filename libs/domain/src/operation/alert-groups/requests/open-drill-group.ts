import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { refusePermission, isSystem } from '../../../rules/permissions.js';
import { isIdTaken, type DecideRequest } from './page-request.js';

/** Sent by the timer of a running drill: the next of its alert groups opens. */
export interface OpenDrillGroup {
  readonly type: 'OpenDrillGroup';
  readonly data: { readonly drillId: string; readonly groupId: string };
}

export const openDrillGroup: DecideRequest<OpenDrillGroup['data']> = ({ drillId, groupId }, requested, context) => {
  if (!isSystem(context)) return refusePermission('Tocsin itself');
  const { openDrills, services } = context.reads;
  const drill = openDrills.get(drillId);
  const opening = drill?.openings.find((one) => one.groupId === groupId);
  if (drill?.state !== 'running' || !opening || isIdTaken({ groupId }, requested)) return new Nothing();
  const { serviceId, policyId, urgency } = opening;
  const title = `DRILL: alert on ${services.get(serviceId)?.name ?? 'a removed service'}`;
  const request = { groupId, kind: 'drill' as const, title, urgency, serviceId, personIds: [], wholePolicy: true, drillId };
  return { ...request, ...(policyId === null ? {} : { policyId }) };
};
