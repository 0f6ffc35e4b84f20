import type { Profile } from '@tocsin/testing/stage/cluster.js';

const inBoth = {
  ReactionFailed: 'a reaction that fails five times, which only a fault of our own does',
  ReactionRetryAsked: 'trying again what was given up, of which a golden folder has nothing',
  ClockSteppedForward: 'a machine whose clock is set forward by minutes: the folder is made by the movable clock',
  ClockSteppedBack: 'a machine whose clock is set back',
  OpenGroupsFollowedClock: 'a machine whose clock is set back while groups are open',
  AlertGroupFollowedClock: 'a machine whose clock is set back while a group is open',
  EventDeliveryWentStale: 'a server that ends while it calls a receiver of events',
  WebhookCallWentStale: 'a server that ends while it calls the webhook of a step',
  EventsPassedOver: 'a thousand events that concern no receiver, or a receiver that fails while a backup is made',
  MoreLeftBehind: 'somebody who leaves more than two hundred alert groups or policies',
  PeopleCalledInPart: 'more managers or owners than one decision calls',
  AlertGroupClosingPlanned: 'an alert group that is quiet for half a day: the folder is made in minutes',
  AlertGroupWentStale: 'senders that are silent for a day',
  AlertGroupHeardAgain: 'a sender that was silent for a day',
  SignalsRefused: 'an integration above its hard limit of hundreds of signals, for minutes',
  AlertGroupClosingReviewed: 'an alert group that is open for half a day',
  ZoneTableTaken: 'a release with a newer zone table than the one before',
  AlertsTakenInHand: 'a storm: more than fifty groups take too much room in a folder that is kept for ever',
  StormReturnPlanned: 'a storm',
  AttemptDelayed: 'a mail server that reports a delay',
  AttemptWaits: 'a second page of one person within a minute of the first',
  BundleFormed: 'pages that wait for one person, of which the folder has too few',
  BundlePassedOn: 'pages that wait behind a message that fails',
  BundleFilled: 'pages that wait for one person',
  BundleStarted: 'pages that wait for one person',
  AlertGroupFollows: 'a storm with a second group, which more than two thousand alerts open',
  LinkedAlertsFired: 'such a storm',
  StormHandedOn: 'such a storm',
  AlertGroupLeads: 'such a storm',
  StormEnded: 'such a storm',
  WeeklySummaryPlanned: 'a person with the summary who moves to another zone',
  WeeklySummaryDue: 'a Monday morning: the folder is made in minutes',
  BulkActGroupLeftOut: 'somebody who acts on a group between two decisions of one server',
  AlertsCounted: 'more alerts than a group lists, which take too much room in a folder that is kept for ever',
};

/** The event types that a golden folder can’t contain, with their causes. All other types must be in it. */
export const unplayedEvents: Readonly<Record<Profile, Readonly<Record<string, string>>>> = {
  embedded: inBoth,
  cluster: {
    ...inBoth,
    StoreRestored: 'restoring a backup: a log in EventStoreDB is backed up by its own tools',
    StoreWentLive: 'letting a restored store send',
  },
};
