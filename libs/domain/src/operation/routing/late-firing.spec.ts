import { findAlert, listAlerts } from '../alert-groups/alert-table.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { duration } from '@tocsin/contracts/duration.js';
import { ana, Scenario } from '../alert-groups/groups.fixture.js';
import { alertmanager, alertOf, generic, resolvedAlert } from './signals.fixture.js';

const startsAt = '2026-11-21T03:00:00.000Z';
const later = '2026-11-21T03:12:30.000Z';
const firing = alertmanager([alertOf('Load', { startsAt })]);
const resolved = alertmanager([resolvedAlert('Load', { startsAt })], { action: 'resolve' });

/** It fired, Ana acknowledged, and its sender resolved it. */
const resolvedScenario = (): Scenario => {
  const scenario = new Scenario();
  scenario.receives(firing);
  scenario.act('AcknowledgeAlertGroup', {}, ana);
  scenario.receives(resolved);
  scenario.news();
  return scenario;
};
const groupStates = (scenario: Scenario): readonly string[] => scenario.rows().map(({ number, status }) => `#${number} ${status}`);

describe('a firing that is delivered after its own resolve', () => {
  it('rings nobody and leaves the group resolved, however often it comes', () => {
    const scenario = resolvedScenario();
    for (let n = 0; n < 3; n += 1) scenario.receives(firing);
    scenario.receives(resolved);
    scenario.passes(30);
    expect(groupStates(scenario)).toEqual(['#1 resolved']);
    expect(scenario.paged()).toEqual([]);
    expect(scenario.all('SignalsRouted').at(-2)!.data.items).toMatchObject([{ outcome: 'ignored', reason: 'older_than_known' }]);
  });

  it('is known also where another alert of the group still fires', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([alertOf('Load', { startsAt }), alertOf('Disk')]));
    scenario.receives(alertmanager([resolvedAlert('Load', { startsAt }), alertOf('Disk')]));
    scenario.news();
    scenario.receives(alertmanager([alertOf('Load', { startsAt }), alertOf('Disk')]));
    expect(scenario.row()).toMatchObject({ status: 'firing', firing: 1 });
    // all of an older message: it says nothing of what it does not list
    scenario.receives(firing);
    expect(scenario.types().filter((type) => type !== 'SignalReceived' && type !== 'SignalsRouted')).toEqual([]);
  });

  it('is known from senders of single alerts too, where they give a start', () => {
    const scenario = new Scenario();
    scenario.receives(generic('load', 'trigger', { startsAt }));
    scenario.receives(generic('load', 'resolve'));
    scenario.news();
    scenario.receives(generic('load', 'trigger', { startsAt }));
    expect(groupStates(scenario)).toEqual(['#1 resolved']);
    scenario.receives(generic('load', 'trigger', { startsAt: null }));
    expect(scenario.rows().at(-1)).toMatchObject({ status: 'firing' });
  });

  it('leaves one that began later alone: that is a re-fire', () => {
    const scenario = resolvedScenario();
    scenario.receives(firing);
    scenario.receives(alertmanager([alertOf('Load', { startsAt: later })]));
    expect(groupStates(scenario)).toEqual(['#1 firing']);
    scenario.passes(1);
    expect(scenario.paged()).toEqual([ana]);
  });

  it('counts where its sender still says so an hour later', () => {
    const scenario = resolvedScenario();
    scenario.passes(61);
    scenario.receives(firing);
    expect(groupStates(scenario)).toEqual(['#1 resolved', '#2 firing']);
    expect(scenario.world.now > addMillis(startsAt, duration.hour)).toBe(true);
  });
});

describe('what a sender says last', () => {
  const says = (summary: string, more = {}) => alertmanager([alertOf('Disk', { summary, details: summary, ...more })]);

  it('is shown: a repeat in other words replaces summary, details, links and title, and rings nobody', () => {
    const scenario = new Scenario();
    scenario.receives(says('Disk at 91 %'));
    scenario.act('AcknowledgeAlertGroup', {}, ana);
    scenario.news();
    const links = [{ kind: 'runbook' as const, href: 'https://example.org/99', text: 'Runbook' }];
    scenario.receives(says('Disk at 99 %', { links }));
    expect(scenario.row()).toMatchObject({
      title: 'Disk at 99 %',
      status: 'acknowledged',
      firing: 1,
      links: [{ href: 'https://example.org/99' }],
    });
    expect(listAlerts(scenario.group().alerts)).toMatchObject([{ summary: 'Disk at 99 %', details: 'Disk at 99 %', links, firing: true }]);
    expect(scenario.paged()).toEqual([]);
    scenario.receives(says('Disk at 99 %', { links }));
    expect(scenario.all('AlertsReworded')).toHaveLength(1);
    scenario.passes(6);
    expect(scenario.all('UpdateSent')).toEqual([]);
  });

  it('is shown of one alert of many, and once', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([alertOf('Disk', { summary: 'Disk at 91 %' }), alertOf('Load')]));
    scenario.receives(alertmanager([alertOf('Disk', { summary: 'Disk at 99 %' }), alertOf('Load')]));
    expect(scenario.all('AlertsReworded')[0]!.data.alerts.map(({ summary }) => summary)).toEqual(['Disk at 99 %']);
  });

  it('is shown of an alert that was ending and fires on', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([alertOf('Disk', { summary: 'Disk at 91 %' }), alertOf('Load')]));
    scenario.receives(alertmanager([alertOf('Load')]));
    scenario.receives(alertmanager([alertOf('Disk', { summary: 'Disk at 99 %' }), alertOf('Load')]));
    expect(findAlert(scenario.group().alerts, 'Disk')).toMatchObject({ summary: 'Disk at 99 %', firing: true });
  });

  it('does not sink the severity that it had', () => {
    const scenario = new Scenario();
    scenario.receives(says('Disk at 91 %'));
    scenario.receives(says('Disk at 80 %', { severity: 'warning', severityWord: 'warning' }));
    expect(scenario.row()).toMatchObject({ title: 'Disk at 80 %', urgency: 'high' });
    expect(findAlert(scenario.group().alerts, 'Disk')).toMatchObject({ severity: 'critical', severityWord: 'critical' });
  });
});
