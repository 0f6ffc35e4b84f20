import { alertOf, resolvedAlert } from '../../../routing/signals.fixture.js';
import { ana, bo } from '../../groups.fixture.js';
import { is, named, QuietScenario, silenceIdOf } from './quiet.fixture.js';

const start = (setting?: ConstructorParameters<typeof QuietScenario>[0]): QuietScenario => new QuietScenario(setting);
const endSilence = (scenario: QuietScenario, n: number) => scenario.run('EndSilence', { silenceId: silenceIdOf(n) });

describe('an alert whose last mute ends', () => {
  it('counts as muted for five more minutes, also in a group that counts', () => {
    const scenario = start({ service: { ackTimeoutMinutes: 0 } });
    scenario.silence(1, 30, named('Disk'));
    scenario.fires('a', 'Memory');
    scenario.act('AcknowledgeAlertGroup', {}, ana);
    scenario.fires('a', 'Memory', 'Disk');
    scenario.news();
    scenario.passes(34);
    expect(scenario.row().status).toBe('acknowledged');
    scenario.passes(1);
    expect(scenario.row()).toMatchObject({ status: 'firing', paging: [ana] });
    scenario.expectSound();
  });

  it('is waited for while others are muted longer', () => {
    const scenario = start();
    scenario.silence(1, 30, named('Disk'));
    scenario.silence(2, 60, named('Memory'));
    scenario.fires('a', 'Disk', 'Memory');
    scenario.passes(31);
    expect(scenario.row()).toMatchObject({ status: 'suppressed', suppressed: { settlesAt: expect.any(String) as string } });
    scenario.passes(4);
    expect(scenario.paged()).toEqual([ana]);
    scenario.expectSound();
  });

  it('settles no more once it is resolved: the rest stays suppressed', () => {
    const scenario = start();
    scenario.silence(1, 30, named('Disk'));
    scenario.silence(2, 60, named('Memory'));
    scenario.fires('a', 'Disk', 'Memory');
    scenario.passes(31);
    scenario.fires('a', 'Memory', resolvedAlert('Disk'));
    expect(scenario.row().suppressed).toMatchObject({ mutes: [{ id: silenceIdOf(2) }], settlesAt: null });
    scenario.passes(10);
    expect(scenario.row().status).toBe('suppressed');
    expect(scenario.paged()).toEqual([]);
    scenario.expectSound();
  });

  it('still settles when another one fires that nothing mutes, and is news afterwards', () => {
    const scenario = start({ service: { ackTimeoutMinutes: 0 } });
    scenario.silence(1, 30, named('Disk'));
    scenario.fires('a', 'Disk');
    scenario.passes(31);
    scenario.fires('a', 'Disk', 'Memory');
    expect(scenario.paged()).toEqual([ana]);
    scenario.act('AcknowledgeAlertGroup', {}, bo);
    scenario.passes(10);
    // it was there when Bo took the group
    expect(scenario.row().status).toBe('acknowledged');
    scenario.expectSound();
  });

  it('is muted again by a new silence, in the middle of its five minutes', () => {
    const scenario = start();
    scenario.silence(1, 30, named('Disk'));
    scenario.fires('a', 'Disk');
    scenario.passes(31);
    scenario.silence(2, 2, named('Disk'));
    expect(scenario.row().suppressed).toMatchObject({ mutes: [{ id: silenceIdOf(2) }] });
    scenario.passes(6);
    expect(scenario.paged()).toEqual([]);
    scenario.passes(1);
    expect(scenario.paged()).toEqual([ana]);
    scenario.expectSound();
  });
});

describe('the urgency of a suppressed group', () => {
  it('is the one that it would have, and of what counts once something does', () => {
    const scenario = start();
    scenario.silence(1, 60, named('Disk'));
    scenario.fires('a', alertOf('Disk', { severity: 'warning' }));
    expect(scenario.row().urgency).toBe('low');
    scenario.silence(2, 60, named('Fire'));
    scenario.fires('a', alertOf('Disk', { severity: 'warning' }), 'Fire');
    expect(scenario.row()).toMatchObject({ status: 'suppressed', urgency: 'high' });
    scenario.fires('a', alertOf('Disk', { severity: 'warning' }), 'Fire', alertOf('Slow', { severity: 'warning' }));
    expect(scenario.row()).toMatchObject({ status: 'firing', urgency: 'low' });
    scenario.passes(65);
    expect(scenario.row().urgency).toBe('high');
    scenario.expectSound();
  });
});

describe('a suppressed group of high urgency', () => {
  it('stands on top if it fired before its silence, or somebody has extended that', () => {
    const scenario = start();
    scenario.fires('a', 'Disk');
    scenario.passes(1);
    scenario.silence(1, 60, named('Disk'));
    expect(scenario.rowOf(1).olderThanSilence).toBe(true);
    scenario.silence(2, 60, named('Memory'));
    scenario.fires('b', 'Memory');
    expect(scenario.rowOf(2).olderThanSilence).toBe(false);
    scenario.run('ChangeSilenceEnd', { silenceId: silenceIdOf(2), until: scenario.in(120) });
    expect(scenario.rowOf(2).olderThanSilence).toBe(true);
    scenario.expectSound();
  });
});

describe('labels that change', () => {
  it('are matched as last said', () => {
    const scenario = start();
    const alert = (env: string) => alertOf('Disk', { labels: { alertname: 'Disk', env } });
    scenario.silence(1, 60, [is('env', 'test')]);
    scenario.fires('a', alert('test'));
    expect(scenario.row().status).toBe('suppressed');
    scenario.fires('a', alert('live'));
    expect(scenario.row().status).toBe('firing');
    expect(scenario.paged()).toEqual([ana]);
    scenario.expectSound();
  });
});

it('two silences are named with the one first that ends last, of the alert that is free first', () => {
  const scenario = start();
  scenario.silence(1, 30, named('Disk'));
  scenario.silence(2, 40, named('Disk'));
  scenario.silence(3, 90, named('Memory'));
  scenario.fires('a', 'Disk', 'Memory');
  expect(scenario.row().suppressed!.mutes.map(({ id }) => id)).toEqual([2, 1, 3].map(silenceIdOf));
  endSilence(scenario, 2);
  expect(scenario.row().suppressed!.mutes.map(({ id }) => id)).toEqual([1, 3].map(silenceIdOf));
});
