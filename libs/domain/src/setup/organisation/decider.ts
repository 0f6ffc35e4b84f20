import type { FactOf } from '@tocsin/contracts/catalogue.js';
import * as organisationLimits from '@tocsin/contracts/organisation/limits.js';
import type { Messages } from '@tocsin/contracts/message.js';
import {
  organisationKey,
  type commands as organisationCommands,
  type OrganisationFact,
  type OrganisationRow,
} from '@tocsin/contracts/organisation/noun.js';
import type { Decider } from '@tocsin/kernel/decide/decider.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { refusePermission, isOwner, isSystem, hasOrganisationPermission } from '../../rules/permissions.js';
import type { ConfigurationReads } from '../../reads.js';
import { refuse } from '../../rules/refuse.js';
import { evolveOf } from '../../rules/row-fold.js';
import { sameFor, type InputsOf } from '../../inputs.js';
import { organisationFold } from './views.js';

/** Sent only by `/setup`, with all ids and secret references made beforehand: one event contains the whole set-up. */
export interface SetUp {
  readonly type: 'SetUp';
  readonly data: FactOf<'OrganisationSetUp'>;
}
/** Written by `tocsin restore` into the log that it restored, before any server has opened it. */
export interface RecordRestore {
  readonly type: 'RecordRestore';
  readonly data: FactOf<'StoreRestored'>;
}
/** Sent by the server when a month is past its days. */
export interface DestroyRawBodies {
  readonly type: 'DestroyRawBodies';
  readonly data: FactOf<'RawBodiesDestroyed'>;
}
/** Sent by the server when a month is past the days of the lists. */
export interface UnlistOldAlertGroups {
  readonly type: 'UnlistOldAlertGroups';
  readonly data: FactOf<'OldAlertGroupsUnlisted'>;
}
export type OrganisationCommand = SetUp | RecordRestore | DestroyRawBodies | UnlistOldAlertGroups | Messages<typeof organisationCommands>;
export type OrganisationState = OrganisationRow | null;

