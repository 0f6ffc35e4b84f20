import { openByService } from './open-groups.js';

const counted = (serviceId: string | null, status: string, urgency: string, count: number) => ({
  values: { serviceId, status, urgency },
  count,
});

it('adds up the open groups of each service, with the worst state; groups without a service are left out', () => {
  const open = openByService([
    counted('a', 'acknowledged', 'high', 340),
    counted('a', 'firing', 'low', 9),
    counted('a', 'snoozed', 'high', 1),
    counted('b', 'firing', 'low', 2),
    counted('b', 'firing', 'high', 2_951),
    counted(null, 'firing', 'high', 7),
  ]);
  expect([...open]).toEqual([
    ['a', { count: 350, worst: { status: 'firing', urgency: 'low' } }],
    ['b', { count: 2_953, worst: { status: 'firing', urgency: 'high' } }],
  ]);
});
