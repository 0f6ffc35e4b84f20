import { v7 } from 'uuid';
import type { CommandInput, CommandType } from '@tocsin/contracts/catalogue.js';
import type { OrganisationRole, Permission } from '@tocsin/contracts/permissions.js';
import type { RefusalCode } from '@tocsin/contracts/refusals.js';
import type { Member, Owned, World } from './cast.js';
import type { About } from './expected.js';

/** One body of a command, and its subject. */
export interface Sample<T extends CommandType = CommandType> {
  readonly says: string;
  readonly body: (world: World, who: Member) => CommandInput<T>;
  readonly about: (who: Member) => About;
  /** A further permission besides that of the command. */
  readonly permission?: Permission;
  /** The owner’s refusal instead of 202, for a reason other than permission. */
  readonly owner?: RefusalCode;
  /** The refusal without permission, if the target is hidden rather than denied. */
  readonly hidden?: RefusalCode;
}
type Samples<T extends CommandType> = readonly Sample<T>[];
type More = Pick<Sample, 'owner' | 'hidden' | 'permission'>;

const nowhere = (): About => ({ team: null, own: false });
const own = ({ caller }: Member): About => ({ team: null, own: caller.kind === 'person' });

const plain = <T extends CommandType>(body: Sample<T>['body'], more: More = {}): Samples<T> => [
  { says: 'as such', body, about: nowhere, ...more },
];
/** One sample for our team, and one for the other team. */
const inTeams = <T extends CommandType>(body: (owned: Owned, world: World) => CommandInput<T>, more: More = {}): Samples<T> =>
  (['ours', 'theirs'] as const).map((team) => ({
    says: `of ${team === 'ours' ? 'our' : 'their'} team`,
    body: (world: World) => body(world.teams[team], world),
    about: (): About => ({ team, own: false }),
    ...more,
  }));
/** The same, about the caller’s own duty. */
const onDuty = <T extends CommandType>(body: (owned: Owned, personId: string) => CommandInput<T>, more: More = {}): Samples<T> =>
  inTeams<T>(() => ({}) as CommandInput<T>, more).map((sample) => ({
    ...sample,
    body: (world, who) => body(world.teams[sample.about(who).team!], who.personId ?? world.other),
  }));
/** About oneself, and about another person. */
const aboutPeople = <T extends CommandType>(body: (personId: string, world: World) => CommandInput<T>, more: More = {}): Samples<T> => [
  { says: 'about oneself', body: (world, who) => body(who.personId ?? world.other, world), about: own, ...more },
  { says: 'about somebody else', body: (world) => body(world.other, world), about: nowhere, ...more },
];
const aboutOther = <T extends CommandType>(body: (personId: string, world: World) => CommandInput<T>, more: More = {}): Samples<T> => [
  { says: 'about somebody else', body: (world) => body(world.other, world), about: nowhere, ...more },
];

/** Admins may do it to anyone except owners, because it would give them an owner’s account; that needs another owner. */
const ofAnOwner = <T extends CommandType>(body: (personId: string, world: World) => CommandInput<T>, more: More = {}): Samples<T> => [
  {
    says: 'of an owner',
    body: (world) => body(world.otherOwner, world),
    about: nowhere,
    permission: 'owner.configure',
    ...more,
  },
];
const aboutAnybody = <T extends CommandType>(body: (personId: string, world: World) => CommandInput<T>, more: More = {}): Samples<T> => [
  ...aboutPeople(body, more),
  ...ofAnOwner(body, more),
];

/** Not even an owner may do it for another person. */
const onlyOneself = <T extends CommandType>(body: (personId: string) => CommandInput<T>, owner?: RefusalCode): Samples<T> => {
  const [self, other] = aboutPeople<T>(body);
  return [
    { ...self!, ...(owner ? { owner } : {}) },
    { ...other!, owner: 'permission.denied' },
  ];
};

