import { burstOf, closedOf, countedParams, groupsOf } from './grouping.js';

const counted = (serviceId: string | null, status: string, urgency: string, count: number) => ({
  values: { serviceId, status, urgency },
  count,
});
const nameOf = (value: string | null) => value ?? 'manual';

describe('groups of the list', () => {
  const groups = groupsOf(
    [
      counted('db', 'acknowledged', 'high', 2),
      counted('db', 'acknowledged', 'low', 1),
      counted('api', 'firing', 'high', 300),
      counted('api', 'snoozed', 'low', 1),
      counted(null, 'firing', 'high', 2),
      counted('cache', 'firing', 'low', 9),
    ],
    'serviceId',
    nameOf,
  );

  it('begin with what fires, the largest first, and count on the server what is not loaded', () => {
    expect(groups.map(({ key, total }) => [key, total])).toEqual([
      ['api', 301],
      ['', 2],
      ['cache', 9],
      ['db', 3],
    ]);
    expect([...groups[3]!.counts]).toEqual([['acknowledged', 3]]);
    expect(groups[1]!.value).toBeNull();
  });

  it('are closed while they are long, unless a person decided', () => {
    expect([...closedOf(groups, new Map())]).toEqual(['api']);
    expect([
      ...closedOf(
        groups,
        new Map([
          ['api', false],
          ['db', true],
        ]),
      ),
    ]).toEqual(['db']);
  });
});

it('counts what is listed: all shown states, by the same filters', () => {
  expect(countedParams({ team: 't', q: 'disk' }, 'ana')).toEqual({
    q: 'disk',
    where: { status: ['firing', 'acknowledged', 'snoozed', 'suppressed'], teamId: ['t'] },
  });
  expect(countedParams({ state: 'resolved', urgency: 'low' }, 'ana').where).toEqual({ status: ['resolved'], urgency: ['low'] });
});

describe('a burst', () => {
  const at = (second: number) => ({ openedAt: new Date(second * 1_000).toISOString() });
  it('is four groups or more within a minute', () => {
    expect(burstOf([at(100), at(102), at(104), at(106)])).toEqual({ count: 4, seconds: 6 });
    expect(burstOf([at(0), at(100), at(102), at(104)])).toBeNull();
    expect(burstOf([])).toBeNull();
  });
});
