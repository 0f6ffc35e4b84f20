import type { StepConditions } from '@tocsin/contracts/conditions.js';
import type { Promises } from './cast.js';

/** The hour of a clock that is always UTC, and the one after. */
const hourOf = (now: string, hoursAhead: number): string =>
  `${String((new Date(now).getUTCHours() + hoursAhead) % 24).padStart(2, '0')}:00`;
const hoursCondition = (from: string, to: string, side: 'inside' | 'outside' = 'inside'): StepConditions => ({
  hours: { when: side, timeZone: 'UTC', times: [{ weekdays: [], times: { from, to } }] },
});

export const aStepByWorkingHoursIsSkippedOutsideThem: Promises = {
  'by the clock of its zone, when it is due; the next one is taken at once, and the timeline says why': async (cast) => {
    const { stage, ana, bo, cleo } = cast;
    const now = await stage.settle();
    const hours = [hourOf(now, 3), hourOf(now, 5)] as const;
    await stage.setPolicy([
      { page: [ana], conditions: hoursCondition(...hours) },
      { page: [bo], conditions: hoursCondition(...hours, 'outside'), wait: 300 },
      { page: [cleo], conditions: hoursCondition(hourOf(now, 5), hourOf(now, 7)) },
    ]);
    const { id } = await cast.openGroup();
    expect(await cast.namesOfPaged(id)).toEqual(['Bo']);
    const skipEvent = (await stage.getTimeline(id)).find(({ type }) => type === 'EscalationStepSkipped');
    expect(skipEvent!.data).toMatchObject({
      step: 1,
      because: ['hours'],
      judgedBy: { hours: { isInside: false } },
      persons: [ana.personId],
    });
    await stage.advance('PT5H1M');
    expect(await cast.namesOfPaged(id)).toEqual(['Bo', 'Cleo']);
  },
};
