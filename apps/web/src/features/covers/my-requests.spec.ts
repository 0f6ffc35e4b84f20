import type { CoverRequest } from '@tocsin/contracts/schedules/covers.js';
import { ids } from '../../data/words/names.fixture.js';
import { requestedForMe, offeredToMe } from './my-requests.js';

const request: CoverRequest = {
  coverId: ids.page,
  state: 'open',
  personId: ids.carla,
  askedById: ids.carla,
  from: '2026-11-21T08:00:00.000Z',
  to: '2026-11-22T08:00:00.000Z',
  offeredTo: [ids.bo],
  inReturn: null,
  note: '',
  declinedBy: [],
  acceptedById: null,
  changedAt: '2026-11-18T10:00:00.000Z',
  next: null,
};
const now = Date.parse('2026-11-18T12:00:00.000Z');
const team = { members: [{ personId: ids.bo, role: 'responder' as const }] };
const asks = (more: Partial<CoverRequest>, me: string = ids.bo) =>
  offeredToMe([{ id: 'schedule', requests: [{ ...request, ...more }] }], { me, now, teamOf: () => team }).length;

it('waits for the answer of who is asked by name, or of everybody else in the team', () => {
  expect([asks({}), asks({}, ids.carla), asks({ offeredTo: [ids.carla] })]).toEqual([1, 0, 0]);
  expect([asks({ offeredTo: null }), asks({ offeredTo: null }, ids.carla), asks({ offeredTo: null }, ids.group)]).toEqual([1, 0, 0]);
});

it('waits no more once it is answered, declined by me, or over', () => {
  expect([asks({ state: 'accepted' }), asks({ declinedBy: [ids.bo] }), asks({ to: '2026-11-18T11:00:00.000Z' })]).toEqual([0, 0, 0]);
});

it('shows its asker what became of it, until its time is over', () => {
  const mine = (more: Partial<CoverRequest>) =>
    requestedForMe([{ id: 'schedule', requests: [{ ...request, ...more }] }], { me: ids.carla, now }).length;
  expect([mine({}), mine({ state: 'declined' }), mine({ state: 'withdrawn' }), mine({ to: '2026-11-18T11:00:00.000Z' })]).toEqual([
    1, 1, 0, 0,
  ]);
  expect([mine({ state: 'expired', to: '2026-11-18T11:00:00.000Z' }), mine({ state: 'expired', to: '2026-11-17T11:00:00.000Z' })]).toEqual([
    1, 0,
  ]);
});
