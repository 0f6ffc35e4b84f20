import { alertmanager, alertmanagerId, alertOf, serviceId } from '../routing/signals.fixture.js';
import { ana, bo, Harbour, pages, teamId } from './groups.fixture.js';

const hour = 60;
const speaks = (harbour: Harbour): void => harbour.receives(alertmanager([alertOf('Disk')]));
const opened = (setting = {}): Harbour => {
  const harbour = new Harbour({ steps: [pages([ana])], repeats: 0, noManager: true, ...setting });
  harbour.knows({
    type: 'IntegrationCreated',
    data: { teamId, serviceId, integrationId: alertmanagerId, name: 'AM', kind: 'alertmanager' },
  });
  speaks(harbour);
  harbour.news();
  return harbour;
};
/** The sender repeats every four hours, this many times. */
const repeating = (times: number, setting = {}): Harbour => {
  const harbour = opened(setting);
  for (let n = 0; n < times; n += 1) {
    harbour.passes(4 * hour);
    speaks(harbour);
  }
  harbour.news();
  return harbour;
};
const types = (harbour: Harbour) => harbour.types().filter((type) => /Stale|HeardAgain|ReturnedToFiring|EscalationStopped/.test(type));

describe('an alert group whose sender is silent', () => {
  it('is stale after twice the time in which it repeated itself, and pages nobody by the timer of its escalation', () => {
    const harbour = repeating(3);
    harbour.passes(8 * hour + 31);
    expect(types(harbour)).toEqual(['AlertGroupWentStale', 'EscalationStopped']);
    expect(harbour.row()).toMatchObject({ status: 'firing', staleSince: '2026-11-21T15:12:00.000Z', next: null });
    harbour.passes(12 * hour);
    expect(harbour.paged()).toEqual([]);
    expect(harbour.idleTimers()).toEqual([]);
  });

  it('is stale after a day where nobody knows how often it repeats itself', () => {
    const harbour = opened();
    harbour.passes(23.9 * hour);
    expect(harbour.row().staleSince).toBeUndefined();
    harbour.passes(hour);
    expect(harbour.row()).toMatchObject({ staleSince: '2026-11-21T03:12:00.000Z' });
  });

  it('takes several words at once for one: they say nothing of how often it repeats itself', () => {
    const harbour = opened();
    for (let n = 0; n < 5; n += 1) {
      harbour.passes(1);
      speaks(harbour);
    }
    harbour.passes(12 * hour);
    expect(harbour.row().staleSince).toBeUndefined();
  });

  it('is not unacknowledged by the timeout of its acknowledgement', () => {
    const harbour = repeating(3, { service: { ackTimeoutMinutes: 9 * hour } });
    harbour.act('AcknowledgeAlertGroup', {}, ana);
    harbour.news();
    harbour.passes(9 * hour + 1);
    expect(types(harbour)).toEqual(['AlertGroupWentStale']);
    expect(harbour.row()).toMatchObject({ status: 'acknowledged', holder: { personId: ana } });
    expect(harbour.idleTimers()).toEqual([]);
  });

  it('is stale no longer by its next word, whose mere repeat tells so: what was stopped goes on', () => {
    const harbour = repeating(3);
    harbour.passes(9 * hour);
    harbour.news();
    speaks(harbour);
    expect(harbour.types()).toContain('AlertGroupHeardAgain');
    expect(harbour.row().staleSince).toBeNull();
    harbour.passes(1);
    expect(harbour.all('PageStarted').at(-1)!.data.personId).toBe(ana);
  });

  it('has its acknowledgement timeout again by its next word', () => {
    const harbour = repeating(3, { service: { ackTimeoutMinutes: 9 * hour } });
    harbour.act('AcknowledgeAlertGroup', {}, ana);
    harbour.passes(9 * hour + 1);
    harbour.news();
    speaks(harbour);
    expect(harbour.types()).toEqual(expect.arrayContaining(['AlertGroupHeardAgain', 'AckTimeoutPlanned']));
  });

  it('pages at once for news, and by whatever a person asks for', () => {
    const harbour = repeating(3, { steps: [pages([ana]), pages([bo])] });
    harbour.passes(9 * hour);
    harbour.news();
    harbour.act('EscalateAlertGroup', {}, ana);
    expect(harbour.paged()).not.toEqual([]);
    harbour.receives(alertmanager([alertOf('Disk'), alertOf('Memory')]));
    harbour.passes(1);
    expect(harbour.row().staleSince).toBeNull();
  });

  it('is no test, and none that a person opened', () => {
    const harbour = opened();
    harbour.act('ResolveAlertGroup', {}, ana);
    harbour.passes(48 * hour);
    expect(harbour.row().staleSince ?? null).toBeNull();
  });
});
