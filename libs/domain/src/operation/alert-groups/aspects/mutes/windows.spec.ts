import { alertOf } from '../../../routing/signals.fixture.js';
import { ana, bo, pages } from '../../groups.fixture.js';
import { is, named, QuietScenario, windowIdOf } from './quiet.fixture.js';

const start = (setting?: ConstructorParameters<typeof QuietScenario>[0]): QuietScenario => new QuietScenario(setting);

describe('a maintenance window that mutes', () => {
  it('pages nobody while it lasts, and step 1 five minutes later for what opened in it', () => {
    const scenario = start();
    scenario.window(1, 60);
    scenario.fires('a', 'Disk');
    expect(scenario.row().suppressed).toMatchObject({ mutes: [{ kind: 'maintenance', id: windowIdOf(1) }] });
    scenario.passes(64);
    expect(scenario.paged()).toEqual([]);
    scenario.passes(1);
    expect(scenario.paged()).toEqual([ana]);
    scenario.expectSound();
  });

  it('rings each person once by each method for all that opened in it, five minutes after its end', () => {
    const scenario = start({ steps: [pages([ana, bo])] });
    scenario.window(1, 60);
    for (let n = 0; n < 12; n += 1) scenario.fires(`g${n}`, `Disk${n}`);
    scenario.passes(64);
    expect(scenario.all('AttemptStarted')).toEqual([]);
    scenario.passes(2);
    expect(scenario.all('BundleStarted').map(({ data }) => data.personId)).toEqual([ana, bo]);
    const attempts = scenario.all('AttemptStarted').map(({ data }) => data.ring);
    expect(attempts).toEqual(Array.from({ length: 24 }, () => expect.objectContaining({ bundled: true })));
    scenario.expectSound();
  });

  it('makes no new page for what fired before: its escalation goes on with what was left of its delay', () => {
    const scenario = start({ steps: [pages([ana], { waitMinutes: 30 }), pages([bo])] });
    scenario.fires('a', 'Disk');
    scenario.passes(10);
    scenario.news();
    scenario.window(1, 60);
    expect(scenario.row()).toMatchObject({ status: 'suppressed', paging: [] });
    scenario.passes(65);
    expect(scenario.row().status).toBe('firing');
    expect(scenario.paged()).toEqual([]);
    scenario.passes(19);
    expect(scenario.paged()).toEqual([]);
    scenario.passes(1);
    expect(scenario.paged()).toEqual([bo]);
    scenario.expectSound();
  });

  it('pages what fired before it, too, where a silence ended last', () => {
    const scenario = start();
    scenario.fires('a', 'Disk');
    scenario.window(1, 30);
    scenario.silence(1, 60, named('Disk'));
    scenario.news();
    scenario.passes(65);
    expect(scenario.paged()).toEqual([ana]);
    scenario.expectSound();
  });

  it('covers the services or labels that it names, and no others', () => {
    const scenario = start();
    scenario.window(1, 60, { services: [], matchers: [is('alertname', 'Disk')] });
    scenario.fires('a', 'Disk');
    scenario.fires('b', 'Memory');
    expect([1, 2].map((number) => scenario.rowOf(number).status)).toEqual(['suppressed', 'firing']);
  });

  it('begins while a group fires, and is ended early by a person', () => {
    const scenario = start();
    scenario.fires('a', 'Disk');
    scenario.window(1, 60, {}, 20);
    expect(scenario.row().status).toBe('firing');
    scenario.passes(20);
    expect(scenario.row().status).toBe('suppressed');
    scenario.run('EndMaintenance', { windowId: windowIdOf(1) });
    expect(scenario.row().suppressed?.settlesAt).not.toBeNull();
    scenario.passes(5);
    expect(scenario.row().status).toBe('firing');
    scenario.passes(60);
    expect(scenario.row().status).toBe('firing');
    scenario.expectSound();
  });

  it('comes back every day by its rule, but not when it is skipped', () => {
    const scenario = start();
    scenario.window(1, 60, { rule: 'FREQ=DAILY' });
    scenario.passes(24 * 60 - 10);
    const skipped = scenario.in(10);
    scenario.run('SkipMaintenance', { windowId: windowIdOf(1), from: skipped });
    scenario.passes(15);
    scenario.fires('a', 'Disk');
    expect(scenario.row().status).toBe('firing');
    scenario.ends('a', 'Disk');
    scenario.passes(24 * 60);
    scenario.fires('b', 'Disk');
    expect(scenario.rowOf(2).status).toBe('suppressed');
  });
});

describe('a maintenance window of low urgency', () => {
  const critical = alertOf('Disk');

  it('pages with low urgency, and what still fires at its end is news with its own', () => {
    const scenario = start();
    scenario.window(1, 60, { behaviour: 'low_urgency' });
    scenario.fires('a', critical);
    expect(scenario.row()).toMatchObject({ status: 'firing', urgency: 'low' });
    scenario.news();
    scenario.passes(60);
    expect(scenario.row()).toMatchObject({ status: 'firing', urgency: 'high' });
    expect(scenario.all('EscalationStarted').at(-1)!.data.because).toBe('news');
    scenario.expectSound();
  });

  it('is no news to who acknowledged it meanwhile', () => {
    const scenario = start({ service: { ackTimeoutMinutes: 0 } });
    scenario.window(1, 60, { behaviour: 'low_urgency' });
    scenario.fires('a', critical);
    scenario.act('AcknowledgeAlertGroup', {}, ana);
    scenario.passes(70);
    expect(scenario.row()).toMatchObject({ status: 'acknowledged', urgency: 'high' });
    scenario.expectSound();
  });
});
