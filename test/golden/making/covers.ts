import type { CommandInput } from '@tocsin/contracts/catalogue.js';
import { layerOf, createLayersOn } from '@tocsin/testing/schedules/stage-rotations.js';
import { type Cast } from './cast.js';
import { daysAfter } from './instants.js';

type Request = Omit<CommandInput<'AskForCover'>, 'scheduleId'>;

/**
 * Ana asks others to cover for her: one request is declined and another accepted, two people swap, one request is withdrawn, one gets a reminder and
 * expires, and one is still open. Then one person’s share of the load is set.
 */
export const requestCovers = async (cast: Cast): Promise<void> => {
  const { stage, bo, cleo } = cast;
  const { ana } = stage;
  const now = await stage.settle();
  const length = { unit: 'days', count: 7, time: '09:00' } as const;
  const scheduleId = await createLayersOn(stage, 'Database', [layerOf({ anchor: now, length, turns: [ana, bo] })], 'Europe/Oslo');
  const askForCover = async (request: Request) => {
    await ana.api.run('AskForCover', { scheduleId, ...request });
    const { requests } = await ana.api.row('coverRequests', scheduleId);
    return { scheduleId, coverId: requests.at(-1)!.coverId };
  };
  const dayOf = (from: number) => ({ from: daysAfter(now, from), to: daysAfter(now, from + 1) });

  const first = await askForCover({ ...dayOf(0.5), offeredTo: [bo.personId, cleo.personId], note: 'The dentist.' });
  await cleo.api.run('DeclineCover', first);
  await bo.api.run('AcceptCover', first);
  const swap = await askForCover({ ...dayOf(4), offeredTo: [bo.personId], inReturn: dayOf(8) });
  await bo.api.run('AcceptCover', swap);
  await ana.api.run('WithdrawCover', await askForCover(dayOf(3)));
  await askForCover({ from: daysAfter(now, 1.6), to: daysAfter(now, 1.8) });
  await askForCover({ ...dayOf(5), note: 'A wedding.' });
  await ana.api.run('SetShares', { scheduleId, shares: [{ personId: bo.personId, percent: 50 }] });
  await stage.advance('P2D');
};
