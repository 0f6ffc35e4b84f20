import { addMillis } from '@tocsin/kernel/time.js';
import { ana, as, bo, mia, teamId } from '../../groups.fixture.js';
import { named, QuietScenario, silenceIdOf, windowIdOf } from './quiet.fixture.js';

const nobodyWaits = { service: { ackTimeoutMinutes: 0 } };

/** The clock of the wall is set back, or forward, by so many minutes. */
const steps = (scenario: QuietScenario, minutes: number): void => {
  const { now: from } = scenario.world;
  const to = addMillis(from, minutes * 60_000);
  scenario.world.now = to;
  scenario.world.record('reactor', [{ type: minutes < 0 ? 'ClockSteppedBack' : 'ClockSteppedForward', data: { from, to } }], {
    kind: 'system',
    id: 'tocsin',
    roles: [],
  });
  scenario.passes(0);
};

describe('a silence of a person who is erased', () => {
  const erased = (): QuietScenario => {
    const scenario = new QuietScenario(nobodyWaits);
    const data = { silenceId: silenceIdOf(1), teamId, matchers: named('Disk'), until: scenario.in(120), comment: '', exempt: [] };
    scenario.run('StartSilence', { ...data, untilResolved: false, confirmedGroups: null }, as(bo));
    scenario.fires('a', 'Disk');
    scenario.knows({ type: 'PersonErased', data: { personId: bo } });
    return scenario;
  };

  it('goes on to its end, of which only who has what it covers is told', () => {
    const scenario = erased();
    scenario.act('AcknowledgeAlertGroup', {}, ana);
    scenario.passes(91);
    expect(scenario.all('SilenceEndAnnounced').map(({ data }) => data.people)).toEqual([[ana]]);
    scenario.passes(60);
    expect(scenario.all('SilenceEnded').map(({ data }) => data.because)).toEqual(['time']);
    scenario.expectSound();
  });

  it('is ended and extended by others of the team', () => {
    const scenario = erased();
    const outcome = scenario.run('ChangeSilenceEnd', { silenceId: silenceIdOf(1), until: scenario.in(180) }, as(ana));
    expect(scenario.refusal(outcome)).toBe(null);
    scenario.run('EndSilence', { silenceId: silenceIdOf(1) }, as(mia));
    scenario.passes(5);
    expect(scenario.row()).toMatchObject({ status: 'firing', paging: [ana] });
  });
});

describe('a clock that is stepped forth and back', () => {
  it.each(['silence', 'window'] as const)('leaves nothing muted by a %s longer than the wall says, and pages once', (kind) => {
    const scenario = new QuietScenario(nobodyWaits);
    if (kind === 'silence') scenario.silence(1, 60, named('Disk'));
    else scenario.window(1, 60);
    scenario.fires('a', 'Disk');
    scenario.news();
    for (const minutes of [-30, 45, -15]) steps(scenario, minutes);
    expect(scenario.row().status).toBe('suppressed');
    expect(scenario.paged()).toEqual([]);
    scenario.passes(64);
    expect(scenario.paged()).toEqual([]);
    scenario.passes(1);
    expect(scenario.paged()).toEqual([ana]);
    scenario.expectSound();
  });

  it('beyond an end ends it, whatever the clock says later', () => {
    const scenario = new QuietScenario(nobodyWaits);
    scenario.silence(1, 60, named('Disk'));
    scenario.fires('a', 'Disk');
    steps(scenario, 90);
    expect(scenario.row().suppressed?.settlesAt).toBe(scenario.in(5));
    steps(scenario, -90);
    scenario.news();
    scenario.passes(5);
    expect(scenario.paged()).toEqual([ana]);
    scenario.expectSound();
  });

  it('before a window that has begun pages what the window no longer covers', () => {
    const scenario = new QuietScenario(nobodyWaits);
    scenario.window(1, 60, {}, 10);
    scenario.passes(11);
    scenario.fires('a', 'Disk');
    expect(scenario.row().suppressed).toMatchObject({ mutes: [{ id: windowIdOf(1) }] });
    scenario.news();
    steps(scenario, -300);
    scenario.passes(6);
    expect(scenario.paged()).toEqual([ana]);
    scenario.expectSound();
  });
});