const invited = (role: OrganisationRole, more: More = {}): Samples<'InvitePerson'> =>
  plain<'InvitePerson'>(({ unique }) => ({ name: 'Invited', email: `${unique().replace(' ', '.')}@example.org`, role }), more).map(
    (sample) => ({
      ...sample,
      says: `as ${role}`,
    }),
  );

const nothing = '01900000-0000-7000-8000-00000000dead';
const onGroup = <T extends CommandType>(more: More = {}): Samples<T> => inTeams<T>(({ groupId }) => ({ groupId }) as CommandInput<T>, more);
const noMethod = { owner: 'contact_method.not_found' } as const;
const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) };
const ahead = { from: '2040-01-02T09:00:00.000Z', to: '2040-01-03T09:00:00.000Z' };
const holidays = '01900000-0000-7000-8000-0000000000da';
const noFeed = { owner: 'calendar_feed.not_found' } as const;
const noRule = { owner: 'notification_rule.not_found' } as const;
const eventsToNobody = { name: 'Tickets', address: 'http://127.0.0.1:9/events', kinds: ['opened' as const] };
const paging = (personId: string) => [{ targets: [{ kind: 'person' as const, personId }], waitMinutes: 5, notifyOthersStill: false }];

/**
 * A body for every command; the compiler reports a missing one. An owner’s is accepted, or refused for a reason given here: so what others are
 * refused depends on who they are. Each is sent by the owner first, then by all others.
 */
