import { v7 } from 'uuid';
import type { CommandInput, CommandType } from '@tocsin/contracts/catalogue.js';
import type { OrganisationRole, Permission } from '@tocsin/contracts/permissions.js';
import type { RefusalCode } from '@tocsin/contracts/refusals.js';
import type { Member, TeamResources, World } from './cast.js';
import type { SampleScope } from './expected.js';

/** One body of a command, and its subject. */
export interface Sample<T extends CommandType = CommandType> {
  readonly title: string;
  readonly body: (world: World, member: Member) => CommandInput<T>;
  readonly scopeOf: (member: Member) => SampleScope;
  /** A further permission besides that of the command. */
  readonly permission?: Permission;
  /** The owner’s refusal instead of 202, for a reason other than permission. */
  readonly owner?: RefusalCode;
  /** The refusal without permission, if the target is hidden rather than denied. */
  readonly hidden?: RefusalCode;
}
type Samples<T extends CommandType> = readonly Sample<T>[];
type SampleOptions = Pick<Sample, 'owner' | 'hidden' | 'permission'>;

const noScope = (): SampleScope => ({ team: null, isOwn: false });
const ownScope = ({ caller }: Member): SampleScope => ({ team: null, isOwn: caller.kind === 'person' });

const plainSample = <T extends CommandType>(body: Sample<T>['body'], more: SampleOptions = {}): Samples<T> => [
  { title: 'as such', body, scopeOf: noScope, ...more },
];
/** One sample for our team, and one for the other team. */
const samplesInTeams = <T extends CommandType>(
  body: (resources: TeamResources, world: World) => CommandInput<T>,
  more: SampleOptions = {},
): Samples<T> =>
  (['ours', 'theirs'] as const).map((team) => ({
    title: `of ${team === 'ours' ? 'our' : 'their'} team`,
    body: (world: World) => body(world.teams[team], world),
    scopeOf: (): SampleScope => ({ team, isOwn: false }),
    ...more,
  }));
/** The same, about the caller’s own duty. */
const samplesOnDuty = <T extends CommandType>(
  body: (resources: TeamResources, personId: string) => CommandInput<T>,
  more: SampleOptions = {},
): Samples<T> =>
  samplesInTeams<T>(() => ({}) as CommandInput<T>, more).map((sample) => ({
    ...sample,
    body: (world, member) => body(world.teams[sample.scopeOf(member).team!], member.personId ?? world.other),
  }));
/** About oneself, and about another person. */
const samplesOfPeople = <T extends CommandType>(
  body: (personId: string, world: World) => CommandInput<T>,
  more: SampleOptions = {},
): Samples<T> => [
  { title: 'about oneself', body: (world, member) => body(member.personId ?? world.other, world), scopeOf: ownScope, ...more },
  { title: 'about somebody else', body: (world) => body(world.other, world), scopeOf: noScope, ...more },
];
const sampleOfOther = <T extends CommandType>(
  body: (personId: string, world: World) => CommandInput<T>,
  more: SampleOptions = {},
): Samples<T> => [{ title: 'about somebody else', body: (world) => body(world.other, world), scopeOf: noScope, ...more }];

/** Admins may do it to anyone except owners, because it would give them an owner’s account; that needs another owner. */
const sampleOfOwner = <T extends CommandType>(
  body: (personId: string, world: World) => CommandInput<T>,
  more: SampleOptions = {},
): Samples<T> => [
  {
    title: 'of an owner',
    body: (world) => body(world.otherOwner, world),
    scopeOf: noScope,
    permission: 'owner.configure',
    ...more,
  },
];
const samplesOfAnyone = <T extends CommandType>(
  body: (personId: string, world: World) => CommandInput<T>,
  more: SampleOptions = {},
): Samples<T> => [...samplesOfPeople(body, more), ...sampleOfOwner(body, more)];

/** Not even an owner may do it for another person. */
const samplesOfOneself = <T extends CommandType>(body: (personId: string) => CommandInput<T>, owner?: RefusalCode): Samples<T> => {
  const [self, other] = samplesOfPeople<T>(body);
  return [
    { ...self!, ...(owner ? { owner } : {}) },
    { ...other!, owner: 'permission.denied' },
  ];
};

