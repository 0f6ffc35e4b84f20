import type { Promises } from './cast.js';

export const ofChangesAtOneInstantTheLastCounts: Promises = {
  'in what was recorded, however many there were': async (duty) => {
    const { ana, bo, cleo, dan } = duty;
    const scheduleId = await duty.schedule([ana]);
    const instants = [duty.at(0, '12:00'), duty.at(0, '14:00'), duty.at(0, '16:00')];
    for (const [n, from] of instants.entries()) {
      await duty.until(from);
      // the clock stands still: all of them begin now, each replaces the one before
      const others = [bo, cleo, dan, bo, cleo].slice(n);
      let replaced = ana;
      for (const player of others) {
        const fields = { personId: player.personId, replacesId: replaced.personId, from, to: duty.at(0, `${13 + 2 * n}:00`) };
        await ana.api.run('AddOverrides', { scheduleId, overrides: [{ kind: 'replace', ...fields }] });
        replaced = player;
      }
      expect(await duty.onCall(scheduleId)).toEqual(['Cleo']);
    }
    await duty.until(duty.at(1, '10:00'));
    for (const from of instants) {
      expect([from, await duty.onCall(scheduleId, from)]).toEqual([from, ['Cleo']]);
      const range = `from=${from}&to=${duty.at(0, '20:00')}`;
      const { body } = await ana.api.request<{ final: { personId: string }[] }>('GET', `/api/schedules/${scheduleId}/shifts?${range}`);
      expect(duty.names([body.final[0]!.personId])).toEqual(['Cleo']);
    }
  },
};