export const samples: { readonly [T in CommandType]: Samples<T> } = {
  ChangePublicAddress: plain(({ url }) => ({ url })),
  SwitchCalendarFeeds: plain(() => ({ on: true })),
  ChooseDefaultHolidayCalendar: plain(() => ({ calendarId: null })),
  ImportHolidayCalendar: plain(() => ({
    calendarId: holidays,
    name: 'Germany',
    days: [{ uid: 'christmas', date: '2040-12-25', name: 'Christmas Day' }],
  })),
  // for later callers it is already removed
  RemoveHolidayCalendar: plain(() => ({ calendarId: nothing }), { owner: 'holidays.not_found' }),
  RenameOrganisation: plain(() => ({ name: 'Harbour' })),
  ChangeOrganisationTimeZone: plain(() => ({ timeZone: 'UTC' })),
  ChangeClosingByAge: plain(() => ({ days: 14 })),
  ConfigureMailServer: plain(() => ({
    host: 'mail.example.org',
    port: 587,
    security: 'starttls' as const,
    from: 'tocsin@example.org',
    user: 'tocsin',
    password: 'of the mail server',
  })),
  RemoveMailServer: plain(() => ({})),
  GoLiveHere: plain(() => ({}), { owner: 'store.not_held' }),
  RetryFailures: plain(() => ({})),
  ConfigureSignIn: plain(() => ({ openId: null, onlyOpenId: false })),
  ConfirmIdentityProvider: plain(() => ({ issuer: 'https://id.example.org', clientId: 'tocsin' }), { owner: 'sign_in.no_provider' }),

  InvitePerson: [
    ...(['member', 'observer'] as const).flatMap((role) => invited(role)),
    ...invited('admin', { permission: 'people.configure' }),
    ...invited('owner', { permission: 'owner.configure' }),
  ],
  RenamePerson: aboutPeople((personId) => ({ personId, name: 'Renamed' })),
  ChangePersonTimeZone: aboutPeople((personId) => ({ personId, timeZone: 'UTC' })),
  ChangePersonRole: [
    ...aboutOther<'ChangePersonRole'>((personId) => ({ personId, role: 'member' })),
    { says: 'to owner', body: ({ other }) => ({ personId: other, role: 'owner' }), about: nowhere, permission: 'owner.configure' },
    { says: 'back from owner', body: ({ other }) => ({ personId: other, role: 'member' }), about: nowhere, permission: 'people.configure' },
    ...ofAnOwner<'ChangePersonRole'>((personId) => ({ personId, role: 'owner' })),
  ],
  // before anyone is disabled
  ErasePerson: [
    ...aboutOther<'ErasePerson'>((personId) => ({ personId }), { owner: 'person.not_disabled' }),
    ...ofAnOwner<'ErasePerson'>((personId) => ({ personId }), { owner: 'person.not_disabled' }),
  ],
  DisablePerson: aboutOther((personId) => ({ personId, leaveGaps: true })),
  EnablePerson: [...aboutOther<'EnablePerson'>((personId) => ({ personId })), ...ofAnOwner<'EnablePerson'>((personId) => ({ personId }))],
  MakeAuditor: [...aboutOther<'MakeAuditor'>((personId) => ({ personId })), ...ofAnOwner<'MakeAuditor'>((personId) => ({ personId }))],
  EndAuditor: [...aboutOther<'EndAuditor'>((personId) => ({ personId })), ...ofAnOwner<'EndAuditor'>((personId) => ({ personId }))],

  TurnOnWeeklySummary: aboutAnybody((personId) => ({ personId })),
  TurnOffWeeklySummary: aboutAnybody((personId) => ({ personId })),
  SaveSearch: aboutAnybody((personId, { unique }) => ({ personId, name: unique(), query: 'q=disk' })),
  ForgetSearch: aboutAnybody((personId) => ({ personId, searchId: nothing }), { owner: 'saved_search.not_found' }),

  MakePasswordResetLink: [
    ...aboutOther<'MakePasswordResetLink'>((personId) => ({ personId })),
    ...ofAnOwner<'MakePasswordResetLink'>((personId) => ({ personId })),
  ],
  TurnOnTwoFactor: onlyOneself((personId) => ({ personId, code: '000000' }), 'two_factor.wrong_code'),
  TurnOffTwoFactor: aboutAnybody((personId) => ({ personId })),
  ChooseHolidayCalendar: aboutPeople((personId) => ({ personId, calendarId: null })),
  ChooseLowUrgencyHours: aboutPeople((personId) => ({
    personId,
    pages: 'awake',
    sleep: { from: '23:00', to: '07:00' },
    working: { from: '09:00', to: '17:00', weekdays: [1, 2, 3, 4, 5] },
  })),
  // the same one again is no news
  PlanAway: aboutPeople((personId) => ({ personId, awayId: '01900000-0000-7000-8000-00000000a3a1', to: '2027-01-01T00:00:00.000Z' })),
  EndAway: aboutPeople((personId) => ({ personId, awayId: nothing }), { owner: 'person.away_not_found' }),
  ChooseClockFormat: aboutPeople((personId) => ({ personId, format: '24h' })),
  AskEmailChange: onlyOneself((personId) => ({ personId, email: 'new-address@example.org' })),
  ConfirmEmailChange: onlyOneself((personId) => ({ personId, code: '000000' }), 'email_change.wrong_code'),
  CancelEmailChange: onlyOneself((personId) => ({ personId })),
  MakeRecoveryCodes: onlyOneself((personId) => ({ personId, code: '000000' }), 'two_factor.off'),
  UnlinkOpenId: aboutAnybody((personId) => ({ personId })),

  AddContactMethod: [
    ...aboutPeople<'AddContactMethod'>((personId) => ({ kind: 'browser', personId })),
    ...ofAnOwner<'AddContactMethod'>((personId) => ({ kind: 'browser', personId }), { owner: 'contact_method.address_taken' }),
  ],
  RenewPushSubscription: aboutAnybody(
    (personId) => ({ personId, contactMethodId: nothing, address: 'http://127.0.0.1:9/push', keys }),
    noMethod,
  ),
  AskVerification: aboutAnybody((personId) => ({ personId, contactMethodId: nothing }), noMethod),
  VerifyContactMethod: aboutAnybody((personId) => ({ personId, contactMethodId: nothing, code: '123456' }), noMethod),
  ChooseWebhookRelay: aboutAnybody((personId) => ({ personId, contactMethodId: nothing, relaysAs: 'sms' as const }), noMethod),
  SwitchOffContactMethod: aboutAnybody((personId) => ({ personId, contactMethodId: nothing }), noMethod),
  SwitchOnContactMethod: aboutAnybody((personId) => ({ personId, contactMethodId: nothing }), noMethod),
  RemoveContactMethod: aboutAnybody((personId) => ({ personId, contactMethodId: nothing }), noMethod),
  AddNotificationRule: aboutAnybody((personId) => ({ personId, urgency: 'high', contactMethodId: nothing, delayMinutes: 0 }), noMethod),
  ChangeNotificationRule: aboutAnybody((personId) => ({ personId, ruleId: nothing, delayMinutes: 0 }), noRule),
  RemoveNotificationRule: aboutAnybody((personId) => ({ personId, ruleId: nothing }), noRule),

  IssuePersonalToken: [{ says: 'for oneself', body: ({ unique }) => ({ name: unique(), scopes: ['read'] }), about: own }],
  IssueServiceToken: [
    ...plain<'IssueServiceToken'>(({ unique }) => ({ name: unique(), scopes: ['read'], teamId: null })),
    ...inTeams<'IssueServiceToken'>(({ teamId }, { unique }) => ({ name: unique(), scopes: ['read'], teamId })),
  ],
  RevokeToken: [
    {
      says: 'one’s own',
      body: ({ spareTokens, othersToken }, { personId }) => ({ tokenId: spareTokens[personId ?? ''] ?? othersToken }),
      about: own,
    },
    { says: 'somebody else’s', body: ({ othersToken }) => ({ tokenId: othersToken }), about: nowhere, permission: 'tokens.configure' },
  ],

  MakeCalendarFeed: [{ says: 'for oneself', body: () => ({ of: { kind: 'person' } }), about: own }],
  ChangeCalendarFeedReminder: [{ says: 'that is not there', body: () => ({ feedId: nothing, reminder: 60 }), about: own, ...noFeed }],
  RevokeCalendarFeed: [{ says: 'that is not there', body: () => ({ feedId: nothing }), about: own, ...noFeed }],

  CreateTeam: plain(({ unique }) => ({ name: unique() })),
  RenameTeam: inTeams(({ teamId }) => ({ teamId, name: `Team ${teamId.slice(-6)}` })),
  AddTeamMember: inTeams(({ teamId }, { other }) => ({ teamId, personId: other, role: 'responder' })),
  ChangeTeamMemberRole: inTeams(({ teamId }, { other }) => ({ teamId, personId: other, role: 'responder' })),
  RemoveTeamMember: inTeams(({ teamId }, { other }) => ({ teamId, personId: other })),
  MoveAllToTeam: inTeams(({ teamId }) => ({ teamId, toTeamId: teamId }), { owner: 'team.same' }),
  RemoveTeam: inTeams(({ teamId }) => ({ teamId }), { owner: 'team.in_use' }),

  CreateService: inTeams(({ teamId, policyId }, { unique }) => ({ teamId, name: unique(), policyId })),
  ChangeService: inTeams(({ teamId, serviceId, policyId }) => ({ teamId, serviceId, version: 1, name: 'Service', policyId })),
  ArchiveService: inTeams(({ teamId, serviceId }) => ({ teamId, serviceId })),
  RestoreService: inTeams(({ teamId, serviceId }) => ({ teamId, serviceId })),
  MoveAllToPolicy: inTeams(({ teamId, policyId }) => ({ teamId, policyId, toPolicyId: policyId }), { owner: 'policy.same' }),

  CreateIntegration: inTeams(({ teamId, serviceId }, { unique }) => ({ teamId, serviceId, name: unique(), kind: 'generic' })),
  RenameIntegration: inTeams(({ teamId, integrationId }) => ({ teamId, integrationId, name: 'Sends' })),
  IssueIntegrationKey: inTeams(({ teamId, integrationId }) => ({ teamId, integrationId })),
  RevealIntegrationKey: inTeams(({ teamId, integrationId, keyId }) => ({ teamId, integrationId, keyId })),
  EndIntegrationKey: inTeams(({ teamId, integrationId, keyId }) => ({ teamId, integrationId, keyId })),
  LimitIntegration: inTeams(({ teamId, integrationId }) => ({ teamId, integrationId, hardLimit: 100_000 })),
  RemoveIntegration: inTeams(({ teamId, integrationId }) => ({ teamId, integrationId })),

  CreatePolicy: inTeams(({ teamId }, { unique, otherOwner }) => ({ teamId, name: unique(), steps: paging(otherOwner) })),
  CreateSchedule: inTeams(({ teamId }, { unique }) => ({ teamId, name: unique(), timeZone: 'Europe/Berlin' })),
  RenameSchedule: inTeams(({ teamId, scheduleId }, { unique }) => ({ teamId, scheduleId, name: unique() })),
  RemoveSchedule: inTeams(({ teamId }) => ({ teamId, scheduleId: nothing }), { owner: 'schedule.not_found' }),
  ChangeSchedule: inTeams(({ scheduleId }) => ({ scheduleId, version: 99, timeZone: 'Europe/Berlin', layers: [] }), {
    owner: 'conflict.revision',
  }),
  WithdrawScheduleChange: inTeams(({ scheduleId }) => ({ scheduleId, version: 99 }), { owner: 'schedule.version_not_planned' }),
  TakeZoneTable: inTeams(({ scheduleId }) => ({ scheduleId, zones: '1999z' }), { owner: 'schedule.zone_table_unknown' }),
  SetShares: inTeams(({ scheduleId }, { otherOwner }) => ({ scheduleId, shares: [{ personId: otherOwner, percent: 50 }] })),
  AddOverrides: onDuty(({ scheduleId }, personId) => ({ scheduleId, overrides: [{ kind: 'remove', personId, ...ahead }] })),
  ChangeOverride: onDuty(({ scheduleId }, personId) => ({ scheduleId, overrideId: nothing, kind: 'remove', personId, ...ahead }), {
    owner: 'schedule.override_not_found',
  }),
  RemoveOverride: inTeams(({ scheduleId }) => ({ scheduleId, overrideId: nothing }), { owner: 'schedule.override_not_found' }),
  ImportOverrides: inTeams(({ scheduleId }) => ({ scheduleId, calendar: 'Rota', shifts: [] })),
  TakeOnCall: inTeams(({ scheduleId }) => ({ scheduleId })),
  AskForCover: onDuty(({ scheduleId }, personId) => ({ scheduleId, personId, ...ahead }), { owner: 'schedule.cover_too_far' }),
  AcceptCover: inTeams(({ scheduleId }) => ({ scheduleId, coverId: nothing }), { owner: 'schedule.cover_not_found' }),
  DeclineCover: inTeams(({ scheduleId }) => ({ scheduleId, coverId: nothing }), { owner: 'schedule.cover_not_found' }),
  WithdrawCover: inTeams(({ scheduleId }) => ({ scheduleId, coverId: nothing }), { owner: 'schedule.cover_not_found' }),
  AddTemporarySchedule: inTeams(({ scheduleId }) => ({ scheduleId, ...ahead, shifts: [] })),
  ChangeTemporarySchedule: inTeams(({ scheduleId }) => ({ scheduleId, temporaryId: nothing, ...ahead, shifts: [] }), {
    owner: 'schedule.temporary_not_found',
  }),
  RemoveTemporarySchedule: inTeams(({ scheduleId }) => ({ scheduleId, temporaryId: nothing }), { owner: 'schedule.temporary_not_found' }),
  ChangePolicy: inTeams(({ teamId, policyId }, { otherOwner }) => ({
    teamId,
    policyId,
    version: 1,
    name: 'Changed',
    steps: paging(otherOwner),
  })),
  RemovePolicy: inTeams(({ teamId, policyId }) => ({ teamId, policyId }), { owner: 'policy.in_use' }),

  CreateEventSubscription: [
    ...plain<'CreateEventSubscription'>((_world) => ({ ...eventsToNobody, teamId: null })),
    ...inTeams<'CreateEventSubscription'>(({ teamId }) => ({ ...eventsToNobody, teamId })),
  ],
  TestEventSubscription: inTeams(({ subscriptionId }) => ({ subscriptionId })),
  DisableEventSubscription: inTeams(({ subscriptionId }) => ({ subscriptionId })),
  EnableEventSubscription: inTeams(({ subscriptionId }) => ({ subscriptionId })),
  RotateEventSubscriptionSecret: inTeams(({ subscriptionId }) => ({ subscriptionId })),
  ChangeEventSubscription: inTeams(({ subscriptionId }) => ({ subscriptionId, version: 1, name: 'Changed', kinds: ['resolved'] })),
  RemoveEventSubscription: inTeams(({ subscriptionId }) => ({ subscriptionId })),

  PageSomeone: [
    ...plain<'PageSomeone'>(({ otherOwner }) => ({ title: 'Look', personIds: [otherOwner] })),
    ...inTeams<'PageSomeone'>(({ serviceId }) => ({ title: 'Look', serviceId })),
  ],
  SendTestAlert: inTeams(({ serviceId }) => ({ serviceId })),

  AcknowledgeAlertGroup: onGroup(),
  RenewAcknowledgement: onGroup(),
  TakeOverAlertGroup: onGroup(),
  JoinAlertGroup: onGroup(),
  ReassignAlertGroup: inTeams(({ groupId }, { otherOwner }) => ({ groupId, personId: otherOwner })),
  UnacknowledgeAlertGroup: onGroup(),
  SnoozeAlertGroup: inTeams(({ groupId }) => ({ groupId, minutes: 30 })),
  UnsnoozeAlertGroup: onGroup(),
  EscalateAlertGroup: onGroup(),
  RedactText: plain(() => ({ ordinal: 1, path: ['text'] }), { owner: 'redaction.not_found' }),
  AddNote: inTeams(({ groupId }) => ({ groupId, text: 'Noted' })),
  MarkAlertGroupAsNoise: inTeams(({ groupId }) => ({ groupId, reason: 'Known' })),
  RemoveNoiseMark: onGroup(),
  AddResponder: inTeams(({ groupId }, { otherOwner }) => ({ groupId, personId: otherOwner })),
  AddResponders: inTeams(({ groupId }, { otherOwner }) => ({ groupId, targets: [{ kind: 'person', personId: otherOwner }] })),
  ResendMessage: inTeams(({ groupId, pageId }) => ({ groupId, pageId, messageId: nothing }), { owner: 'page.not_found' }),
  AnswerPage: (['ours', 'theirs'] as const).map((team) => ({
    says: `of ${team} group`,
    body: ({ teams }: World) => ({ groupId: teams[team].groupId, pageId: teams[team].pageId }),
    about: ({ caller }: Member): About => ({ team: null, own: caller.kind === 'person' && caller.paged }),
    owner: 'page.not_found' as const,
    hidden: 'page.not_found' as const,
  })),
  ResolveAlertGroup: onGroup(),
  ReopenAlertGroup: onGroup(),
  // permission is checked per alert group
  ActOnFiltered: plain(({ unique }) => ({
    bulkActId: v7(),
    act: 'AcknowledgeAlertGroup',
    filter: `q=${encodeURIComponent(unique())}`,
    ordinal: 1,
  })),
  UndoBulkAct: plain(() => ({ bulkActId: nothing }), { owner: 'bulk_act.not_found' }),
};
