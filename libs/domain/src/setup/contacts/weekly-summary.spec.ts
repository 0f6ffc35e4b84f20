import type { Fact } from '@tocsin/contracts/catalogue.js';
import { given } from '@tocsin/kernel/decide/given.js';
import { bo, byBo, byObserver, bySystem, readsAfter } from '../../configuration.fixture.js';
import { boDisabled, boJoined } from '../people/facts.fixture.js';
import { contactsDecider } from './decider.js';
import { newestZonesVersion } from '../schedules/shared/wall-clock.js';
import { browserAdded, browserId, summaryOn } from './facts.fixture.js';
import { summaryTimersOf } from './weekly-summary.js';

const personId = bo;
const personJoinedIn = (timeZone: string): Fact => ({ ...boJoined, data: { ...boJoined.data, timeZone } }) as Fact;
const zones = newestZonesVersion();
const choose = (on: boolean) => ({ type: 'ChooseNotice', data: { personId, kind: 'weekly_summary', on, contactMethodId: null } });
const turnOnCommand = choose(true);
const summaryOnIn = (timeZone: string, now: string) =>
  given(contactsDecider)
    .when(turnOnCommand, { actor: byBo, reads: readsAfter(personJoinedIn(timeZone)), now })
    .facts()[0]!.data;

const review = (dueAt: string) => ({ type: 'ReviewWeeklySummary', data: { personId, dueAt, plannedBy: 'given-0' } });
const reviewSummary = (dueAt: string, now: string, ...extraFacts: readonly Fact[]) =>
  given(contactsDecider, [{ ...summaryOn, data: { personId, dueAt } }]).when(review(dueAt), {
    actor: bySystem,
    reads: readsAfter(...(extraFacts.length === 0 ? [boJoined] : extraFacts)),
    now,
  });