const inviteSamples = (role: OrganisationRole, more: SampleOptions = {}): Samples<'InvitePerson'> =>
  plainSample<'InvitePerson'>(
    ({ uniqueName: unique }) => ({ name: 'Invited', email: `${unique().replace(' ', '.')}@example.org`, role }),
    more,
  ).map((sample) => ({
    ...sample,
    title: `as ${role}`,
  }));

const missingId = '01900000-0000-7000-8000-00000000dead';
const samplesOfGroup = <T extends CommandType>(more: SampleOptions = {}): Samples<T> =>
  samplesInTeams<T>(({ groupId }) => ({ groupId }) as CommandInput<T>, more);
const noMethod = { owner: 'contact_method.not_found' } as const;
const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) };
const futureInterval = { from: '2040-01-02T09:00:00.000Z', to: '2040-01-03T09:00:00.000Z' };
const holidays = '01900000-0000-7000-8000-0000000000da';
const noFeed = { owner: 'calendar_feed.not_found' } as const;
const noRule = { owner: 'notification_rule.not_found' } as const;
const eventsToNobody = { name: 'Tickets', address: 'http://127.0.0.1:9/events', kinds: ['opened' as const] };
const pagingSteps = (personId: string) => [{ targets: [{ kind: 'person' as const, personId }], waitMinutes: 5, notifyOthersStill: false }];

/**
 * A body for every command; the compiler reports a missing one. An owner’s is accepted, or refused for a reason given here: so what others are
 * refused depends on who they are. Each is sent by the owner first, then by all others.
 */
