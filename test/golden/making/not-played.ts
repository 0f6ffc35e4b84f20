import type { Profile } from '@tocsin/testing/cluster.js';

const inBoth = {
  ReactionFailed: 'a reaction that fails five times, which only a fault of our own does',
  ReactionRetryAsked: 'trying again what was given up, of which a golden folder has nothing',
  ClockSteppedForward: 'a machine whose clock is set forward by minutes: the folder is made by the movable clock',
  EventDeliveryWentStale: 'a server that ends while it calls a receiver of events',
  EventsPassedOver: 'a thousand events that concern no receiver, or a receiver that fails while a backup is made',
  MoreLeftBehind: 'somebody who leaves more than two hundred alert groups or policies',
  PeopleCalledInPart: 'more managers or owners than one decision calls',
  AlertGroupClosingPlanned: 'an alert group that is quiet for half a day: the folder is made in minutes',
  AlertGroupClosingReviewed: 'an alert group that is open for half a day',
  HolidayCalendarImported: 'calendars of holidays, which no released server had',
  HolidayCalendarRemoved: 'calendars of holidays, which no released server had',
  DefaultHolidayCalendarChosen: 'calendars of holidays, which no released server had',
  HolidayCalendarChosen: 'calendars of holidays, which no released server had',
  CalendarFeedMade: 'calendar feeds, which no released server had',
  CalendarFeedReminderChanged: 'calendar feeds, which no released server had',
  CalendarFeedRevoked: 'calendar feeds, which no released server had',
  CalendarFeedsSwitched: 'calendar feeds, which no released server had',
  OverridesImported: 'imported calendars, which no released server had',
  CoverRequested: 'requests for cover, which no released server had',
  CoverReminded: 'requests for cover, which no released server had',
  CoverAccepted: 'requests for cover, which no released server had',
  CoverDeclined: 'requests for cover, which no released server had',
  CoverWithdrawn: 'requests for cover, which no released server had',
  CoverExpired: 'requests for cover, which no released server had',
  SharesSet: 'shares of duty, which no released server had',
  ZoneTableTaken: 'a release with a newer zone table than the one before',
  AlertsCounted: 'more alerts than a group lists, which take too much room in a folder that is kept for ever',
};

/** The event types that a golden folder can’t have, and what would cause them. Every other one has to be in it. */
export const notPlayed: Readonly<Record<Profile, Readonly<Record<string, string>>>> = {
  embedded: inBoth,
  cluster: {
    ...inBoth,
    StoreRestored: 'restoring a backup: a log in EventStoreDB is backed up by its own tools',
    StoreWentLive: 'letting a restored store send',
  },
};
