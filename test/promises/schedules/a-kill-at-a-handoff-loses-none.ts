import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import { onDuty, type Duty } from '@tocsin/testing/schedules/duty.js';
import type { Promises } from './cast.js';

let scheduleId: string;
const changesOf = async ({ ana }: Duty): Promise<readonly RecordedOf<'OnCallChanged'>[]> => {
  const events = (await ana.api.events(`schedule-${scheduleId}`)) as unknown as readonly RecordedOf<'OnCallChanged'>[];
  return events.filter(({ type }) => type === 'OnCallChanged');
};

export const aKillAtAHandoffLosesNone: Promises = {
  'killed in the moment of a handoff, it has recorded it once': async (duty) => {
    scheduleId = await duty.schedule([duty.ana, duty.bo]);
    await duty.createPolicy([onDuty(scheduleId)]);
    await duty.until(duty.at(1, '08:59'));
    // not awaited: the kill comes while the handoff is processed
    void duty.stage.advance('PT1M').catch(() => {});
    await duty.stage.restart('SIGKILL', { TOCSIN_CLOCK_AT: duty.at(1, '09:00') });
    await duty.stage.settle();
    expect(await duty.onCall(scheduleId)).toEqual(['Bo']);
    expect(await duty.pagedNames()).toEqual(['Bo']);
    const changes = await changesOf(duty);
    expect(changes.map(({ data }) => data.effectiveAt)).toEqual([duty.at(0, '10:00'), duty.at(1, '09:00')]);
  },

  'what passed while it was away is recorded late, each change at its own moment': async (duty) => {
    await duty.stage.restart('SIGTERM', { TOCSIN_CLOCK_AT: duty.at(4, '12:00') });
    await duty.stage.settle();
    const changesAfterKill = (await changesOf(duty)).slice(2);
    expect(changesAfterKill.map(({ data }) => data.effectiveAt)).toEqual([2, 3, 4].map((day) => duty.at(day, '09:00')));
    const hour = 3_600_000;
    expect(changesAfterKill.map(({ data }) => data.late)).toEqual([51 * hour, 27 * hour, 3 * hour]);
    expect(await duty.onCall(scheduleId, duty.at(3, '12:00'))).toEqual(['Bo']);
    expect(await duty.pagedNames()).toEqual(['Ana']);
  },
};
