import { openByService } from './open-groups.js';

const counted = (serviceId: string | null, status: string, urgency: string, count: number) => ({
  values: { serviceId, status, urgency },
  count,
});

it('adds up the open groups of each service by state, the gravest first; groups without a service are left out', () => {
  const open = openByService([
    counted('a', 'acknowledged', 'high', 340),
    counted('a', 'acknowledged', 'low', 2),
    counted('a', 'firing', 'low', 9),
    counted('a', 'snoozed', 'high', 1),
    counted('b', 'firing', 'low', 2),
    counted('b', 'firing', 'high', 2_951),
    counted(null, 'firing', 'high', 7),
  ]);
  expect([...open]).toEqual([
    [
      'a',
      [
        { status: 'firing', urgency: 'low', count: 9 },
        { status: 'acknowledged', urgency: 'high', count: 342 },
        { status: 'snoozed', urgency: 'high', count: 1 },
      ],
    ],
    [
      'b',
      [
        { status: 'firing', urgency: 'high', count: 2_951 },
        { status: 'firing', urgency: 'low', count: 2 },
      ],
    ],
  ]);
});
