import { QuietScenario, named } from '../aspects/mutes/quiet.fixture.js';
import { ana, as, pages, sam } from '../groups.fixture.js';

const names = { disk: 'Disk', fan: 'Fan', net: 'Net' } as const;
type Key = keyof typeof names;
const begin = (): QuietScenario => new QuietScenario({ steps: [pages([ana]), pages([sam])] });
const fire = (scenario: QuietScenario, ...keys: readonly Key[]): void => {
  for (const key of keys) scenario.fires(key, names[key]);
};
const link = (scenario: QuietScenario, number: number, to = 1) =>
  scenario.act('LinkAlertGroup', { groupId: scenario.rowOf(number).id, toGroupId: scenario.rowOf(to).id });
const isMuted = (scenario: QuietScenario, number: number): boolean => (scenario.rowOf(number).suppressed ?? null) !== null;
const startsOf = (scenario: QuietScenario, number: number): readonly string[] =>
  scenario.all('EscalationStarted').flatMap(({ data }) => (data.groupId === scenario.rowOf(number).id ? [data.because] : []));

describe('a group that is muted', () => {
  it('can’t be linked, nor another one with it: it would page for nobody', () => {
    const scenario = begin();
    scenario.silence(1, 60, named('Disk'));
    fire(scenario, 'disk', 'fan');
    expect(isMuted(scenario, 1)).toBe(true);
    expect(scenario.refusal(link(scenario, 2))).toBe('alert_group.cannot_be_linked');
    expect(scenario.refusal(link(scenario, 1, 2))).toBe('alert_group.cannot_be_linked');
  });

  it('just before another one was linked with it pages for both', () => {
    const scenario = begin();
    scenario.silence(1, 60, named('Disk'));
    fire(scenario, 'fan', 'disk');
    const [fan, muted] = [scenario.rowOf(1).id, scenario.rowOf(2).id];
    scenario.world.record(`alertGroup-${fan}`, [{ type: 'AlertGroupLinked', data: { groupId: fan, storm: muted } }], as(ana));
    scenario.passes(0);
    expect(isMuted(scenario, 2)).toBe(false);
    expect(scenario.rows().map(({ follows }) => follows?.number)).toEqual([undefined, 1]);
  });
});

describe('linked groups', () => {
  it('are not muted while another one is open; the last one is, at once', () => {
    const scenario = begin();
    fire(scenario, 'disk', 'fan', 'net');
    link(scenario, 2);
    link(scenario, 3);
    scenario.window(1, 600);
    expect([1, 2, 3].map((number) => isMuted(scenario, number))).toEqual([false, false, false]);
    scenario.ends('disk', 'Disk');
    expect(isMuted(scenario, 2)).toBe(false);
    scenario.ends('fan', 'Fan');
    expect(isMuted(scenario, 3)).toBe(true);
    scenario.news();
    scenario.passes(120);
    expect(scenario.paged()).toEqual([]);
    scenario.expectSound();
  });

  it('of which the first was unlinked leave the last one to itself', () => {
    const scenario = begin();
    fire(scenario, 'disk', 'fan');
    // the second group is the first of the set, and follows
    link(scenario, 1, 2);
    scenario.act('UnlinkAlertGroup', { groupId: scenario.rowOf(2).id });
    expect(scenario.rows().map((row) => row.linked)).toEqual([undefined, undefined]);
    scenario.window(1, 600);
    expect([1, 2].map((number) => isMuted(scenario, number))).toEqual([true, true]);
    scenario.expectSound();
  });

  it('of which one fires anew, unmuted, page for it though the one that leads was muted', () => {
    const scenario = begin();
    fire(scenario, 'disk', 'fan');
    link(scenario, 2);
    scenario.ends('fan', 'Fan');
    scenario.silence(1, 60, named('Disk'));
    expect(isMuted(scenario, 1)).toBe(true);
    scenario.passes(1);
    fire(scenario, 'fan');
    expect(scenario.rowOf(2).follows).toMatchObject({ number: 1 });
    expect(isMuted(scenario, 1)).toBe(false);
    expect(startsOf(scenario, 1).at(-1)).toBe('unsuppressed');
    scenario.expectSound();
  });

  it('that a person reopens end the muting of the one that leads', () => {
    const scenario = begin();
    fire(scenario, 'disk', 'fan');
    link(scenario, 2);
    scenario.ends('fan', 'Fan');
    scenario.silence(1, 60, named('Disk'));
    scenario.act('ReopenAlertGroup', { groupId: scenario.rowOf(2).id, iHaveIt: false });
    expect(isMuted(scenario, 1)).toBe(false);
    scenario.expectSound();
  });
});
