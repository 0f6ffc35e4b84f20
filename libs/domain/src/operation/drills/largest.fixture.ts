import type { Fact, FactOf } from '@tocsin/contracts/catalogue.js';
import { planned } from '@tocsin/contracts/drills/limits.js';
import type { LargestCases } from '@tocsin/testing/largest/case.js';
import { personJoined, policyCreated, serviceCreated, teamCreated } from '@tocsin/testing/largest/facts.js';
import { bySystem, LargeWorld, many, nth, person, team } from '@tocsin/testing/largest/large-world.js';

const drillId = nth('d1', 0);
const serviceId = nth('5e', 0);
const personIds = many(planned.people, person);
const openings: FactOf<'DrillPlanned'>['openings'] = many(planned.groups, () => ({ serviceId, policyId: null, urgency: 'high', after: 0 }));
const groupIds = many(planned.groups, (n) => nth('6a', n));
const window = { from: '2026-11-21T03:12:00.000Z', to: '2026-11-21T06:12:00.000Z' };

const world = (): LargeWorld => {
  const large = new LargeWorld().has('people-directory', ...many(planned.people, (n) => personJoined(n)));
  return large.has(`team-${team(0)}`, teamCreated(team(0)), policyCreated(team(0), 0, personIds.slice(0, 20)), serviceCreated(team(0), 0));
};
const consents = (): Fact[] => personIds.map((personId) => ({ type: 'DrillConsentGiven', data: { drillId, personId, ...window } }));
const withPlan = (): LargeWorld =>
  world().has(`drill-${drillId}`, { type: 'DrillPlanned', data: { drillId, ...window, night: null, personIds, openings } }, ...consents());
const withStarted = (): LargeWorld => withPlan().has(`drill-${drillId}`, { type: 'DrillStarted', data: { drillId, groupIds } });

export const largest: LargestCases = {
  PlanDrill: () => ({ large: world(), data: { ...window, night: null, personIds, openings } }),
  GiveDrillConsent: () => ({ large: withPlan(), data: { drillId } }),
  WithdrawDrillConsent: () => ({
    large: withStarted(),
    data: { drillId },
    actor: { kind: 'person', id: person(0), roles: ['member'] },
  }),
  StartDrill: () => ({ large: withPlan(), data: { drillId } }),
  EndDrill: () => ({ large: withStarted(), data: { drillId } }),
  InterruptDrill: () => ({ large: withStarted(), data: { drillId, personId: person(0) }, actor: bySystem }),
  EndDrillOnTime: () => ({ large: withStarted(), data: { drillId }, actor: bySystem }),
  OpenDrillGroup: () => ({ large: withStarted(), data: { drillId, groupId: groupIds[0] }, actor: bySystem }),
};
