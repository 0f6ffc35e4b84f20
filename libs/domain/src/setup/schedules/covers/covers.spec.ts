import type { Actor } from '@tocsin/contracts/envelope.js';
import type { CoverRequest, CoverRequestsRow } from '@tocsin/contracts/schedules/covers.js';
import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import { ana, bo, byBo, byObserver, byOwner, cleo, idOf } from '../../../configuration.fixture.js';
import { boManages, boResponds, teamId } from '../../teams/facts.fixture.js';
import { DutyWorld } from '../duty-world.fixture.js';
import { scheduleId, weekly } from '../facts.fixture.js';

const byAna: Actor = { kind: 'person', id: ana, roles: ['member'] };
const byCleo: Actor = { kind: 'person', id: cleo, roles: ['member'] };
const responderAdded = (personId: string) => ({ type: 'TeamMemberAdded', data: { teamId, personId, role: 'responder' } }) as const;
/** A day of Ana’s current week. */
const [from, to] = ['2026-11-21T08:00:00.000Z', '2026-11-22T08:00:00.000Z'];
/** A day of Bo’s week after it. */
const returnPart = { from: '2026-11-25T08:00:00.000Z', to: '2026-11-26T08:00:00.000Z' };

/** On Wednesday of Ana’s week; all three are responders. */
function duty(...more: readonly object[]): DutyWorld {
  const made = new DutyWorld().has(`team-${teamId}`, boManages, boResponds, responderAdded(ana), responderAdded(cleo));
  made.creates({ layers: [weekly, ...more] });
  return made;
}
const askForCover = (made: DutyWorld, more: object = {}, actor: Actor = byAna) =>
  made.does('AskForCover', { scheduleId, from, to, offeredTo: null, inReturn: null, note: '', ...more }, actor);
const requests = (made: DutyWorld): readonly CoverRequest[] =>
  made.world.rows<CoverRequestsRow>('coverRequests').get(scheduleId)?.requests ?? [];
const last = (made: DutyWorld): CoverRequest => requests(made).at(-1)!;
const answerCover = (made: DutyWorld, type: string, actor: Actor, more: object = {}) =>
  made.does(type, { scheduleId, coverId: last(made).coverId, ...more }, actor);
const peopleAfter = (made: DutyWorld, at: string): readonly string[] => {
  made.world.advanceTo(at);
  expect(made.again()).toEqual([]);
  return made.recorded().slice(1);
};

