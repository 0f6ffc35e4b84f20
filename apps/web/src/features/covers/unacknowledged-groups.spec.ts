import { unacknowledgedBy } from './unacknowledged-groups.js';

const step = (target: object) => ({ targets: [target] }) as never;
const policies = [
  { id: 'by schedule', removed: false, steps: [step({ kind: 'schedule', scheduleId: 'primary' })] },
  { id: 'by person', removed: false, steps: [step({ kind: 'person', personId: 'ana' })] },
];
const services = [
  { id: 'payments', policyId: 'by schedule' },
  { id: 'search', policyId: 'by person' },
];
const group = (serviceId: string | null, status: 'firing' | 'acknowledged' = 'firing') => ({ serviceId, status });

it('is what fires on services that page by the schedule, and nobody has acknowledged', () => {
  const firing = group('payments');
  const groups = [firing, group('payments', 'acknowledged'), group('search'), group(null)];
  expect(unacknowledgedBy('primary', groups, services, policies)).toEqual([firing]);
  expect(unacknowledgedBy('secondary', groups, services, policies)).toEqual([]);
});
