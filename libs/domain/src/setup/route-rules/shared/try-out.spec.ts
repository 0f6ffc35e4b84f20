import type { TypedRouteRule } from '@tocsin/contracts/route-rules/noun.js';
import type { Routers } from './route-of.js';
import { tryRoutes, type TriedAlert } from './try-out.js';

const rule = (team: string, outcome: TypedRouteRule['outcome']): TypedRouteRule => ({
  rows: [[{ label: 'team', operator: '=', value: team }]],
  outcome,
  isOn: true,
});
const [toPayments, recorded] = [rule('payments', { kind: 'service', serviceId: 's1' }), rule('noise', { kind: 'record_only' })];
const toOwn = rule('core', { kind: 'service', serviceId: 's0' });
const none: Routers = { organisation: [], integration: [] };
const alerts = (saved: Routers, tried: Routers): readonly TriedAlert[] =>
  ['payments', 'payments', 'noise', 'core'].map((team) => ({
    alert: { labels: { team }, name: 'Disk', summary: 'Disk', severityWord: 'critical' },
    ownService: 's0',
    names: { integration: 'Prometheus', service: 'Checkout' },
    saved,
    tried,
  }));
const counted = (saved: readonly TypedRouteRule[], tried: readonly TypedRouteRule[]) => {
  const { decided, elsewhere } = tryRoutes(
    alerts({ ...none, integration: saved }, { ...none, integration: tried }),
    'integration',
    tried.length,
  );
  return [decided, elsewhere];
};

it('counts what each rule decides, and what goes elsewhere than by the saved ones', () => {
  expect(counted([], [toPayments, recorded])).toEqual([[2, 1], 3]);
  expect(counted([toPayments, recorded], [recorded, toPayments])).toEqual([[1, 2], 0]);
  expect(counted([], [toOwn])).toEqual([[1], 0]);
});

it('counts nothing that the organisation’s router decides before', () => {
  const saved = { organisation: [toPayments], integration: [] };
  const { decided, elsewhere, places } = tryRoutes(alerts(saved, { ...saved, integration: [toPayments, toOwn] }), 'integration', 2);
  expect([decided, elsewhere, places]).toEqual([[0, 1], 0, [-1, -1, -1, 1]]);
});
