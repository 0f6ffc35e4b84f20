import { given, foldRows } from '@tocsin/kernel/decide/given.js';
import { byAdmin, byBo, byOwner, bySystem, fixtureTime, readsAfter, recordedFacts } from '../../configuration.fixture.js';
import { organisationDecider } from './decider.js';
import { germanHolidays, germanId } from '../holidays/facts.fixture.js';
import {
  addressChanged,
  closingChanged,
  feedsSwitchedOff,
  groupsUnlisted,
  listedDaysChanged,
  rawDaysChanged,
  rawDestroyed,
  setUp,
  setUpData,
} from './facts.fixture.js';
import { organisationView } from './views.js';

describe('the organisation', () => {
  it('is set up by one fact', () => {
    const command = { type: 'SetUp', data: setUpData };
    expect(given(organisationDecider).when(command, { actor: bySystem }).facts()).toEqual([setUp]);
  });

  it('is set up once', () => {
    expect(given(organisationDecider, [setUp]).when({ type: 'SetUp', data: setUpData }).refusal()).toBe('setup.done');
  });

  it('gets another public address', () => {
    const command = { type: 'ChangePublicAddress', data: { url: 'https://bell.example' } };
    expect(given(organisationDecider, [setUp]).when(command).facts()).toEqual([addressChanged]);
    expect(given(organisationDecider, [setUp, addressChanged]).when(command).nothing()).toBe(true);
    expect(given(organisationDecider).when(command).refusal()).toBe('organisation.not_set_up');
    // a password reset link gives its secret to the server at this address
    for (const actor of [byBo, byAdmin])
      expect(given(organisationDecider, [setUp]).when(command, { actor }).refusal()).toBe('permission.denied');
  });

  it('is told after how many days quiet alert groups are closed', () => {
    const command = { type: 'ChangeClosingByAge', data: { days: 14 } };
    expect(given(organisationDecider, [setUp]).when(command, { actor: byAdmin }).facts()).toEqual([closingChanged]);
    expect(given(organisationDecider, [setUp, closingChanged]).when(command, { actor: byAdmin }).nothing()).toBe(true);
    expect(
      given(organisationDecider, [setUp])
        .when({ ...command, data: { days: 7 } }, { actor: byAdmin })
        .nothing(),
    ).toBe(true);
    expect(given(organisationDecider, [setUp]).when(command, { actor: byBo }).refusal()).toBe('permission.denied');
  });

  it('is told for how many days raw bodies can be read, and destroys a month once, by itself alone', () => {
    const command = { type: 'ChangeRawBodyRetention', data: { days: 90 } };
    expect(given(organisationDecider, [setUp]).when(command, { actor: byAdmin }).facts()).toEqual([rawDaysChanged]);
    expect(given(organisationDecider, [setUp, rawDaysChanged]).when(command, { actor: byAdmin }).nothing()).toBe(true);
    expect(given(organisationDecider, [setUp]).when(command, { actor: byBo }).refusal()).toBe('permission.denied');
    const destroy = { type: 'DestroyRawBodies', data: { before: '2026-08' } };
    expect(given(organisationDecider, [setUp]).when(destroy, { actor: bySystem }).facts()).toEqual([rawDestroyed]);
    expect(given(organisationDecider, [setUp, rawDestroyed]).when(destroy, { actor: bySystem }).nothing()).toBe(true);
    expect(given(organisationDecider, [setUp]).when(destroy, { actor: byOwner }).refusal()).toBe('permission.denied');
  });

  it('is told after how many days resolved alert groups leave the lists, and lets a month leave once, by itself alone', () => {
    const command = { type: 'ChangeListedDays', data: { days: 400 } };
    expect(given(organisationDecider, [setUp]).when(command, { actor: byAdmin }).facts()).toEqual([listedDaysChanged]);
    expect(given(organisationDecider, [setUp, listedDaysChanged]).when(command, { actor: byAdmin }).nothing()).toBe(true);
    expect(given(organisationDecider, [setUp]).when(command, { actor: byBo }).refusal()).toBe('permission.denied');
    const unlist = { type: 'UnlistOldAlertGroups', data: { before: '2026-08' } };
    expect(given(organisationDecider, [setUp]).when(unlist, { actor: bySystem }).facts()).toEqual([groupsUnlisted]);
    expect(given(organisationDecider, [setUp, groupsUnlisted]).when(unlist, { actor: bySystem }).nothing()).toBe(true);
    expect(given(organisationDecider, [setUp]).when(unlist, { actor: byOwner }).refusal()).toBe('permission.denied');
  });

  it('switches calendar feeds off, and on again', () => {
    const switchOffCommand = { type: 'SwitchCalendarFeeds', data: { on: false } };
    const switchOnCommand = { type: 'SwitchCalendarFeeds', data: { on: true } };
    const before = given(organisationDecider, [setUp]);
    expect(before.when(switchOffCommand, { actor: byAdmin }).facts()).toEqual([feedsSwitchedOff]);
    expect(before.when(switchOnCommand, { actor: byAdmin }).nothing()).toBe(true);
    expect(before.when(switchOffCommand, { actor: byBo }).refusal()).toBe('permission.denied');
    expect(given(organisationDecider, [setUp, feedsSwitchedOff]).when(switchOnCommand).types()).toEqual(['CalendarFeedsSwitched']);
  });

  it('has holidays of a calendar that is there, or none', () => {
    const choose = (calendarId: string | null) => ({ type: 'ChooseDefaultHolidayCalendar', data: { calendarId } });
    const [before, reads] = [given(organisationDecider, [setUp]), readsAfter(germanHolidays)];
    expect(before.when(choose(germanId), { actor: byAdmin, reads }).facts()).toEqual([
      { type: 'DefaultHolidayCalendarChosen', data: { calendarId: germanId } },
    ]);
    expect(before.when(choose(germanId), { actor: byAdmin, reads: readsAfter() }).refusal()).toBe('holidays.not_found');
    expect(before.when(choose(null), { actor: byAdmin, reads }).nothing()).toBe(true);
    expect(before.when(choose(germanId), { actor: byBo, reads }).refusal()).toBe('permission.denied');
  });

  it('gets another name and zone, by owners and admins', () => {
    const rename = { type: 'RenameOrganisation', data: { name: 'Haven' } };
    const move = { type: 'ChangeOrganisationTimeZone', data: { timeZone: 'Asia/Tokyo' } };
    for (const actor of [byOwner, byAdmin]) {
      expect(given(organisationDecider, [setUp]).when(rename, { actor }).facts()).toEqual([
        { type: 'OrganisationRenamed', data: rename.data },
      ]);
      expect(given(organisationDecider, [setUp]).when(move, { actor }).facts()).toEqual([
        { type: 'OrganisationTimeZoneChanged', data: move.data },
      ]);
    }
    const sameName = { type: 'RenameOrganisation', data: { name: 'Harbour' } };
    expect(given(organisationDecider, [setUp]).when(sameName, { actor: byAdmin }).nothing()).toBe(true);
    for (const command of [rename, move])
      expect(given(organisationDecider, [setUp]).when(command, { actor: byBo }).refusal()).toBe('permission.denied');
    const renameDecision = given(organisationDecider, [setUp]).when(rename, { actor: byOwner });
    expect(renameDecision.state()).toMatchObject({ name: 'Haven', timeZone: 'Europe/Berlin' });
  });

  it('is shown as one row, told under the id that it has', () => {
    const rows = foldRows(organisationView, recordedFacts([setUp, addressChanged]));
    expect([...rows]).toEqual([
      [
        'organisation',
        {
          id: 'organisation',
          organisationId: setUpData.organisationId,
          name: 'Harbour',
          timeZone: 'Europe/Berlin',
          url: 'https://bell.example',
          since: fixtureTime,
        },
      ],
    ]);
  });
});
