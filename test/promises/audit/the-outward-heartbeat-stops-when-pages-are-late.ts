import type { Alarm, AlarmPromises } from './alarm.js';

const readReadyReasons = async ({ stage }: Alarm): Promise<readonly string[]> =>
  (await stage.tocsin.anonymous.request<{ why: readonly string[] }>('GET', '/readyz')).body.why;

export const theOutwardHeartbeatStopsWhenPagesAreLate: AlarmPromises = {
  'heard each minute before, it is heard no more while a step is overdue, and /readyz says why': async (alarm) => {
    const before = alarm.watcher.rings.length;
    expect(before).toBeGreaterThan(1);
    await alarm.waitForMinutes(3);
    expect(alarm.watcher.rings).toHaveLength(before);
    expect(await readReadyReasons(alarm)).toEqual([expect.stringMatching(/^the audit finds \d+ overdue by a minute or more$/)]);
  },
};

export const theOutwardHeartbeatGoesOnWhenPagesAreInTime: AlarmPromises = {
  'it goes on ten minutes after the step was done, and the alert group about it resolves': async (alarm) => {
    const { stage, watcher, groupId } = alarm;
    const { length } = watcher.rings;
    alarm.letStepOfBoSucceed();
    await stage.ana.api.run('EscalateAlertGroup', { groupId });
    await alarm.bo.phone.waitFor((page) => page.groupId === groupId);
    await stage.ana.api.run('ResolveAlertGroup', { groupId });
    const serverTime = Date.parse((await alarm.getHealth()).now);
    await watcher.waitForRing(() => watcher.rings.length > length);
    expect(Date.parse((await alarm.getHealth()).now) - serverTime).toBeGreaterThan(9 * 60_000);
    await stage.ana.phone.waitFor(({ title, cause }) => title.startsWith('Audit:') && cause.kind === 'resolved');
  },
};
