import type { AuditReport } from '@tocsin/contracts/audit.js';
import { duration } from '@tocsin/contracts/duration.js';
import { alertGroupDecider } from '@tocsin/domain/alert-groups/decider.js';
import { ana, as, Scenario, ola } from '@tocsin/domain/alert-groups/groups.fixture.js';
import type { Actor } from '@tocsin/contracts/envelope.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { partly } from '@tocsin/testing/partly.js';
import { AlarmGroup, type AlarmGroupParts } from './alarm-group.js';

const finds = (overdueMuch: number): AuditReport => partly<AuditReport>({ overdueMuch, overdue: [{ number: 7 }], findings: [] });

/** An alarm, and an installation whose owner should be paged. */
const setting = () => {
  const scenario = new Scenario();
  const { world } = scenario;
  const watch: { alarm: AuditReport | null; isClean: boolean } = { alarm: null, isClean: true };
  const troubles: unknown[] = [];
  const parts = partly<AlarmGroupParts>({
    watch,
    now: () => world.now,
    runner: {
      state: async (_: unknown, id: string) => world.state(alertGroupDecider, id),
    },
    send: async (type: string, data: object, { actor }: { readonly actor: Actor }) => world.run({ type, data }, { actor }),
    troubles: { note: (_: string, error: unknown) => void troubles.push(error) },
  });
  const server = () => new AlarmGroup(parts);
  const groups = () => scenario.rows().map(({ number, title, status, urgency }) => ({ number, title, status, urgency }));
  return { scenario, watch, server, groups, troubles };
};
type Setting = ReturnType<typeof setting>;

const alarms = ({ watch }: Setting, overdueMuch: number): void => void Object.assign(watch, { alarm: finds(overdueMuch), isClean: false });
const calms = ({ watch }: Setting): void => void Object.assign(watch, { alarm: null, isClean: true });
const looks = async ({ scenario }: Setting, ...groups: readonly AlarmGroup[]): Promise<void> => {
  for (const group of groups) await group.look();
  scenario.world.advance(0);
};

describe('what the audit finds', () => {
  it('pages the owners by one alert group, however much it is, for as long as it is so, and from whichever server', async () => {
    const here = setting();
    const [first, second] = [here.server(), here.server()];
    alarms(here, 1);
    await looks(here, first, second);
    expect(here.groups()).toEqual([{ number: 1, title: 'Audit: 1 page is overdue (#7)', status: 'firing', urgency: 'high' }]);
    expect(here.scenario.paged()).toEqual([ola]);
    alarms(here, 3_000);
    for (let n = 0; n < 5; n += 1) await looks(here, first, second);
    // a server that starts in the meantime knows nothing yet, and finds the same group afterwards
    here.watch.alarm = null;
    const third = here.server();
    await looks(here, third);
    alarms(here, 3_000);
    await looks(here, third);
    expect(here.groups()).toHaveLength(1);
    calms(here);
    await looks(here, third, first, second);
    expect(here.groups()).toMatchObject([{ status: 'resolved' }]);
    expect(here.troubles).toEqual([]);
  });

  it('pages anew by another group, 10 minutes after the last was resolved', async () => {
    const here = setting();
    const one = here.server();
    alarms(here, 1);
    await looks(here, one);
    here.scenario.act('ResolveAlertGroup', {}, ola);
    await looks(here, one);
    expect(here.groups()).toMatchObject([{ status: 'resolved' }]);
    here.scenario.passes(10);
    await looks(here, one);
    expect(here.groups()).toMatchObject([{ status: 'resolved' }, { status: 'firing', number: 2 }]);
  });

  it('waits no longer where the clock was set back since the last was resolved', async () => {
    const here = setting();
    const one = here.server();
    alarms(here, 1);
    await looks(here, one);
    here.scenario.act('ResolveAlertGroup', {}, ola);
    here.scenario.world.now = addMillis(here.scenario.world.now, -duration.hour);
    await looks(here, one);
    expect(here.groups()).toMatchObject([{ status: 'resolved' }, { status: 'firing', number: 2 }]);
  });

  it('is resolved also where it was opened before this server began', async () => {
    const here = setting();
    alarms(here, 1);
    await looks(here, here.server());
    expect(here.groups()).toMatchObject([{ status: 'firing' }]);
    calms(here);
    await looks(here, here.server());
    expect(here.groups()).toMatchObject([{ status: 'resolved' }]);
    expect(here.troubles).toEqual([]);
  });

  it('pages nobody while all is well', async () => {
    const here = setting();
    const one = here.server();
    await looks(here, one, one);
    expect(here.groups()).toEqual([]);
  });

  it('is not for a person to say', () => {
    const { scenario } = setting();
    const asked = { type: 'RaiseAuditAlarm', data: { groupId: '01900000-0000-7000-8000-00000000aaaa', title: 'x' } };
    expect(scenario.world.run(asked, { actor: as(ana) })).toMatchObject({ kind: 'refused' });
  });
});