describe('a request for cover', () => {
  it('that is accepted puts whoever accepted it on call, for that part', () => {
    const made = duty();
    expect(askForCover(made, { offeredTo: [bo, cleo], note: 'dentist' })).toBe('done');
    expect(last(made)).toMatchObject({ state: 'open', personId: ana, askedById: ana, note: 'dentist', declinedBy: [] });
    made.world.advanceTo('2026-11-18T10:00:12.000Z');
    expect(answerCover(made, 'AcceptCover', byBo)).toBe('done');
    expect(last(made)).toMatchObject({ state: 'accepted', acceptedById: bo, next: null });
    const { coverId } = last(made);
    expect(made.row.overrides).toMatchObject([{ kind: 'replace', personId: bo, replacesId: ana, from, to, coverId }]);
    expect(peopleAfter(made, '2026-11-22T09:00:00.000Z')).toEqual(['2026-11-21T08:00 00b0', '2026-11-22T08:00 00a1']);
    const [override] = made.all('OverridesAdded')[0]!.overrides;
    const { overrideId } = override!;
    expect(made.all('OnCallChanged')[1]!.after).toEqual([
      { personId: bo, why: { kind: 'override', overrideId, replacesId: ana, from, coverId } },
    ]);
  });

  it('goes to the first who accepts; the second hears since when', () => {
    const made = duty();
    askForCover(made);
    answerCover(made, 'AcceptCover', byBo);
    expect(answerCover(made, 'AcceptCover', byBo)).toBe('nothing');
    made.world.advanceTo('2026-11-18T10:00:12.000Z');
    const outcome = made.world.run({ type: 'AcceptCover', data: { scheduleId, coverId: last(made).coverId } }, { actor: byCleo });
    expect(outcome).toMatchObject({ kind: 'refused', refused: { code: 'schedule.cover_taken', params: { seconds: 12 } } });
    expect(answerCover(made, 'DeclineCover', byCleo)).toBe('schedule.cover_taken');
  });

  it('counts from now on where its part has begun', () => {
    const made = duty();
    askForCover(made, { from: '2026-11-17T00:00:00.000Z', to: '2026-11-18T18:00:00.000Z' });
    expect(last(made).from).toBe('2026-11-18T10:00:00.000Z');
    made.world.advanceTo('2026-11-18T12:00:00.000Z');
    answerCover(made, 'AcceptCover', byBo);
    expect(peopleAfter(made, to)).toEqual(['2026-11-18T12:00 00b0', '2026-11-18T18:00 00a1']);
  });

  it('that is a swap gives the asker a part in return', () => {
    const made = duty();
    expect(askForCover(made, { offeredTo: [bo], inReturn: returnPart })).toBe('done');
    expect(answerCover(made, 'AcceptCover', byBo)).toBe('done');
    expect(peopleAfter(made, '2026-11-27T00:00:00.000Z')).toEqual([
      '2026-11-21T08:00 00b0',
      '2026-11-22T08:00 00a1',
      '2026-11-23T08:00 00b0',
      '2026-11-25T08:00 00a1',
      '2026-11-26T08:00 00b0',
    ]);
  });

  it('can be covered again by whoever accepted it', () => {
    const made = duty();
    askForCover(made);
    answerCover(made, 'AcceptCover', byBo);
    expect(askForCover(made, { offeredTo: [cleo] }, byBo)).toBe('done');
    expect(answerCover(made, 'AcceptCover', byCleo)).toBe('done');
    expect(peopleAfter(made, to)).toEqual(['2026-11-21T08:00 c1e0', '2026-11-22T08:00 00a1']);
  });

  it('is declined when nobody is left who was asked', () => {
    const made = duty();
    askForCover(made);
    expect(answerCover(made, 'DeclineCover', byBo)).toBe('done');
    expect(answerCover(made, 'DeclineCover', byBo)).toBe('nothing');
    expect(last(made)).toMatchObject({ state: 'open', declinedBy: [bo] });
    expect(answerCover(made, 'DeclineCover', byCleo)).toBe('done');
    expect(last(made)).toMatchObject({ state: 'declined', declinedBy: [bo, cleo] });
    expect(answerCover(made, 'AcceptCover', byBo)).toBe('schedule.cover_closed');
    expect(made.again()).toEqual([]);
  });

  it('is withdrawn by whoever asked, or a manager', () => {
    const made = duty();
    askForCover(made);
    expect(answerCover(made, 'WithdrawCover', byBo)).toBe('permission.denied');
    expect(answerCover(made, 'WithdrawCover', byAna)).toBe('done');
    expect(answerCover(made, 'WithdrawCover', byAna)).toBe('nothing');
    expect(answerCover(made, 'AcceptCover', byBo)).toBe('schedule.cover_closed');
    askForCover(made);
    expect(answerCover(made, 'WithdrawCover', byOwner)).toBe('done');
    expect(made.does('AcceptCover', { scheduleId, coverId: idOf('99') }, byBo)).toBe('schedule.cover_not_found');
    expect(made.again()).toEqual([]);
  });

  it('is repeated at its marks while it is open, and expires at its end', () => {
    const made = duty();
    askForCover(made, { from: '2026-12-01T08:00:00.000Z', to: '2026-12-02T08:00:00.000Z' });
    expect(askForCover(made, { from: '2026-12-01T08:00:00.000Z', to: '2026-12-02T08:00:00.000Z' }, byAna)).toBe('done');
    answerCover(made, 'AcceptCover', byBo);
    made.world.advanceTo('2026-12-03T00:00:00.000Z');
    expect(requests(made).map(({ state }) => state)).toEqual(['expired']);
    expect(made.all('CoverReminded').map(({ nextAt }) => nextAt)).toEqual([
      '2026-11-28T08:00:00.000Z',
      '2026-11-30T08:00:00.000Z',
      '2026-11-30T20:00:00.000Z',
      '2026-12-02T08:00:00.000Z',
    ]);
    expect(made.all('CoverExpired')).toHaveLength(1);
    made.world.advanceTo('2026-12-03T09:00:00.000Z');
    askForCover(made, { from: '2026-12-15T08:00:00.000Z', to: '2026-12-15T09:00:00.000Z' });
    expect(requests(made).map(({ state }) => state)).toEqual(['open']);
    expect(made.again()).toEqual([]);
  });

  it('is acted on by a manager for others', () => {
    const made = duty();
    expect(askForCover(made, { personId: ana }, byCleo)).toBe('permission.denied');
    expect(askForCover(made, { personId: ana, offeredTo: [bo] }, { ...byOwner, id: cleo })).toBe('done');
    expect(last(made)).toMatchObject({ personId: ana, askedById: cleo });
    expect(answerCover(made, 'AcceptCover', byAna, { personId: bo })).toBe('permission.denied');
    expect(answerCover(made, 'AcceptCover', { ...byOwner, id: ana }, { personId: bo })).toBe('done');
    expect(made.row.overrides).toMatchObject([{ personId: bo, replacesId: ana }]);
    expect(made.again()).toEqual([]);
  });

  it('is not accepted by anybody else, nor once they are not on call any more', () => {
    const made = duty();
    askForCover(made, { offeredTo: [bo] });
    expect(answerCover(made, 'AcceptCover', byCleo)).toBe('permission.denied');
    expect(answerCover(made, 'DeclineCover', byCleo)).toBe('permission.denied');
    expect(answerCover(made, 'AcceptCover', byObserver)).toBe('permission.denied');
    made.does('ChangeSchedule', { scheduleId, version: 1, timeZone: 'Europe/Berlin', layers: [] });
    expect(answerCover(made, 'AcceptCover', byBo)).toBe('schedule.cover_not_on_call');
  });

  it.each([
    ['an end before its start', { to: from }, 'schedule.cover_ends_before'],
    ['an end in the past', { from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' }, 'schedule.cover_over'],
    ['more than two months', { to: '2027-02-01T00:00:00.000Z' }, 'schedule.cover_too_long'],
    ['a time years ahead', { from: '2029-11-01T00:00:00.000Z', to: '2029-11-02T00:00:00.000Z' }, 'schedule.cover_too_far'],
    ['a time in which they are not on call', returnPart, 'schedule.cover_not_on_call'],
    ['nobody who is asked', { offeredTo: [] }, 'schedule.cover_of_nobody'],
    ['oneself', { offeredTo: [ana] }, 'schedule.cover_of_oneself'],
    ['somebody twice', { offeredTo: [bo, bo] }, 'schedule.listed_twice'],
    ['somebody who is not here', { offeredTo: [idOf('99')] }, 'person.not_active'],
    ['a swap with the team', { inReturn: returnPart }, 'schedule.cover_swap_with_team'],
    ['a swap with somebody who has nothing then', { offeredTo: [cleo], inReturn: returnPart }, 'schedule.cover_swap_not_on_call'],
    ['a swap of a time for the same', { offeredTo: [bo], inReturn: { from, to } }, 'schedule.cover_swap_overlaps'],
  ])('with %s is refused', (_what, more, code) => expect(askForCover(duty(), more)).toBe(code));

  it('is offered to responders of the team alone', () => {
    const dan = { name: 'Dan', email: 'dan@example.org', role: 'member', timeZone: 'UTC', passwordRef: 'password/dan' } as const;
    const made = duty().has('people-directory', { type: 'PersonJoined', data: { personId: idOf('d0'), ...dan } });
    expect(askForCover(made, { offeredTo: [idOf('d0')] })).toBe('schedule.cover_not_responder');
  });

  describe('that reaches into a temporary schedule', () => {
    const noon = '2026-11-21T12:00:00.000Z';
    const evening = '2026-11-21T18:00:00.000Z';
    const temporaryWorld = (shifts: readonly object[], more: object = {}): DutyWorld => {
      const made = duty();
      const temporary = { temporaryId: idOf('7e'), from: noon, to, shifts, fallback: [], reason: '', ...more };
      expect(made.does('AddTemporarySchedule', { scheduleId, ...temporary })).toBe('done');
      return made;
    };
    const acceptPart = (made: DutyWorld, part: object): readonly string[] => {
      expect(askForCover(made, { offeredTo: [bo], ...part })).toBe('done');
      expect(answerCover(made, 'AcceptCover', byBo)).toBe('done');
      return peopleAfter(made, to);
    };

    it('changes the shift of it in that part, and nothing else', () => {
      const made = temporaryWorld([{ personId: ana, from: noon, to }]);
      expect(acceptPart(made, { from: evening, to: '2026-11-21T20:00:00.000Z' })).toEqual([
        '2026-11-21T18:00 00b0',
        '2026-11-21T20:00 00a1',
      ]);
      expect(made.all('OverridesAdded')).toEqual([]);
    });

    it('is an override outside of it as well', () => {
      const made = temporaryWorld([
        { personId: ana, from: noon, to: evening },
        { personId: cleo, from: evening, to },
      ]);
      expect(acceptPart(made, { to: evening })).toEqual(['2026-11-21T08:00 00b0', '2026-11-21T18:00 c1e0', '2026-11-22T08:00 00a1']);
      expect(made.all('OverridesAdded')).toHaveLength(1);
    });

    it('takes the place of one of its fallback; the others stay', () => {
      const made = temporaryWorld([], { fallback: [ana, cleo] });
      expect(acceptPart(made, { from: evening, to: '2026-11-21T20:00:00.000Z' })).toEqual([
        '2026-11-21T12:00 00a1+c1e0',
        '2026-11-21T18:00 00b0+c1e0',
        '2026-11-21T20:00 00a1+c1e0',
        '2026-11-22T08:00 00a1',
      ]);
    });

    it('gives the asker a shift of it in return', () => {
      const made = temporaryWorld([{ personId: bo, from: noon, to }]);
      const monday = { from: '2026-11-20T08:00:00.000Z', to: '2026-11-20T09:00:00.000Z' };
      expect(acceptPart(made, { ...monday, inReturn: { from: evening, to } })).toEqual([
        '2026-11-20T08:00 00b0',
        '2026-11-20T09:00 00a1',
        '2026-11-21T12:00 00b0',
        '2026-11-21T18:00 00a1',
      ]);
    });

    it('is refused where it would have too many shifts', () => {
      const full = Array.from({ length: scheduleLimits.temporaryShifts }, () => ({ personId: ana, from: noon, to }));
      const made = temporaryWorld(full);
      askForCover(made, { from: evening });
      expect(answerCover(made, 'AcceptCover', byBo)).toBe('limit.temporary_shifts');
    });
  });

  it('asks whoever leaves no more, and asks for nothing in their name', () => {
    const made = duty();
    askForCover(made, { offeredTo: [bo, cleo] });
    askForCover(made, { offeredTo: [bo] });
    askForCover(made, { ...returnPart, offeredTo: [cleo] }, byBo);
    expect(made.does('DisablePerson', { personId: bo, leaveGaps: true }, { ...byOwner, id: cleo })).toBe('done');
    expect(requests(made).map(({ state }) => state)).toEqual(['open', 'declined', 'withdrawn']);
    expect(answerCover(made, 'AcceptCover', { ...byOwner, id: ana }, { personId: bo })).not.toBe('done');
    expect(made.again()).toEqual([]);
  });

  it('ends with its schedule', () => {
    const made = duty();
    askForCover(made);
    expect(made.does('RemoveSchedule', { teamId, scheduleId })).toBe('done');
    made.world.advanceTo('2026-11-23T00:00:00.000Z');
    expect(requests(made)).toEqual([]);
    expect(made.all('CoverReminded')).toEqual([]);
    expect(made.again()).toEqual([]);
  });
});
