import { isFiltered, paramsOf, partsIn, queryOf, searchFrom, searchOf } from './filters.js';

const serviceId = '0194a8f0-0000-7000-8000-000000000001';
const teamId = '0194a8f0-0000-7000-8000-000000000002';
const me = 'ana';

describe('the address of the list', () => {
  it('shows what is open when it says nothing, what fires first, but what is older than its silence before that', () => {
    expect(partsIn(searchFrom({}))).toEqual(['suppressed.older', 'firing.high', 'firing.low', 'acknowledged', 'snoozed', 'suppressed']);
    const older = { status: ['suppressed'], urgency: ['high'], olderThanSilence: ['true'] };
    expect(paramsOf(searchFrom({}), 'suppressed.older', me).where).toEqual(older);
    expect(paramsOf(searchFrom({}), 'suppressed', me).where).toEqual({ status: ['suppressed'], olderThanSilence: ['false'] });
    const where = { status: ['firing'], urgency: ['high'] };
    expect(paramsOf(searchFrom({}), 'firing.high', me)).toEqual({ where, sort: 'number', desc: true });
  });

  it('leaves out what it does not know', () => {
    expect(searchFrom({ state: 'burning', urgency: 'huge', service: 's1', q: 7, other: 1 })).toEqual({ q: '7' });
    expect(isFiltered(searchFrom({ state: 'open' }))).toBe(false);
  });

  it('filters by state, urgency, service and words', () => {
    const { where } = paramsOf(searchFrom({ urgency: 'low', service: serviceId }), 'resolved', me);
    expect(where).toEqual({ status: ['resolved'], urgency: ['low'], serviceId: [serviceId] });
    expect(partsIn(searchFrom({ state: 'all', urgency: 'low' }))).toEqual([
      'firing.low',
      'acknowledged',
      'snoozed',
      'suppressed',
      'resolved',
    ]);
    expect(partsIn(searchFrom({ state: 'snoozed' }))).toEqual(['snoozed']);
    expect(paramsOf(searchFrom({ q: 'Disk' }), 'firing.low', me)).toMatchObject({ q: 'Disk' });
    expect(paramsOf(searchFrom({ q: ' ' }), 'firing.low', me)).not.toHaveProperty('q');
  });

  it('filters by team, and by what is assigned to whoever looks', () => {
    const { where } = paramsOf(searchFrom({ team: teamId, assignee: 'me' }), 'acknowledged', me);
    expect(where).toEqual({ status: ['acknowledged'], teamId: [teamId], holderId: ['ana'] });
    expect(searchFrom({ team: 'x', assignee: 'bo' })).toEqual({});
  });

  it('filters by the days on which it was opened, newest first, and by nothing where they are none', () => {
    const { from, to, sort } = paramsOf(searchFrom({ opened: '2026-11-01..2026-11-02' }), 'resolved', me);
    expect([Date.parse(to!) - Date.parse(from!), sort]).toEqual([48 * 3_600_000, 'openedAt']);
    expect(searchOf(queryOf(searchFrom({ opened: '7d' })))).toEqual({ opened: '7d' });
    expect(paramsOf(searchFrom({ opened: 'lately' }), 'resolved', me)).not.toHaveProperty('from');
  });

  it('is saved and found again the same', () => {
    const search = searchFrom({ q: 'disk & db', state: 'firing', urgency: 'high', service: serviceId, wall: true });
    expect(searchOf(queryOf(search))).toEqual({ q: 'disk & db', state: 'firing', urgency: 'high', service: serviceId });
    expect(queryOf(searchFrom({}))).toBe('');
  });

  it('opens the wall board by the bare word, which is no filter', () => {
    expect([searchFrom({ wall: '' }), searchFrom({ wall: true }), searchFrom({ wall: false })]).toEqual([
      { wall: true },
      { wall: true },
      {},
    ]);
    expect(isFiltered({ wall: true })).toBe(false);
  });
});

it('looks for a state in all parts, unless one is chosen', () => {
  expect(partsIn(searchFrom({ q: 'disk status:resolved' }))).toContain('resolved');
  expect(partsIn(searchFrom({ state: 'snoozed', q: 'status:resolved' }))).toEqual(['snoozed']);
  expect(partsIn(searchFrom({ q: 'mystatus:resolved' }))).not.toContain('resolved');
});