export const samples: { readonly [T in CommandType]: Samples<T> } = {
  ChangePublicAddress: plainSample(({ url }) => ({ url })),
  SwitchCalendarFeeds: plainSample(() => ({ on: true })),
  ChooseDefaultHolidayCalendar: plainSample(() => ({ calendarId: null })),
  ImportHolidayCalendar: plainSample(() => ({
    calendarId: holidays,
    name: 'Germany',
    days: [{ uid: 'christmas', date: '2040-12-25', name: 'Christmas Day' }],
  })),
  // for later callers it is already removed
  RemoveHolidayCalendar: plainSample(() => ({ calendarId: missingId }), { owner: 'holidays.not_found' }),
  RenameOrganisation: plainSample(() => ({ name: 'Harbour' })),
  ChangeOrganisationTimeZone: plainSample(() => ({ timeZone: 'UTC' })),
  ChangeClosingByAge: plainSample(() => ({ days: 14 })),
  ConfigureMailServer: plainSample(() => ({
    host: 'mail.example.org',
    port: 587,
    security: 'starttls' as const,
    from: 'tocsin@example.org',
    user: 'tocsin',
    password: 'of the mail server',
  })),
  RemoveMailServer: plainSample(() => ({})),
  GoLiveHere: plainSample(() => ({}), { owner: 'store.not_held' }),
  RetryFailures: plainSample(() => ({})),
  ConfigureSignIn: plainSample(() => ({ openId: null, onlyOpenId: false })),
  ConfirmIdentityProvider: plainSample(() => ({ issuer: 'https://id.example.org', clientId: 'tocsin' }), { owner: 'sign_in.no_provider' }),

  InvitePerson: [
    ...(['member', 'observer'] as const).flatMap((role) => inviteSamples(role)),
    ...inviteSamples('admin', { permission: 'people.configure' }),
    ...inviteSamples('owner', { permission: 'owner.configure' }),
  ],
  RenamePerson: samplesOfPeople((personId) => ({ personId, name: 'Renamed' })),
  ChangePersonTimeZone: samplesOfPeople((personId) => ({ personId, timeZone: 'UTC' })),
  ChangePersonRole: [
    ...sampleOfOther<'ChangePersonRole'>((personId) => ({ personId, role: 'member' })),
    { title: 'to owner', body: ({ other }) => ({ personId: other, role: 'owner' }), scopeOf: noScope, permission: 'owner.configure' },
    {
      title: 'back from owner',
      body: ({ other }) => ({ personId: other, role: 'member' }),
      scopeOf: noScope,
      permission: 'people.configure',
    },
    ...sampleOfOwner<'ChangePersonRole'>((personId) => ({ personId, role: 'owner' })),
  ],
  // before anyone is disabled
  ErasePerson: [
    ...sampleOfOther<'ErasePerson'>((personId) => ({ personId }), { owner: 'person.not_disabled' }),
    ...sampleOfOwner<'ErasePerson'>((personId) => ({ personId }), { owner: 'person.not_disabled' }),
  ],
  DisablePerson: sampleOfOther((personId) => ({ personId, leaveGaps: true })),
  EnablePerson: [
    ...sampleOfOther<'EnablePerson'>((personId) => ({ personId })),
    ...sampleOfOwner<'EnablePerson'>((personId) => ({ personId })),
  ],
  MakeAuditor: [
    ...sampleOfOther<'MakeAuditor'>((personId) => ({ personId })),
    ...sampleOfOwner<'MakeAuditor'>((personId) => ({ personId })),
  ],
  EndAuditor: [...sampleOfOther<'EndAuditor'>((personId) => ({ personId })), ...sampleOfOwner<'EndAuditor'>((personId) => ({ personId }))],

  TurnOnWeeklySummary: samplesOfAnyone((personId) => ({ personId })),
  TurnOffWeeklySummary: samplesOfAnyone((personId) => ({ personId })),
  SaveSearch: samplesOfAnyone((personId, { uniqueName: unique }) => ({ personId, name: unique(), query: 'q=disk' })),
  ForgetSearch: samplesOfAnyone((personId) => ({ personId, searchId: missingId }), { owner: 'saved_search.not_found' }),

  MakePasswordResetLink: [
    ...sampleOfOther<'MakePasswordResetLink'>((personId) => ({ personId })),
    ...sampleOfOwner<'MakePasswordResetLink'>((personId) => ({ personId })),
  ],
  TurnOnTwoFactor: samplesOfOneself((personId) => ({ personId, code: '000000' }), 'two_factor.wrong_code'),
  TurnOffTwoFactor: samplesOfAnyone((personId) => ({ personId })),
  ChooseHolidayCalendar: samplesOfPeople((personId) => ({ personId, calendarId: null })),
  ChooseLowUrgencyHours: samplesOfPeople((personId) => ({
    personId,
    pages: 'awake',
    sleep: { from: '23:00', to: '07:00' },
    working: { from: '09:00', to: '17:00', weekdays: [1, 2, 3, 4, 5] },
  })),
  // the same one again is no news
  PlanAway: samplesOfPeople((personId) => ({ personId, awayId: '01900000-0000-7000-8000-00000000a3a1', to: '2027-01-01T00:00:00.000Z' })),
  EndAway: samplesOfPeople((personId) => ({ personId, awayId: missingId }), { owner: 'person.away_not_found' }),
  ChooseClockFormat: samplesOfPeople((personId) => ({ personId, format: '24h' })),
  AskEmailChange: samplesOfOneself((personId) => ({ personId, email: 'new-address@example.org' })),
  ConfirmEmailChange: samplesOfOneself((personId) => ({ personId, code: '000000' }), 'email_change.wrong_code'),
  CancelEmailChange: samplesOfOneself((personId) => ({ personId })),
  MakeRecoveryCodes: samplesOfOneself((personId) => ({ personId, code: '000000' }), 'two_factor.off'),
  UnlinkOpenId: samplesOfAnyone((personId) => ({ personId })),

  AddContactMethod: [
    ...samplesOfPeople<'AddContactMethod'>((personId) => ({ kind: 'browser', personId })),
    ...sampleOfOwner<'AddContactMethod'>((personId) => ({ kind: 'browser', personId }), { owner: 'contact_method.address_taken' }),
  ],
  RenewPushSubscription: samplesOfAnyone(
    (personId) => ({ personId, contactMethodId: missingId, address: 'http://127.0.0.1:9/push', keys }),
    noMethod,
  ),
  AskVerification: samplesOfAnyone((personId) => ({ personId, contactMethodId: missingId }), noMethod),
  VerifyContactMethod: samplesOfAnyone((personId) => ({ personId, contactMethodId: missingId, code: '123456' }), noMethod),
  ChooseWebhookRelay: samplesOfAnyone((personId) => ({ personId, contactMethodId: missingId, relaysAs: 'sms' as const }), noMethod),
  SwitchOffContactMethod: samplesOfAnyone((personId) => ({ personId, contactMethodId: missingId }), noMethod),
  SwitchOnContactMethod: samplesOfAnyone((personId) => ({ personId, contactMethodId: missingId }), noMethod),
  RemoveContactMethod: samplesOfAnyone((personId) => ({ personId, contactMethodId: missingId }), noMethod),
  AddNotificationRule: samplesOfAnyone(
    (personId) => ({ personId, urgency: 'high', contactMethodId: missingId, delayMinutes: 0 }),
    noMethod,
  ),
  ChangeNotificationRule: samplesOfAnyone((personId) => ({ personId, ruleId: missingId, delayMinutes: 0 }), noRule),
  RemoveNotificationRule: samplesOfAnyone((personId) => ({ personId, ruleId: missingId }), noRule),

  IssuePersonalToken: [
    { title: 'for oneself', body: ({ uniqueName: unique }) => ({ name: unique(), scopes: ['read'] }), scopeOf: ownScope },
  ],
  IssueServiceToken: [
    ...plainSample<'IssueServiceToken'>(({ uniqueName: unique }) => ({ name: unique(), scopes: ['read'], teamId: null })),
    ...samplesInTeams<'IssueServiceToken'>(({ teamId }, { uniqueName: unique }) => ({ name: unique(), scopes: ['read'], teamId })),
  ],
  RevokeToken: [
    {
      title: 'one’s own',
      body: ({ spareTokens, othersToken }, { personId }) => ({ tokenId: spareTokens[personId ?? ''] ?? othersToken }),
      scopeOf: ownScope,
    },
    { title: 'somebody else’s', body: ({ othersToken }) => ({ tokenId: othersToken }), scopeOf: noScope, permission: 'tokens.configure' },
  ],

  MakeCalendarFeed: [{ title: 'for oneself', body: () => ({ of: { kind: 'person' } }), scopeOf: ownScope }],
  ChangeCalendarFeedReminder: [
    { title: 'that is not there', body: () => ({ feedId: missingId, reminder: 60 }), scopeOf: ownScope, ...noFeed },
  ],
  RevokeCalendarFeed: [{ title: 'that is not there', body: () => ({ feedId: missingId }), scopeOf: ownScope, ...noFeed }],

  CreateTeam: plainSample(({ uniqueName: unique }) => ({ name: unique() })),
  RenameTeam: samplesInTeams(({ teamId }) => ({ teamId, name: `Team ${teamId.slice(-6)}` })),
  AddTeamMember: samplesInTeams(({ teamId }, { other }) => ({ teamId, personId: other, role: 'responder' })),
  ChangeTeamMemberRole: samplesInTeams(({ teamId }, { other }) => ({ teamId, personId: other, role: 'responder' })),
  RemoveTeamMember: samplesInTeams(({ teamId }, { other }) => ({ teamId, personId: other })),
  MoveAllToTeam: samplesInTeams(({ teamId }) => ({ teamId, toTeamId: teamId }), { owner: 'team.same' }),
  RemoveTeam: samplesInTeams(({ teamId }) => ({ teamId }), { owner: 'team.in_use' }),

  CreateService: samplesInTeams(({ teamId, policyId }, { uniqueName: unique }) => ({ teamId, name: unique(), policyId })),
  ChangeService: samplesInTeams(({ teamId, serviceId, policyId }) => ({ teamId, serviceId, version: 1, name: 'Service', policyId })),
  ArchiveService: samplesInTeams(({ teamId, serviceId }) => ({ teamId, serviceId })),
  RestoreService: samplesInTeams(({ teamId, serviceId }) => ({ teamId, serviceId })),
  MoveAllToPolicy: samplesInTeams(({ teamId, policyId }) => ({ teamId, policyId, toPolicyId: policyId }), { owner: 'policy.same' }),

  CreateIntegration: samplesInTeams(({ teamId, serviceId }, { uniqueName: unique }) => ({
    teamId,
    serviceId,
    name: unique(),
    kind: 'generic',
  })),
  RenameIntegration: samplesInTeams(({ teamId, integrationId }) => ({ teamId, integrationId, name: 'Sends' })),
  IssueIntegrationKey: samplesInTeams(({ teamId, integrationId }) => ({ teamId, integrationId })),
  RevealIntegrationKey: samplesInTeams(({ teamId, integrationId, keyId }) => ({ teamId, integrationId, keyId })),
  EndIntegrationKey: samplesInTeams(({ teamId, integrationId, keyId }) => ({ teamId, integrationId, keyId })),
  LimitIntegration: samplesInTeams(({ teamId, integrationId }) => ({ teamId, integrationId, hardLimit: 100_000 })),
  RemoveIntegration: samplesInTeams(({ teamId, integrationId }) => ({ teamId, integrationId })),

  CreatePolicy: samplesInTeams(({ teamId }, { uniqueName: unique, otherOwner }) => ({
    teamId,
    name: unique(),
    steps: pagingSteps(otherOwner),
  })),
  CreateSchedule: samplesInTeams(({ teamId }, { uniqueName: unique }) => ({ teamId, name: unique(), timeZone: 'Europe/Berlin' })),
  RenameSchedule: samplesInTeams(({ teamId, scheduleId }, { uniqueName: unique }) => ({ teamId, scheduleId, name: unique() })),
  RemoveSchedule: samplesInTeams(({ teamId }) => ({ teamId, scheduleId: missingId }), { owner: 'schedule.not_found' }),
  ChangeSchedule: samplesInTeams(({ scheduleId }) => ({ scheduleId, version: 99, timeZone: 'Europe/Berlin', layers: [] }), {
    owner: 'conflict.revision',
  }),
  WithdrawScheduleChange: samplesInTeams(({ scheduleId }) => ({ scheduleId, version: 99 }), { owner: 'schedule.version_not_planned' }),
  TakeZoneTable: samplesInTeams(({ scheduleId }) => ({ scheduleId, zones: '1999z' }), { owner: 'schedule.zone_table_unknown' }),
  SetShares: samplesInTeams(({ scheduleId }, { otherOwner }) => ({ scheduleId, shares: [{ personId: otherOwner, percent: 50 }] })),
  AddOverrides: samplesOnDuty(({ scheduleId }, personId) => ({ scheduleId, overrides: [{ kind: 'remove', personId, ...futureInterval }] })),
  ChangeOverride: samplesOnDuty(
    ({ scheduleId }, personId) => ({ scheduleId, overrideId: missingId, kind: 'remove', personId, ...futureInterval }),
    {
      owner: 'schedule.override_not_found',
    },
  ),
  RemoveOverride: samplesInTeams(({ scheduleId }) => ({ scheduleId, overrideId: missingId }), { owner: 'schedule.override_not_found' }),
  ImportOverrides: samplesInTeams(({ scheduleId }) => ({ scheduleId, calendar: 'Rota', shifts: [] })),
  TakeOnCall: samplesInTeams(({ scheduleId }) => ({ scheduleId })),
  AskForCover: samplesOnDuty(({ scheduleId }, personId) => ({ scheduleId, personId, ...futureInterval }), {
    owner: 'schedule.cover_too_far',
  }),
  AcceptCover: samplesInTeams(({ scheduleId }) => ({ scheduleId, coverId: missingId }), { owner: 'schedule.cover_not_found' }),
  DeclineCover: samplesInTeams(({ scheduleId }) => ({ scheduleId, coverId: missingId }), { owner: 'schedule.cover_not_found' }),
  WithdrawCover: samplesInTeams(({ scheduleId }) => ({ scheduleId, coverId: missingId }), { owner: 'schedule.cover_not_found' }),
  AddTemporarySchedule: samplesInTeams(({ scheduleId }) => ({ scheduleId, ...futureInterval, shifts: [] })),
  ChangeTemporarySchedule: samplesInTeams(({ scheduleId }) => ({ scheduleId, temporaryId: missingId, ...futureInterval, shifts: [] }), {
    owner: 'schedule.temporary_not_found',
  }),
  RemoveTemporarySchedule: samplesInTeams(({ scheduleId }) => ({ scheduleId, temporaryId: missingId }), {
    owner: 'schedule.temporary_not_found',
  }),
  ChangePolicy: samplesInTeams(({ teamId, policyId }, { otherOwner }) => ({
    teamId,
    policyId,
    version: 1,
    name: 'Changed',
    steps: pagingSteps(otherOwner),
  })),
  RemovePolicy: samplesInTeams(({ teamId, policyId }) => ({ teamId, policyId }), { owner: 'policy.in_use' }),

  CreateEventSubscription: [
    ...plainSample<'CreateEventSubscription'>((_world) => ({ ...eventsToNobody, teamId: null })),
    ...samplesInTeams<'CreateEventSubscription'>(({ teamId }) => ({ ...eventsToNobody, teamId })),
  ],
  TestEventSubscription: samplesInTeams(({ subscriptionId }) => ({ subscriptionId })),
  DisableEventSubscription: samplesInTeams(({ subscriptionId }) => ({ subscriptionId })),
  EnableEventSubscription: samplesInTeams(({ subscriptionId }) => ({ subscriptionId })),
  RotateEventSubscriptionSecret: samplesInTeams(({ subscriptionId }) => ({ subscriptionId })),
  ChangeEventSubscription: samplesInTeams(({ subscriptionId }) => ({ subscriptionId, version: 1, name: 'Changed', kinds: ['resolved'] })),
  RemoveEventSubscription: samplesInTeams(({ subscriptionId }) => ({ subscriptionId })),

  PageSomeone: [
    ...plainSample<'PageSomeone'>(({ otherOwner }) => ({ title: 'Look', personIds: [otherOwner] })),
    ...samplesInTeams<'PageSomeone'>(({ serviceId }) => ({ title: 'Look', serviceId })),
  ],
  SendTestAlert: samplesInTeams(({ serviceId }) => ({ serviceId })),

  AcknowledgeAlertGroup: samplesOfGroup(),
  RenewAcknowledgement: samplesOfGroup(),
  TakeOverAlertGroup: samplesOfGroup(),
  JoinAlertGroup: samplesOfGroup(),
  ReassignAlertGroup: samplesInTeams(({ groupId }, { otherOwner }) => ({ groupId, personId: otherOwner })),
  UnacknowledgeAlertGroup: samplesOfGroup(),
  SnoozeAlertGroup: samplesInTeams(({ groupId }) => ({ groupId, minutes: 30 })),
  UnsnoozeAlertGroup: samplesOfGroup(),
  EscalateAlertGroup: samplesOfGroup(),
  RedactText: plainSample(() => ({ ordinal: 1, path: ['text'] }), { owner: 'redaction.not_found' }),
  AddNote: samplesInTeams(({ groupId }) => ({ groupId, text: 'Noted' })),
  MarkAlertGroupAsNoise: samplesInTeams(({ groupId }) => ({ groupId, reason: 'Known' })),
  RemoveNoiseMark: samplesOfGroup(),
  AddResponder: samplesInTeams(({ groupId }, { otherOwner }) => ({ groupId, personId: otherOwner })),
  AddResponders: samplesInTeams(({ groupId }, { otherOwner }) => ({ groupId, targets: [{ kind: 'person', personId: otherOwner }] })),
  ResendMessage: samplesInTeams(({ groupId, pageId }) => ({ groupId, pageId, messageId: missingId }), { owner: 'page.not_found' }),
  AnswerPage: (['ours', 'theirs'] as const).map((team) => ({
    title: `of ${team} group`,
    body: ({ teams }: World) => ({ groupId: teams[team].groupId, pageId: teams[team].pageId }),
    scopeOf: ({ caller }: Member): SampleScope => ({ team: null, isOwn: caller.kind === 'person' && caller.isPaged }),
    owner: 'page.not_found' as const,
    hidden: 'page.not_found' as const,
  })),
  ResolveAlertGroup: samplesOfGroup(),
  ReopenAlertGroup: samplesOfGroup(),
  // permission is checked per alert group
  ActOnFiltered: plainSample(({ uniqueName: unique }) => ({
    bulkActId: v7(),
    act: 'AcknowledgeAlertGroup',
    filter: `q=${encodeURIComponent(unique())}`,
    ordinal: 1,
  })),
  UndoBulkAct: plainSample(() => ({ bulkActId: missingId }), { owner: 'bulk_act.not_found' }),
};
