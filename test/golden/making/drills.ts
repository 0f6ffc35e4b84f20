import type { DrillRow } from '@tocsin/contracts/drills/noun.js';
import { daysAfter } from './instants.js';
import type { Cast } from './cast.js';

/** A drill that pages Bo, who agreed, and Cleo no more, who withdrew; it opens an alert group and is ended. */
export const drillPeople = async ({ stage, bo, cleo }: Cast): Promise<void> => {
  const { api } = stage.ana;
  const from = await stage.settle();
  await stage.setPolicy([{ page: [bo], wait: 5 }, { page: [cleo] }]);
  const opening = { serviceId: stage.setUpAnswer.serviceId, policyId: null, urgency: 'high', after: 0 } as const;
  const personIds = [bo.personId, cleo.personId];
  await api.run('PlanDrill', { from, to: daysAfter(from, 0.1), personIds, openings: [opening] });
  await stage.settle();
  const { body } = await api.request<{ rows: DrillRow[] }>('GET', '/api/views/drills?sort=plannedAt&desc=true&limit=1');
  const { id: drillId } = body.rows[0]!;
  await bo.api.run('GiveDrillConsent', { drillId });
  await cleo.api.run('GiveDrillConsent', { drillId });
  await api.run('StartDrill', { drillId });
  await cleo.api.run('WithdrawDrillConsent', { drillId });
  await stage.advance('PT7M');
  await api.run('EndDrill', { drillId });
};
