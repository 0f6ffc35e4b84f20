import type { StepConditions } from '@tocsin/contracts/conditions.js';
import type { Promises } from './keep.js';

/** The hour of a clock that is always UTC, and the one after. */
const hourOf = (now: string, ahead: number): string => `${String((new Date(now).getUTCHours() + ahead) % 24).padStart(2, '0')}:00`;
const between = (from: string, to: string, when: 'inside' | 'outside' = 'inside'): StepConditions => ({
  hours: { when, timeZone: 'UTC', times: [{ weekdays: [], times: { from, to } }] },
});

export const aStepByWorkingHoursIsSkippedOutsideThem: Promises = {
  'by the clock of its zone, when it is due; the next one is taken at once, and the timeline says why': async (cast) => {
    const { stage, ana, bo, cleo } = cast;
    const now = await stage.settle();
    const hours = [hourOf(now, 3), hourOf(now, 5)] as const;
    await stage.policy([
      { page: [ana], conditions: between(...hours) },
      { page: [bo], conditions: between(...hours, 'outside'), wait: 300 },
      { page: [cleo], conditions: between(hourOf(now, 5), hourOf(now, 7)) },
    ]);
    const { id } = await cast.opens();
    expect(await cast.called(id)).toEqual(['Bo']);
    const skipped = (await stage.timeline(id)).find(({ type }) => type === 'EscalationStepSkipped');
    expect(skipped!.data).toMatchObject({ step: 1, because: ['hours'], judgedBy: { hours: { isInside: false } }, persons: [ana.personId] });
    await stage.advance('PT5H1M');
    expect(await cast.called(id)).toEqual(['Bo', 'Cleo']);
  },
};