describe('the weekly summary', () => {
  it('is due on the next Monday at eight, by the clock of its reader', () => {
    expect(summaryOnIn('Asia/Tokyo', '2026-11-21T03:12:00.000Z')).toEqual({ personId, dueAt: '2026-11-22T23:00:00.000Z', zones });
    expect(summaryOnIn('Europe/Berlin', '2026-11-23T06:59:59.999Z')).toMatchObject({ dueAt: '2026-11-23T07:00:00.000Z' });
    expect(summaryOnIn('Europe/Berlin', '2026-11-23T07:00:00.000Z')).toMatchObject({ dueAt: '2026-11-30T07:00:00.000Z' });
  });

  it('follows summer time, and covers a week of 167 hours then', () => {
    const [fact] = reviewSummary('2027-03-22T07:00:00.000Z', '2027-03-29T06:00:00.000Z', personJoinedIn('Europe/Berlin')).facts();
    expect(fact!.data).toEqual({
      personId,
      from: '2027-03-21T23:00:00.000Z',
      to: '2027-03-28T22:00:00.000Z',
      timeZone: 'Europe/Berlin',
      monday: '2027-03-29',
      nextAt: '2027-04-05T06:00:00.000Z',
      zones,
    });
  });

  it('comes once after weeks without a server, about the week that ended last', () => {
    const lateReview = reviewSummary('2026-11-22T23:00:00.000Z', '2026-12-16T10:00:00.000Z');
    expect(lateReview.facts()).toMatchObject([
      { type: 'WeeklySummaryDue', data: { monday: '2026-12-14', from: '2026-12-06T15:00:00.000Z', nextAt: '2026-12-20T23:00:00.000Z' } },
    ]);
  });

  it('is off once its reader is disabled', () => {
    expect(reviewSummary('2026-11-22T23:00:00.000Z', '2026-11-22T23:00:00.000Z', boJoined, boDisabled).types()).toEqual([
      'WeeklySummaryTurnedOff',
    ]);
  });

  it('is not sent by a timer that was planned anew', () => {
    const earlierReview = { type: 'ReviewWeeklySummary', data: { personId, dueAt: summaryOn.data.dueAt, plannedBy: 'another' } };
    const setting = { actor: bySystem, reads: readsAfter(boJoined), now: '2026-11-23T10:00:00.000Z' };
    expect(given(contactsDecider, [summaryOn]).when(earlierReview, setting).nothing()).toBe(true);
  });

  it('moves with its reader, and does not come twice on one Monday', () => {
    const plan = { type: 'PlanWeeklySummary', data: { personId } };
    const moved = (now: string, ...history: readonly Fact[]) =>
      given(contactsDecider, history).when(plan, { actor: bySystem, reads: readsAfter(personJoinedIn('Pacific/Honolulu')), now });
    expect(moved('2026-11-21T03:12:00.000Z', summaryOn).facts()).toEqual([
      { type: 'WeeklySummaryPlanned', data: { personId, dueAt: '2026-11-23T18:00:00.000Z', zones } },
    ]);
    const sentFact = reviewSummary('2026-11-22T23:00:00.000Z', '2026-11-22T23:00:00.000Z').facts()[0] as Fact;
    expect(moved('2026-11-23T03:00:00.000Z', summaryOn, sentFact).facts()).toMatchObject([{ data: { dueAt: '2026-11-30T18:00:00.000Z' } }]);
    expect(moved('2026-11-21T03:12:00.000Z').nothing()).toBe(true);
  });

  it('comes at once after a move to where it is past eight already, about the week that is due', () => {
    const plan = { type: 'PlanWeeklySummary', data: { personId } };
    const [now, dueAt] = ['2026-11-23T05:00:00.000Z', '2026-11-23T07:00:00.000Z'];
    const moved = (due: string, at = now) =>
      given(contactsDecider, [{ ...summaryOn, data: { personId, dueAt: due } }]).when(plan, {
        actor: bySystem,
        reads: readsAfter(personJoinedIn('Asia/Tokyo')),
        now: at,
      });
    expect(moved(dueAt).facts()).toEqual([{ type: 'WeeklySummaryPlanned', data: { personId, dueAt: now, zones } }]);
    expect(reviewSummary(now, now, personJoinedIn('Asia/Tokyo')).facts()).toMatchObject([
      { type: 'WeeklySummaryDue', data: { monday: '2026-11-23' } },
    ]);
    // turned on after eight o’clock on this Monday, or moved before it: no summary is due
    expect(moved('2026-11-30T07:00:00.000Z', '2026-11-23T08:00:00.000Z').facts()).toMatchObject([
      { data: { dueAt: '2026-11-29T23:00:00.000Z' } },
    ]);
    expect(moved(dueAt, '2026-11-22T05:00:00.000Z').facts()).toMatchObject([{ data: { dueAt: '2026-11-22T23:00:00.000Z' } }]);
  });

  it('is not sent again to whoever turns it off and on', () => {
    const sentFact = reviewSummary('2026-11-22T23:00:00.000Z', '2026-11-22T23:00:00.000Z').facts()[0] as Fact;
    const off: Fact = { type: 'WeeklySummaryTurnedOff', data: { personId } };
    const again = given(contactsDecider, [summaryOn, sentFact, off]).when(turnOnCommand, {
      actor: byBo,
      reads: readsAfter(personJoinedIn('Pacific/Honolulu')),
      now: '2026-11-23T03:00:00.000Z',
    });
    expect(again.facts()).toMatchObject([{ data: { dueAt: '2026-11-30T18:00:00.000Z' } }]);
  });

  it('is one’s own, turned on and off once', () => {
    const reads = readsAfter(boJoined);
    expect(given(contactsDecider).when(turnOnCommand, { actor: byObserver, reads }).refusal()).toBe('permission.denied');
    expect(given(contactsDecider, [summaryOn]).when(turnOnCommand, { actor: byBo, reads }).nothing()).toBe(true);
    const off = choose(false);
    expect(given(contactsDecider).when(off, { actor: byBo, reads }).nothing()).toBe(true);
    const turnedOff = given(contactsDecider, [summaryOn]).when(off, { actor: byBo, reads });
    expect(turnedOff.types()).toEqual(['WeeklySummaryTurnedOff']);
    expect(summaryTimersOf(turnedOff.state())).toEqual([]);
  });

  it('goes by mail alone: it is too long for anything else', () => {
    const byDevice = { ...choose(true), data: { ...choose(true).data, contactMethodId: browserId } };
    expect(
      given(contactsDecider, [browserAdded])
        .when(byDevice, { actor: byBo, reads: readsAfter(boJoined) })
        .refusal(),
    ).toBe('contact_method.takes_no_news');
  });
});
