import type { Promises } from './cast.js';

export const anUnknownSeverityIsAnErrorAndPages: Promises = {
  'whoever sends it, and its word is kept': async (cast) => {
    const { stage, ana } = cast;
    const sends = [
      () => stage.generic({ summary: 'The crater glows', key: 'crater', severity: 'volcanic' }),
      () => stage.alertmanager('firing', [{ name: 'Crater', severity: 'volcanic' }], { groupKey: '{}:{cluster="crater"}' }),
    ];
    for (const send of sends) {
      expect(await cast.countRings(send)).toEqual([1, 0]);
      const { id, urgency } = await cast.getLastGroup();
      expect(urgency).toBe('high');
      expect((await ana.api.row('alerts', id)).alerts).toMatchObject([{ severity: 'error', severityWord: 'volcanic' }]);
      await stage.settleFully();
    }
  },

  'what is known to be mild does not': async (cast) => {
    await cast.stage.generic({ summary: 'The crater smokes', key: 'smoke', severity: 'warning' });
    expect(await cast.getLastGroup()).toMatchObject({ urgency: 'low' });
  },
};
