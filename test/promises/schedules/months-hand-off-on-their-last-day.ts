import { onDuty } from '@tocsin/testing/schedules/duty.js';
import type { OnCallAnswer } from '@tocsin/contracts/schedules/answers.js';
import type { Promises } from './cast.js';

const length = { unit: 'months', count: 1, time: '09:00', day: 31 } as const;

export const monthsHandOffOnTheirLastDay: Promises = {
  'a month without a 31st hands off on its last day, and the month after it on the 31st again': async (duty) => {
    const anchor = '2026-10-31T09:00:00.000Z';
    const scheduleId = await duty.schedule([duty.ana, duty.bo], { anchor, length });
    const range = `from=2027-01-30T00:00:00.000Z&to=2027-04-01T00:00:00.000Z`;
    const { body } = await duty.ana.api.request<OnCallAnswer>('GET', `/api/on-call?schedule=${scheduleId}&${range}`);
    const marks = body.schedules[0]!.shifts!.slice(1).map(({ from }) => from.slice(5, 16));
    expect(marks).toEqual(['01-31T09:00', '02-28T09:00', '03-31T09:00']);
  },

  'pages the other one from that moment on': async (duty) => {
    const scheduleId = await duty.schedule([duty.ana, duty.bo], { anchor: '2026-10-31T09:00:00.000Z', length });
    await duty.createPolicy([onDuty(scheduleId)]);
    const before = duty.at(0, '10:00').slice(0, 8);
    const last = new Date(Date.UTC(Number(before.slice(0, 4)), Number(before.slice(5, 7)), 0)).getUTCDate();
    await duty.until(`${before}${last}T08:59:00.000Z`);
    const [one] = await duty.pagedNames();
    await duty.until(`${before}${last}T09:00:00.000Z`);
    expect([one, ...(await duty.pagedNames())].toSorted()).toEqual(['Ana', 'Bo']);
  },
};