export const organisationDecider: Decider<OrganisationState, OrganisationCommand, OrganisationFact, ConfigurationReads> = {
  category: 'organisation',
  isSingle: true,
  initial: null,
  streamId: {
    SetUp: () => organisationKey,
    ChangePublicAddress: () => organisationKey,
    ChangeClosingByAge: () => organisationKey,
    ChangeRawBodyRetention: () => organisationKey,
    DestroyRawBodies: () => organisationKey,
    ChangeListedDays: () => organisationKey,
    UnlistOldAlertGroups: () => organisationKey,
    SwitchCalendarFeeds: () => organisationKey,
    ChooseDefaultHolidayCalendar: () => organisationKey,
    RenameOrganisation: () => organisationKey,
    ChangeOrganisationTimeZone: () => organisationKey,
    RecordRestore: () => organisationKey,
    GoLiveHere: () => organisationKey,
  },
  decide: {
    SetUp: (data, state) => (state ? refuse('setup.done') : [{ type: 'OrganisationSetUp', data }]),
    ChangePublicAddress: ({ url }, state, context) => {
      // only for owners: password reset links lead to this address, so the person who runs it can read their secrets
      if (!isOwner(context)) return refusePermission('an owner');
      if (!state) return refuse('organisation.not_set_up');
      return state.url === url ? new Nothing() : [{ type: 'PublicAddressChanged', data: { url } }];
    },
    ChangeClosingByAge: ({ days }, state, context) => {
      if (!hasOrganisationPermission(context, 'organisation.configure')) return refusePermission('an owner or admin');
      if (!state) return refuse('organisation.not_set_up');
      const now = state.closeAfterDays ?? organisationLimits.closeAfterDays.default;
      return now === days ? new Nothing() : [{ type: 'ClosingByAgeChanged', data: { days } }];
    },
    ChangeRawBodyRetention: ({ days }, state, context) => {
      if (!hasOrganisationPermission(context, 'organisation.configure')) return refusePermission('an owner or admin');
      if (!state) return refuse('organisation.not_set_up');
      const now = state.rawDays ?? organisationLimits.rawDays.default;
      return now === days ? new Nothing() : [{ type: 'RawBodyRetentionChanged', data: { days } }];
    },
    DestroyRawBodies: ({ before }, state, context) => {
      if (!isSystem(context)) return refusePermission('Tocsin itself');
      if (!state) return refuse('organisation.not_set_up');
      return before > (state.rawSince ?? '') ? [{ type: 'RawBodiesDestroyed', data: { before } }] : new Nothing();
    },
    ChangeListedDays: ({ days }, state, context) => {
      if (!hasOrganisationPermission(context, 'organisation.configure')) return refusePermission('an owner or admin');
      if (!state) return refuse('organisation.not_set_up');
      const now = state.listedDays ?? organisationLimits.listedDays.default;
      return now === days ? new Nothing() : [{ type: 'ListedDaysChanged', data: { days } }];
    },
    UnlistOldAlertGroups: ({ before }, state, context) => {
      if (!isSystem(context)) return refusePermission('Tocsin itself');
      if (!state) return refuse('organisation.not_set_up');
      return before > (state.listedSince ?? '') ? [{ type: 'OldAlertGroupsUnlisted', data: { before } }] : new Nothing();
    },
    ChooseDefaultHolidayCalendar: ({ calendarId }, state, context) => {
      if (!hasOrganisationPermission(context, 'organisation.configure')) return refusePermission('an owner or admin');
      if (!state) return refuse('organisation.not_set_up');
      if ((state.holidayCalendarId ?? null) === calendarId) return new Nothing();
      if (calendarId !== null && !context.reads.holidayCalendars.get(calendarId)) return refuse('holidays.not_found', {}, 'calendarId');
      return [{ type: 'DefaultHolidayCalendarChosen', data: { calendarId } }];
    },
    SwitchCalendarFeeds: ({ on: isOn }, state, context) => {
      if (!hasOrganisationPermission(context, 'organisation.configure')) return refusePermission('an owner or admin');
      if (!state) return refuse('organisation.not_set_up');
      return isOn === !state.calendarFeedsOff ? new Nothing() : [{ type: 'CalendarFeedsSwitched', data: { on: isOn } }];
    },
    RenameOrganisation: ({ name }, state, context) => {
      if (!hasOrganisationPermission(context, 'organisation.configure')) return refusePermission('an owner or admin');
      if (!state) return refuse('organisation.not_set_up');
      return state.name === name ? new Nothing() : [{ type: 'OrganisationRenamed', data: { name } }];
    },
    ChangeOrganisationTimeZone: ({ timeZone }, state, context) => {
      if (!hasOrganisationPermission(context, 'organisation.configure')) return refusePermission('an owner or admin');
      if (!state) return refuse('organisation.not_set_up');
      return state.timeZone === timeZone ? new Nothing() : [{ type: 'OrganisationTimeZoneChanged', data: { timeZone } }];
    },
    RecordRestore: (data, state, context) => {
      if (!isSystem(context)) return refusePermission('Tocsin itself');
      return state ? [{ type: 'StoreRestored', data }] : refuse('organisation.not_set_up');
    },
    GoLiveHere: (_data, state, context) => {
      if (!hasOrganisationPermission(context, 'store.go_live')) return refusePermission('an owner');
      return state?.held ? [{ type: 'StoreWentLive', data: { heldSince: state.held.since } }] : refuse('store.not_held');
    },
  },
  evolve: evolveOf<OrganisationState, OrganisationRow, OrganisationFact>(
    organisationFold,
    (state) => state ?? undefined,
    (_state, _id, row) => row,
  ),
};

const sameInput = sameFor<OrganisationCommand>();

/** The command that each fact was decided by. */
export const inputs: InputsOf<OrganisationFact, OrganisationCommand> = {
  OrganisationSetUp: sameInput('SetUp'),
  PublicAddressChanged: sameInput('ChangePublicAddress'),
  OrganisationRenamed: sameInput('RenameOrganisation'),
  OrganisationTimeZoneChanged: sameInput('ChangeOrganisationTimeZone'),
  ClosingByAgeChanged: sameInput('ChangeClosingByAge'),
  RawBodyRetentionChanged: sameInput('ChangeRawBodyRetention'),
  RawBodiesDestroyed: sameInput('DestroyRawBodies'),
  ListedDaysChanged: sameInput('ChangeListedDays'),
  OldAlertGroupsUnlisted: sameInput('UnlistOldAlertGroups'),
  DefaultHolidayCalendarChosen: sameInput('ChooseDefaultHolidayCalendar'),
  CalendarFeedsSwitched: sameInput('SwitchCalendarFeeds'),
  StoreRestored: sameInput('RecordRestore'),
  StoreWentLive: () => ({ type: 'GoLiveHere', data: {} }),
};
