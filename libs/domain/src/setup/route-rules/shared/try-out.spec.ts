import type { TypedRouteRule } from '@tocsin/contracts/route-rules/noun.js';
import { tryRoutes, type TriedAlert } from './try-out.js';

const alertOf = (team: string): TriedAlert => ({ labels: { team }, name: 'Disk', summary: 'Disk', severityWord: 'critical' });
const rule = (team: string, outcome: TypedRouteRule['outcome']): TypedRouteRule => ({
  rows: [[{ label: 'team', operator: '=', value: team }]],
  outcome,
  isOn: true,
});
const setting = { ownService: 's0', names: { integration: 'Prometheus', service: 'Checkout' } };
const [toPayments, recorded] = [rule('payments', { kind: 'service', serviceId: 's1' }), rule('noise', { kind: 'record_only' })];

it('counts what each rule decides, and what goes elsewhere than by the saved ones', () => {
  const alerts = ['payments', 'payments', 'noise', 'core'].map(alertOf);
  expect(tryRoutes(alerts, { rules: [toPayments, recorded], saved: [], ...setting })).toEqual({ decided: [2, 1], elsewhere: 3 });
  expect(tryRoutes(alerts, { rules: [recorded, toPayments], saved: [toPayments, recorded], ...setting })).toEqual({
    decided: [1, 2],
    elsewhere: 0,
  });
  const toOwn = rule('core', { kind: 'service', serviceId: 's0' });
  expect(tryRoutes(alerts, { rules: [toOwn], saved: [], ...setting })).toEqual({ decided: [1], elsewhere: 0 });
});
