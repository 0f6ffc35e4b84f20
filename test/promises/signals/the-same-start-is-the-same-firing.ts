import type { Cast, Promises } from './cast.js';

const startsAt = '2026-01-01T03:00:00Z';

/** It fires, Ana acknowledges, it is resolved, and the first message comes again a second later, as does the resolve ten seconds after that. */
const isRungOnce = async (cast: Cast, send: (status: 'firing' | 'resolved', startsAt: string) => Promise<unknown>): Promise<void> => {
  const { stage, ana } = cast;
  await stage.settleFully();
  expect(await cast.countRings(() => send('firing', startsAt))).toEqual([1, 0]);
  const { id: groupId, number } = await cast.getLastGroup();
  await ana.api.run('AcknowledgeAlertGroup', { groupId });
  expect(await cast.countRings(() => send('firing', startsAt))).toEqual([0, 0]);
  expect(await cast.getLastGroup()).toMatchObject({ id: groupId, status: 'acknowledged' });
  await send('resolved', startsAt);
  await stage.advance('PT1S');
  expect(await cast.countRings(() => send('firing', startsAt))).toEqual([0, 0]);
  await stage.advance('PT10S');
  await send('resolved', startsAt);
  await stage.advance('PT30M');
  expect(await cast.getLastGroup()).toMatchObject({ number, status: 'resolved', opening: 1 });
  expect(await cast.countRings(() => send('firing', '2026-01-01T03:20:00Z'))).toEqual([1, 0]);
};

export const theSameStartIsTheSameFiring: Promises = {
  'delivered after its own resolve it pages nobody': async (cast) =>
    isRungOnce(cast, (status, start) =>
      cast.stage.alertmanager(status, [{ name: 'HighLoad', startsAt: start }], { groupKey: '{}:{alertname="HighLoad"}' }),
    ),

  'from Tocsin’s own interface too': async (cast) =>
    isRungOnce(cast, (status, start) =>
      cast.stage.generic({ summary: 'Load', key: 'load', startsAt: start, action: status === 'firing' ? 'trigger' : 'resolve' }),
    ),

  'delivered after a restart as well': async (cast) => {
    const { stage } = cast;
    const send = (status: 'firing' | 'resolved') =>
      stage.alertmanager(status, [{ name: 'Restarted', startsAt }], { groupKey: '{}:{alertname="Restarted"}' });
    await stage.settleFully();
    await send('firing');
    await send('resolved');
    await stage.restart();
    expect(await cast.countRings(() => send('firing'))).toEqual([0, 0]);
    expect(await cast.getLastGroup()).toMatchObject({ status: 'resolved' });
  },
};
