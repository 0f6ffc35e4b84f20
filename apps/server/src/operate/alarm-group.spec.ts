import type { AuditReport } from '@tocsin/contracts/auditor/audit.js';
import { duration } from '@tocsin/contracts/duration.js';
import { alertGroupDecider } from '@tocsin/domain/operation/alert-groups/decider.js';
import { ana, as, Scenario, ola } from '@tocsin/domain/operation/alert-groups/groups.fixture.js';
import type { Actor } from '@tocsin/contracts/envelope.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { AlarmGroup, type AlarmGroupDependencies } from './alarm-group.js';

const reportWith = (overdueMuch: number): AuditReport => partOf<AuditReport>({ overdueMuch, overdue: [{ number: 7 }], findings: [] });

/** An alarm, and an installation whose owner should be paged. */
const setting = () => {
  const scenario = new Scenario();
  const { world } = scenario;
  const watch: { alarm: AuditReport | null; isClean: boolean } = { alarm: null, isClean: true };
  const errors: unknown[] = [];
  const parts = partOf<AlarmGroupDependencies>({
    watch,
    now: () => world.now,
    runner: {
      readState: async (_: unknown, id: string) => world.state(alertGroupDecider, id),
    },
    send: async (type: string, data: object, { actor }: { readonly actor: Actor }) => world.run({ type, data }, { actor }),
    troubles: { note: (_: string, error: unknown) => void errors.push(error) },
  });
  const server = () => new AlarmGroup(parts);
  const groups = () => scenario.rows().map(({ number, title, status, urgency }) => ({ number, title, status, urgency }));
  return { scenario, watch, server, groups, troubles: errors };
};
type AlarmSetting = ReturnType<typeof setting>;

const raiseAlarm = ({ watch }: AlarmSetting, overdueMuch: number): void =>
  void Object.assign(watch, { alarm: reportWith(overdueMuch), isClean: false });
const clearAlarm = ({ watch }: AlarmSetting): void => void Object.assign(watch, { alarm: null, isClean: true });
const checkGroups = async ({ scenario }: AlarmSetting, ...groups: readonly AlarmGroup[]): Promise<void> => {
  for (const group of groups) await group.look();
  scenario.world.advance(0);
};

describe('what the audit finds', () => {
  it('pages the owners by one alert group, however much it is, for as long as it is so, and from whichever server', async () => {
    const current = setting();
    const [first, second] = [current.server(), current.server()];
    raiseAlarm(current, 1);
    await checkGroups(current, first, second);
    expect(current.groups()).toEqual([{ number: 1, title: 'Audit: 1 page is overdue (#7)', status: 'firing', urgency: 'high' }]);
    expect(current.scenario.paged()).toEqual([ola]);
    raiseAlarm(current, 3_000);
    for (let n = 0; n < 5; n += 1) await checkGroups(current, first, second);
    // a server that starts in the meantime knows nothing yet, and finds the same group afterwards
    current.watch.alarm = null;
    const third = current.server();
    await checkGroups(current, third);
    raiseAlarm(current, 3_000);
    await checkGroups(current, third);
    expect(current.groups()).toHaveLength(1);
    clearAlarm(current);
    await checkGroups(current, third, first, second);
    expect(current.groups()).toMatchObject([{ status: 'resolved' }]);
    expect(current.troubles).toEqual([]);
  });

  it('pages anew by another group, 10 minutes after the last was resolved', async () => {
    const current = setting();
    const one = current.server();
    raiseAlarm(current, 1);
    await checkGroups(current, one);
    current.scenario.act('ResolveAlertGroup', {}, ola);
    await checkGroups(current, one);
    expect(current.groups()).toMatchObject([{ status: 'resolved' }]);
    current.scenario.passes(10);
    await checkGroups(current, one);
    expect(current.groups()).toMatchObject([{ status: 'resolved' }, { status: 'firing', number: 2 }]);
  });

  it('waits no longer where the clock was set back since the last was resolved', async () => {
    const current = setting();
    const one = current.server();
    raiseAlarm(current, 1);
    await checkGroups(current, one);
    current.scenario.act('ResolveAlertGroup', {}, ola);
    current.scenario.world.now = addMillis(current.scenario.world.now, -duration.hour);
    await checkGroups(current, one);
    expect(current.groups()).toMatchObject([{ status: 'resolved' }, { status: 'firing', number: 2 }]);
  });

  it('is resolved also where it was opened before this server began', async () => {
    const current = setting();
    raiseAlarm(current, 1);
    await checkGroups(current, current.server());
    expect(current.groups()).toMatchObject([{ status: 'firing' }]);
    clearAlarm(current);
    await checkGroups(current, current.server());
    expect(current.groups()).toMatchObject([{ status: 'resolved' }]);
    expect(current.troubles).toEqual([]);
  });

  it('pages nobody while all is well', async () => {
    const current = setting();
    const one = current.server();
    await checkGroups(current, one, one);
    expect(current.groups()).toEqual([]);
  });

  it('is not for a person to say', () => {
    const { scenario } = setting();
    const request = { type: 'RaiseAuditAlarm', data: { groupId: '01900000-0000-7000-8000-00000000aaaa', title: 'x' } };
    expect(scenario.world.run(request, { actor: as(ana) })).toMatchObject({ kind: 'refused' });
  });
});
