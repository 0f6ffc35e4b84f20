import { alertOf, resolvedAlert } from '../../../routing/signals.fixture.js';
import { ana, as, bo, mia, pages } from '../../groups.fixture.js';
import { named, QuietScenario } from '../mutes/quiet.fixture.js';

const start = (more: ConstructorParameters<typeof QuietScenario>[0] = {}): QuietScenario =>
  new QuietScenario({ ...more, service: { flapDetection: true, ...more.service } });

/** It fires, and resolves after some minutes; `times` in all, the first firing included. */
const changes = (scenario: QuietScenario, times: number, every = 2): void => {
  for (let n = 0; n < times; n += 1) {
    if (n > 0) scenario.passes(every);
    if (n % 2 === 0) scenario.fires('g1', 'Disk');
    else scenario.ends('g1', 'Disk');
  }
};

describe('a group that flaps', () => {
  it('stays open at the second resolve in half an hour, and says since when it flaps and is quiet', () => {
    const scenario = start();
    changes(scenario, 4);
    const [since, quietSince] = ['2026-11-21T03:12:00.000Z', '2026-11-21T03:18:00.000Z'];
    expect(scenario.row()).toMatchObject({ status: 'firing', firing: 0, flaps: { since, quietSince } });
    expect(scenario.all('AlertGroupFlapped').map(({ data }) => data.calmAt)).toEqual(['2026-11-21T03:33:00.000Z']);
    scenario.expectSound();
  });

  it('is one without the setting: each end resolves it', () => {
    const scenario = new QuietScenario();
    changes(scenario, 8);
    expect(scenario.row().status).toBe('resolved');
    expect(scenario.all('AlertGroupFlapped')).toEqual([]);
  });

  it.each([
    [9, true],
    [10, false],
  ])('four changes, %d min apart: it flaps: %s', (every, doesFlap) => {
    const scenario = start();
    changes(scenario, 4, every);
    expect(scenario.all('AlertGroupFlapped').length > 0).toBe(doesFlap);
  });

  it('rings nobody when it fires again, since somebody was rung', () => {
    const scenario = start();
    changes(scenario, 4);
    scenario.paged();
    scenario.passes(1);
    scenario.fires('g1', 'Disk', 'Net');
    expect(scenario.paged()).toEqual([]);
    expect(scenario.row()).toMatchObject({ status: 'firing', firing: 2, flaps: { quietSince: null } });
    scenario.expectSound();
  });

  const low = () => alertOf('Disk', { severity: 'info' });
  const lowChanges = (scenario: QuietScenario, between: (n: number) => void = () => undefined): void => {
    for (let n = 0; n < 4; n += 1) {
      if (n > 0) scenario.passes(2);
      if (n % 2 === 0) scenario.fires('g1', low());
      else scenario.ends('g1', 'Disk');
      between(n);
    }
    scenario.passes(1);
    scenario.paged();
  };

  it('rings for high urgency, though somebody was rung for low', () => {
    const scenario = start();
    lowChanges(scenario);
    scenario.fires('g1', low(), 'Net');
    expect(scenario.paged()).toEqual([ana]);
    scenario.expectSound();
  });

  it('rings for high urgency, though somebody acknowledged it while it was low', () => {
    const scenario = start();
    lowChanges(scenario, (n) => n === 2 && scenario.act('AcknowledgeAlertGroup'));
    scenario.fires('g1', low(), 'Net');
    expect(scenario.paged()).toEqual([ana]);
    expect(scenario.row().status).toBe('firing');
    scenario.expectSound();
  });

  it('rings for high urgency by which it begins to flap, though it was acknowledged while it was low', () => {
    const scenario = start();
    scenario.fires('g1', low());
    scenario.passes(31);
    scenario.ends('g1', 'Disk');
    scenario.passes(2);
    scenario.fires('g1', low());
    scenario.act('AcknowledgeAlertGroup');
    scenario.passes(2);
    scenario.ends('g1', 'Disk');
    scenario.passes(2);
    scenario.paged();
    scenario.fires('g1', 'Disk');
    expect(scenario.row()).toMatchObject({ status: 'firing', flaps: { quietSince: null } });
    expect(scenario.paged()).toEqual([ana]);
    scenario.expectSound();
  });

  it('rings when it fires again, if no message for it went out', () => {
    const scenario = start({ steps: [pages([ana], { waitMinutes: 1 })], repeats: 0, noManager: true });
    scenario.provider = () => ({ ok: false, reason: 'delivery.provider_rejected', detail: '', retry: false });
    changes(scenario, 4);
    scenario.paged();
    scenario.passes(1);
    scenario.fires('g1', 'Disk');
    expect(scenario.paged()).toContain(ana);
  });

  it('stays open also in a group by fields, whether its alerts end or are left out', () => {
    const grouping = { by: { kind: 'fields' as const, fields: ['cluster'] }, windowMinutes: 30 };
    for (const isLeftOut of [false, true]) {
      const scenario = start({ service: { grouping } });
      const ofCluster = (name: string, cluster = 'eu') => alertOf(name, { labels: { alertname: name, cluster } });
      for (let n = 0; n < 4; n += 1) {
        if (n % 2 === 0) scenario.fires('g1', ofCluster('Disk'), ofCluster('Net', 'us'));
        else {
          const ended = resolvedAlert('Disk', { labels: { alertname: 'Disk', cluster: 'eu' } });
          scenario.fires('g1', ...(isLeftOut ? [] : [ended]), ofCluster('Net', 'us'));
        }
        scenario.passes(6);
      }
      const row = scenario.rows().find(({ title }) => title.includes('Disk'))!;
      expect(row).toMatchObject({ status: 'firing', firing: 0 });
      expect(row.flaps?.quietSince).not.toBeNull();
      scenario.expectSound();
      scenario.passes(15);
      expect(scenario.rows().find(({ id }) => id === row.id)!.status).toBe('resolved');
    }
  });

  it('goes on with its one escalation, quiet or not', () => {
    const scenario = start();
    changes(scenario, 4);
    scenario.paged();
    // reopened at 03:16: Ana first, Bo five minutes later
    scenario.passes(3);
    expect(scenario.paged()).toEqual([bo]);
    scenario.fires('g1', 'Disk');
    expect(scenario.paged()).toEqual([]);
  });

  it('keeps an acknowledgement, whatever fires', () => {
    const scenario = start();
    changes(scenario, 3);
    scenario.act('AcknowledgeAlertGroup');
    scenario.passes(1);
    scenario.ends('g1', 'Disk');
    scenario.paged();
    scenario.passes(1);
    scenario.fires('g1', 'Disk', 'Net');
    scenario.passes(6);
    expect(scenario.types().filter((type) => type === 'PageStarted')).toEqual([]);
    expect(scenario.row()).toMatchObject({ status: 'acknowledged', holder: { personId: ana } });
    scenario.expectSound();
  });

  it('is resolved 15 minutes after the last change, if it is quiet, and everybody whose phone rang is told once', () => {
    const scenario = start();
    changes(scenario, 4);
    scenario.act('AcknowledgeAlertGroup');
    scenario.passes(14.9);
    expect(scenario.row().status).toBe('acknowledged');
    scenario.news();
    scenario.passes(0.1);
    expect(scenario.row()).toMatchObject({ status: 'resolved', resolvedBy: { by: 'sender' } });
    expect(scenario.row()).not.toHaveProperty('flaps');
    expect(scenario.types().filter((type) => type === 'AlertGroupResolved')).toHaveLength(1);
    scenario.expectSound();
  });

  it('only loses the mark then, if it fires', () => {
    const scenario = start();
    changes(scenario, 5);
    scenario.act('AcknowledgeAlertGroup');
    scenario.paged();
    scenario.passes(15);
    expect(scenario.paged()).toEqual([]);
    expect(scenario.row()).toMatchObject({ status: 'acknowledged', firing: 1 });
    expect(scenario.row()).not.toHaveProperty('flaps');
    // and then it resolves as ever
    scenario.passes(30);
    scenario.ends('g1', 'Disk');
    expect(scenario.row().status).toBe('resolved');
  });

  it('counts from each change anew', () => {
    const scenario = start();
    changes(scenario, 4);
    for (let n = 0; n < 4; n += 1) {
      scenario.passes(10);
      if (n % 2 === 0) scenario.fires('g1', 'Disk');
      else scenario.ends('g1', 'Disk');
    }
    scenario.passes(14);
    expect(scenario.row()).toMatchObject({ flaps: { since: '2026-11-21T03:12:00.000Z' } });
    scenario.passes(1);
    expect(scenario.row().status).toBe('resolved');
  });

  it('flaps also by a firing: it begins again with who had it', () => {
    const scenario = start();
    scenario.fires('g1', 'Disk');
    scenario.passes(31);
    for (const [what, wait] of [
      ['ends', 2],
      ['fires', 2],
    ] as const) {
      scenario[what]('g1', 'Disk');
      scenario.passes(wait);
    }
    scenario.act('AcknowledgeAlertGroup');
    scenario.ends('g1', 'Disk');
    expect(scenario.row().status).toBe('resolved');
    scenario.passes(2);
    scenario.paged();
    scenario.fires('g1', 'Disk');
    expect(scenario.paged()).toEqual([]);
    expect(scenario.row()).toMatchObject({ status: 'acknowledged', holder: { personId: ana }, flaps: { quietSince: null } });
    // still on it? And without an answer, again
    scenario.passes(31);
    expect(scenario.paged()).toEqual([ana, ana]);
    scenario.expectSound();
  });

  it('flaps by a firing that nobody has: the step that waited when it was resolved is taken', () => {
    const scenario = start({ steps: [pages([ana], { waitMinutes: 10 }), pages([bo])] });
    scenario.fires('g1', 'Disk');
    scenario.passes(31);
    scenario.ends('g1', 'Disk');
    scenario.passes(1);
    scenario.fires('g1', 'Disk');
    scenario.passes(4);
    scenario.ends('g1', 'Disk');
    scenario.passes(2);
    scenario.paged();
    scenario.fires('g1', 'Disk');
    expect(scenario.row()).toMatchObject({ status: 'firing', flaps: { quietSince: null } });
    expect(scenario.paged()).toEqual([]);
    scenario.passes(6);
    expect(scenario.paged()).toEqual([bo]);
    scenario.expectSound();
  });

  it('counts what is muted, too; and rings when it is muted no more, if nobody was rung', () => {
    const scenario = start();
    scenario.silence(1, 60, named('Disk'));
    changes(scenario, 4);
    expect(scenario.row()).toMatchObject({ status: 'suppressed', flaps: { quietSince: '2026-11-21T03:18:00.000Z' } });
    scenario.passes(1);
    scenario.fires('g1', 'Net');
    expect(scenario.paged()).toEqual([ana]);
    scenario.expectSound();
  });

  it('does not page by the end of its silence while it is quiet', () => {
    const scenario = start();
    scenario.silence(1, 10, named('Disk'));
    changes(scenario, 4);
    scenario.passes(14);
    expect(scenario.paged()).toEqual([]);
    scenario.passes(2);
    expect(scenario.row().status).toBe('resolved');
    scenario.expectSound();
  });

  it('stays in its group beyond the reopen window of its service', () => {
    const scenario = start({ service: { reopenWindowMinutes: 3 } });
    changes(scenario, 4);
    scenario.passes(10);
    scenario.fires('g1', 'Disk');
    expect(scenario.rows()).toHaveLength(1);
    expect(scenario.row().firing).toBe(1);
    // what ended long ago is another group, as ever
    scenario.ends('g1', 'Disk');
    scenario.passes(16);
    scenario.fires('g1', 'Disk');
    expect(scenario.rows()).toHaveLength(2);
  });

  it('is resolved by a person as ever', () => {
    const scenario = start();
    changes(scenario, 4);
    scenario.act('ResolveAlertGroup', {}, as(mia));
    expect(scenario.row().status).toBe('resolved');
    expect(scenario.row()).not.toHaveProperty('flaps');
    scenario.expectSound();
  });

  it('flaps also while a complete message leaves its alerts out', () => {
    const scenario = start();
    changes(scenario, 3);
    scenario.fires('g1');
    scenario.passes(7);
    expect(scenario.row().status).toBe('firing');
    scenario.expectSound();
  });
});
