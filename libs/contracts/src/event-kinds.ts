import type { EventType } from './catalogue.js';

/** What the history can be narrowed to, in the order in which it is offered. */
export const eventGroups = {
  alerts: 'Alerts',
  paging: 'Paging',
  signals: 'Signals',
  people: 'People',
  access: 'Sign-in and tokens',
  teams: 'Teams and services',
  settings: 'Settings',
  outgoing: 'Outgoing events',
  system: 'System',
} as const;
export type EventGroup = keyof typeof eventGroups;
export const eventGroupNames = Object.keys(eventGroups) as readonly EventGroup[];

/** What a kind of event is called where one is chosen. Past tense, like its type. */
type Named = readonly [group: EventGroup, words: string];

/** The one group that each kind of event belongs to, and its name in words. The compiler asks for a new event here. */
const kinds: Readonly<Record<EventType, Named>> = {
  AlertGroupOpened: ['alerts', 'Opened'],
  AlertsFired: ['alerts', 'More alerts fired'],
  AlertsResolved: ['alerts', 'Some alerts resolved'],
  AlertsCounted: ['alerts', 'More alerts counted'],
  SenderStillFiring: ['alerts', 'Still firing after it was resolved'],
  AlertGroupAcknowledged: ['alerts', 'Acknowledged'],
  AlertGroupAcknowledgedToo: ['alerts', 'Acknowledged by another person too'],
  AcknowledgementRenewed: ['alerts', 'Acknowledgement renewed'],
  AlertGroupTakenOver: ['alerts', 'Taken over'],
  ResponderJoined: ['alerts', 'Responder joined'],
  AlertGroupReturnedToFiring: ['alerts', 'Unacknowledged'],
  AlertGroupResolved: ['alerts', 'Resolved'],
  AlertGroupReopened: ['alerts', 'Reopened'],
  NoteAdded: ['alerts', 'Note added'],
  TextRedacted: ['alerts', 'Text redacted'],

  PageRequested: ['paging', 'Page requested'],
  EscalationStarted: ['paging', 'Escalation started'],
  EscalationStepPlanned: ['paging', 'Escalation step planned'],
  EscalationStepTaken: ['paging', 'Escalation step taken'],
  PeopleCalledInPart: ['paging', 'Managers or owners paged'],
  EscalationExhausted: ['paging', 'Escalation exhausted'],
  EscalationStopped: ['paging', 'Escalation stopped'],
  AckTimeoutPlanned: ['paging', 'Acknowledgement timeout planned'],
  HolderAsked: ['paging', 'Reminder of an acknowledgement'],
  UpdatePlanned: ['paging', 'Quiet update planned'],
  UpdateSent: ['paging', 'Quiet update sent'],
  PageStarted: ['paging', 'Person paged'],
  PageAnswered: ['paging', 'Page answered'],
  PageCancelled: ['paging', 'Page cancelled'],
  PageFailed: ['paging', 'Page failed'],
  AttemptPlanned: ['paging', 'Attempt planned'],
  AttemptCancelled: ['paging', 'Attempt cancelled'],
  AttemptStarted: ['paging', 'Attempt started'],
  AttemptSent: ['paging', 'Attempt sent'],
  AttemptDelivered: ['paging', 'Attempt delivered'],
  AttemptRead: ['paging', 'Attempt read'],
  AttemptFailed: ['paging', 'Attempt failed'],
  AttemptWentStale: ['paging', 'Attempt with an unknown outcome'],
  ContactsChangedWhilePaged: ['paging', 'Contact methods changed during a page'],

  SignalReceived: ['signals', 'Signal received'],
  SignalsRouted: ['signals', 'Signals routed'],

  PersonInvited: ['people', 'Person invited'],
  InvitationMailSent: ['people', 'Invitation sent'],
  InvitationMailFailed: ['people', 'Invitation failed'],
  PersonJoined: ['people', 'Person joined'],
  PersonRenamed: ['people', 'Person renamed'],
  PersonTimeZoneChanged: ['people', 'Time zone changed'],
  PersonRoleChanged: ['people', 'Role changed'],
  PersonMadeAuditor: ['people', 'Made an auditor'],
  AuditorEnded: ['people', 'No longer an auditor'],
  PersonDisabled: ['people', 'Person disabled'],
  PersonEnabled: ['people', 'Person enabled'],
  PersonErased: ['people', 'Person erased'],
  MoreLeftBehind: ['people', 'Work of a person who left passed on'],
  ContactMethodAdded: ['people', 'Contact method added'],
  ContactMethodDisabled: ['people', 'Contact method disabled'],
  ContactMethodVerified: ['people', 'Contact method verified'],
  ContactMethodRemoved: ['people', 'Contact method removed'],
  PushSubscriptionRenewed: ['people', 'Push subscription renewed'],
  VerificationAsked: ['people', 'Verification code requested'],
  VerificationSent: ['people', 'Verification code sent'],
  VerificationFailed: ['people', 'Verification code failed'],
  NotificationRuleAdded: ['people', 'Notification rule added'],
  NotificationRuleChanged: ['people', 'Notification rule changed'],
  NotificationRuleRemoved: ['people', 'Notification rule removed'],
  SearchSaved: ['people', 'Search saved'],
  SearchForgotten: ['people', 'Saved search removed'],

  PasswordChanged: ['access', 'Password changed'],
  PasswordResetLinkMade: ['access', 'Password reset requested'],
  PasswordResetMailSent: ['access', 'Password reset sent'],
  PasswordResetMailFailed: ['access', 'Password reset failed'],
  TwoFactorTurnedOn: ['access', 'Two-factor sign-in turned on'],
  TwoFactorTurnedOff: ['access', 'Two-factor sign-in turned off'],
  RecoveryCodesMade: ['access', 'Recovery codes made'],
  RecoveryCodeUsed: ['access', 'Recovery code used'],
  OpenIdLinked: ['access', 'OpenID account linked'],
  OpenIdUnlinked: ['access', 'OpenID account unlinked'],
  PersonalTokenIssued: ['access', 'Personal token issued'],
  ServiceTokenIssued: ['access', 'Service token issued'],
  TokenRevoked: ['access', 'Token revoked'],

  TeamCreated: ['teams', 'Team created'],
  TeamRenamed: ['teams', 'Team renamed'],
  TeamMemberAdded: ['teams', 'Team member added'],
  TeamMemberRoleChanged: ['teams', 'Team member’s role changed'],
  TeamMemberRemoved: ['teams', 'Team member removed'],
  TeamHandedOver: ['teams', 'Team handed over'],
  TeamTookOver: ['teams', 'Team took over from another'],
  TeamRemoved: ['teams', 'Team removed'],
  ServiceCreated: ['teams', 'Service created'],
  ServiceChanged: ['teams', 'Service changed'],
  ServiceArchived: ['teams', 'Service archived'],
  ServiceRestored: ['teams', 'Service restored'],
  ServicesMovedToPolicy: ['teams', 'Services moved to a policy'],
  IntegrationCreated: ['teams', 'Integration created'],
  IntegrationRenamed: ['teams', 'Integration renamed'],
  IntegrationKeyIssued: ['teams', 'Integration key issued'],
  IntegrationKeyEnded: ['teams', 'Integration key ended'],
  IntegrationKeyRevealed: ['teams', 'Integration key shown'],
  IntegrationRemoved: ['teams', 'Integration removed'],
  PolicyCreated: ['teams', 'Escalation policy created'],
  PolicyChanged: ['teams', 'Escalation policy changed'],
  PolicyRemoved: ['teams', 'Escalation policy removed'],

  OrganisationSetUp: ['settings', 'Organisation set up'],
  PublicAddressChanged: ['settings', 'Public address changed'],
  SignInConfigured: ['settings', 'Sign-in configured'],
  IdentityProviderConfirmed: ['settings', 'Identity provider confirmed'],
  EventSubscriptionCreated: ['settings', 'Event subscription created'],
  EventSubscriptionChanged: ['settings', 'Event subscription changed'],
  EventSubscriptionSecretRotated: ['settings', 'Event subscription’s secret rotated'],
  EventSubscriptionDisabled: ['settings', 'Event subscription disabled'],
  EventSubscriptionEnabled: ['settings', 'Event subscription enabled'],
  EventSubscriptionRemoved: ['settings', 'Event subscription removed'],

  TestEventRequested: ['outgoing', 'Test event requested'],
  EventDeliveryStarted: ['outgoing', 'Delivery started'],
  EventDeliverySucceeded: ['outgoing', 'Delivery succeeded'],
  EventDeliveryFailed: ['outgoing', 'Delivery failed'],
  EventDeliveryWentStale: ['outgoing', 'Delivery with an unknown outcome'],
  EventsPassedOver: ['outgoing', 'Events skipped'],

  LogOpened: ['system', 'Log opened'],
  StoreRestored: ['system', 'Restored from a backup'],
  StoreWentLive: ['system', 'Went live after a restore'],
  EffectEnded: ['system', 'Background task ended'],
  ReactorStarted: ['system', 'Server started'],
  ReactorProgressed: ['system', 'Progress recorded'],
  ClockSteppedForward: ['system', 'Clock moved forward'],
  ReactionFailed: ['system', 'Background task failed'],
  ReactionRetryAsked: ['system', 'Retry requested'],
};

const isKnown = (type: string): type is EventType => Object.hasOwn(kinds, type);

/** Of an event that a newer server wrote there is none. */
export const eventGroupOf = (type: string): EventGroup | undefined => (isKnown(type) ? kinds[type][0] : undefined);

/** `Acknowledged`; the type itself where it is not known. */
export const eventWordsOf = (type: string): string => (isKnown(type) ? kinds[type][1] : type);

export const typesOfGroup = (group: EventGroup): readonly EventType[] =>
  (Object.keys(kinds) as EventType[]).filter((type) => kinds[type][0] === group);
