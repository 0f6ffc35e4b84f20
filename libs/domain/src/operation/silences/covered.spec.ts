import { ana, as, bo, mia, ola } from '../alert-groups/groups.fixture.js';
import { is, named, QuietScenario, silenceIdOf } from '../alert-groups/aspects/mutes/quiet.fixture.js';

const silence = (scenario: QuietScenario, n: number) =>
  scenario.world.rows<{ id: string; state: string; quietUntil: string | null; firing: boolean | null }>('silences').get(silenceIdOf(n))!;

describe('a silence “until it resolves”', () => {
  it('ends ten minutes after the last alert that it covers, not before one fired', () => {
    const scenario = new QuietScenario();
    scenario.silence(1, 600, named('Disk'), { untilResolved: true });
    scenario.passes(60);
    expect(silence(scenario, 1)).toMatchObject({ state: 'active', firing: null });
    scenario.fires('a', 'Disk');
    expect(silence(scenario, 1).firing).toBe(true);
    scenario.passes(60);
    scenario.ends('a', 'Disk');
    scenario.passes(9);
    scenario.fires('b', 'Disk');
    expect(silence(scenario, 1).quietUntil).toBeNull();
    scenario.ends('b', 'Disk');
    scenario.passes(9);
    expect(silence(scenario, 1).state).toBe('active');
    scenario.passes(1);
    expect(silence(scenario, 1).state).toBe('ended');
    expect(scenario.all('SilenceEnded')[0]!.data.because).toBe('resolved');
    scenario.expectSound();
  });

  it('counts what fires when it starts, and ends at its end at the latest', () => {
    const scenario = new QuietScenario();
    scenario.fires('a', 'Disk');
    scenario.silence(1, 60, named('Disk'), { untilResolved: true });
    expect(silence(scenario, 1).firing).toBe(true);
    scenario.passes(60);
    expect(scenario.all('SilenceEnded')[0]!.data.because).toBe('time');
  });
});

describe('a silence that matches any alert without its labels', () => {
  const loose = [{ label: 'env', operator: '!=' as const, value: 'live' }];

  it('is refused until the number of alert groups that it covers is confirmed', () => {
    const scenario = new QuietScenario();
    scenario.fires('a', 'Disk');
    scenario.fires('b', 'Memory');
    expect(scenario.refusal(scenario.silence(1, 60, loose))).toBe('silence.matches_everything');
    expect(scenario.refusal(scenario.silence(1, 60, loose, { confirmedGroups: 1 }))).toBe('silence.matches_everything');
    expect(scenario.silence(1, 60, loose, { confirmedGroups: 2 }).kind).toBe('done');
    expect(scenario.rows().map(({ status }) => status)).toEqual(['suppressed', 'suppressed']);
    scenario.expectSound();
  });
});

describe('the end of a silence', () => {
  it('is announced half an hour before, to who started it and who has what it covers', () => {
    const scenario = new QuietScenario({ service: { ackTimeoutMinutes: 0 } });
    scenario.fires('a', 'Disk');
    scenario.act('AcknowledgeAlertGroup', {}, bo);
    scenario.silence(1, 180, named('Disk'));
    scenario.passes(149);
    expect(scenario.all('SilenceEndAnnounced')).toEqual([]);
    scenario.passes(1);
    expect(scenario.all('SilenceEndAnnounced')[0]!.data.people).toEqual([mia, bo]);
  });

  it('is announced ten minutes before where it is shorter than two hours, and again once it was moved', () => {
    const scenario = new QuietScenario();
    scenario.silence(1, 60, named('Disk'));
    scenario.passes(50);
    expect(scenario.all('SilenceEndAnnounced')).toHaveLength(1);
    scenario.run('ChangeSilenceEnd', { silenceId: silenceIdOf(1), until: scenario.in(130) });
    scenario.passes(100);
    expect(scenario.all('SilenceEndAnnounced')).toHaveLength(2);
  });
});

describe('a silence of the whole organisation', () => {
  it('is started by an owner, and covers every team', () => {
    const scenario = new QuietScenario();
    const start = (by: string) => {
      const data = {
        silenceId: silenceIdOf(1),
        teamId: null,
        matchers: [is('alertname', 'Disk')],
        until: scenario.in(60),
        comment: '',
        exempt: [],
      };
      return scenario.run('StartSilence', { ...data, untilResolved: false, confirmedGroups: null }, as(by));
    };
    expect(scenario.refusal(start(ana))).toBe('permission.denied');
    expect(scenario.refusal(start(mia))).toBe('permission.denied');
    expect(start(ola).kind).toBe('done');
    scenario.fires('a', 'Disk');
    expect(scenario.row().status).toBe('suppressed');
  });
});
