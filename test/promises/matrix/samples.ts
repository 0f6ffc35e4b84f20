import { v7 } from 'uuid';
import type { CommandInput, CommandType } from '@tocsin/contracts/catalogue.js';
import { commandExamples } from '@tocsin/contracts/catalogue.js';
import { exampleIds, type CommandExample } from '@tocsin/contracts/examples.js';
import type { OrganisationRole, Permission } from '@tocsin/contracts/permissions.js';
import type { RefusalCode } from '@tocsin/contracts/refusals.js';
import type { Member, World } from './cast.js';
import type { SampleScope } from './expected.js';

/** One body of a command, and its subject. */
export interface Sample {
  readonly title: string;
  readonly body: (world: World, member: Member) => unknown;
  readonly scopeOf: (member: Member) => SampleScope;
  /** A further permission besides that of the command. */
  readonly permission?: Permission;
  /** The owner’s refusal instead of 202, for a reason other than permission. */
  readonly owner?: RefusalCode;
  /** The refusal without permission, if the target is hidden rather than denied. */
  readonly hidden?: RefusalCode;
}
type SampleOptions = Pick<Sample, 'owner' | 'hidden' | 'permission'>;
type Ids = { readonly [Name in keyof typeof exampleIds]?: string };

/** The text with the ids of examples replaced. */
const withIds = (value: unknown, ids: Ids): unknown => {
  const names = Object.keys(ids) as (keyof Ids)[];
  return JSON.parse(names.reduce((text, name) => text.replaceAll(exampleIds[name], ids[name]!), JSON.stringify(value)));
};

const idsOf = (world: World, team: 'ours' | 'theirs'): Ids => {
  const { teamId, serviceId, policyId, scheduleId, integrationId, keyId, groupId, pageId, subscriptionId } = world.teams[team];
  return {
    person: world.other,
    colleague: world.otherOwner,
    team: teamId,
    service: serviceId,
    policy: policyId,
    schedule: scheduleId,
    integration: integrationId,
    key: keyId,
    group: groupId,
    page: pageId,
    subscription: subscriptionId,
    token: world.othersToken,
  };
};

interface SampleAbout<T extends CommandType> extends SampleOptions {
  readonly title: string;
  readonly team?: 'ours' | 'theirs';
  readonly scopeOf?: Sample['scopeOf'];
  /** What the example’s ids are, beside those of the team. */
  readonly ids?: (world: World, member: Member) => Ids;
  /** Fields with other values than the example’s. */
  readonly fields?: (world: World) => Partial<CommandInput<T>>;
}

const noScope = (): SampleScope => ({ team: null, isOwn: false });
const ownScope = ({ caller }: Member): SampleScope => ({ team: null, isOwn: caller.kind === 'person' });
const callerOf = ({ other }: World, { personId }: Member): Ids => ({ person: personId ?? other });

/** The example of a command, of what there is in the world. */
const sampleOf = <T extends CommandType>(type: T, { team = 'ours', scopeOf = noScope, ids, fields, ...rest }: SampleAbout<T>): Sample => {
  const { body, refusedAs }: CommandExample<unknown> = commandExamples[type];
  return {
    body: (world, member) => ({
      ...(withIds(body, { ...idsOf(world, team), ...ids?.(world, member) }) as object),
      ...fields?.(world),
    }),
    scopeOf,
    ...(refusedAs ? { owner: refusedAs as RefusalCode } : {}),
    ...rest,
  };
};

type Options<T extends CommandType> = SampleOptions & Pick<SampleAbout<T>, 'ids' | 'fields'>;
const plainSample = <T extends CommandType>(type: T, more: Options<T> = {}): readonly Sample[] => [
  sampleOf(type, { title: 'as such', ...more }),
];
/** One sample for our team, and one for the other team. */
const samplesInTeams = <T extends CommandType>(type: T, more: Options<T> = {}): readonly Sample[] =>
  (['ours', 'theirs'] as const).map((team) =>
    sampleOf(type, {
      title: `of ${team === 'ours' ? 'our' : 'their'} team`,
      team,
      scopeOf: (): SampleScope => ({ team, isOwn: false }),
      ...more,
    }),
  );
/** The same, about the caller’s own duty. */
const samplesOnDuty = (type: CommandType): readonly Sample[] => samplesInTeams(type, { ids: callerOf });
const sampleOfOneself = <T extends CommandType>(type: T, more: Options<T> = {}): Sample =>
  sampleOf(type, { title: 'about oneself', scopeOf: ownScope, ids: callerOf, ...more });
const sampleOfOther = <T extends CommandType>(type: T, more: Options<T> = {}): Sample =>
  sampleOf(type, { title: 'about somebody else', ...more });
/** About oneself, and about another person. */
const samplesOfPeople = <T extends CommandType>(type: T, more: Options<T> = {}): readonly Sample[] => [
  sampleOfOneself(type, more),
  sampleOfOther(type, more),
];

/** Admins may do it to anyone except owners, because it would give them an owner’s account; that needs another owner. */
const sampleOfOwner = <T extends CommandType>(type: T, more: Options<T> = {}): Sample =>
  sampleOf(type, { title: 'of an owner', ids: ({ otherOwner }) => ({ person: otherOwner }), permission: 'owner.configure', ...more });
const samplesOfAnyone = (type: CommandType): readonly Sample[] => [...samplesOfPeople(type), sampleOfOwner(type)];
const samplesOfOthers = (type: CommandType): readonly Sample[] => [sampleOfOther(type), sampleOfOwner(type)];

/** Not even an owner may do it for another person. */
const samplesOfOneself = (type: CommandType): readonly Sample[] => [
  sampleOfOneself(type),
  sampleOfOther(type, { owner: 'permission.denied' }),
];

const sampleOfInvitation = (role: OrganisationRole, more: SampleOptions = {}): Sample =>
  sampleOf('InvitePerson', {
    title: `as ${role}`,
    fields: ({ uniqueName: unique }) => ({ email: `${unique().replace(' ', '.')}@example.org`, role }),
    ...more,
  });

/** No name server is asked for it. */
const nowhere = 'http://127.0.0.1:9/events';
const connectionFields = { ...commandExamples.AddConnection.body.fields, baseUrl: 'http://127.0.0.1:9' };
const uniqueName = { fields: ({ uniqueName: unique }: World) => ({ name: unique() }) };

/**
 * The example of every command, of our team and theirs, of oneself and others; the compiler reports a missing one. An owner’s is accepted, or refused
 * as the example says or for a reason given here: so what others are refused depends on who they are. Each is sent by the owner first, then by all
 * others.
 */
export const samples: { readonly [T in CommandType]: readonly Sample[] } = {
  // the server goes on at its own
  ChangePublicAddress: plainSample('ChangePublicAddress', { fields: ({ url }) => ({ url }) }),
  SwitchCalendarFeeds: plainSample('SwitchCalendarFeeds'),
  ChooseDefaultHolidayCalendar: plainSample('ChooseDefaultHolidayCalendar'),
  ImportHolidayCalendar: plainSample('ImportHolidayCalendar', { fields: () => ({ calendarId: exampleIds.person }) }),
  RemoveHolidayCalendar: plainSample('RemoveHolidayCalendar'),
  RenameOrganisation: plainSample('RenameOrganisation'),
  ChangeOrganisationTimeZone: plainSample('ChangeOrganisationTimeZone'),
  ChangeClosingByAge: plainSample('ChangeClosingByAge'),
  ConfigureMailServer: plainSample('ConfigureMailServer'),
  RemoveMailServer: plainSample('RemoveMailServer'),
  // a client’s id, so that it is added once; no name server is asked for it
  AddConnection: plainSample('AddConnection', { fields: () => ({ connectionId: exampleIds.other, fields: connectionFields }) }),
  ChangeConnection: plainSample('ChangeConnection', { ids: () => ({ other: exampleIds.person }) }),
  RemoveConnection: plainSample('RemoveConnection', { ids: () => ({ other: exampleIds.person }) }),
  GoLiveHere: plainSample('GoLiveHere'),
  RetryFailures: plainSample('RetryFailures'),
  ConfigureSignIn: plainSample('ConfigureSignIn'),
  ConfirmIdentityProvider: plainSample('ConfirmIdentityProvider'),

  InvitePerson: [
    sampleOfInvitation('member'),
    sampleOfInvitation('observer'),
    sampleOfInvitation('admin', { permission: 'people.configure' }),
    sampleOfInvitation('owner', { permission: 'owner.configure' }),
  ],
  RenamePerson: samplesOfPeople('RenamePerson'),
  ChangePersonTimeZone: samplesOfPeople('ChangePersonTimeZone'),
  ChangePersonRole: [
    sampleOfOther('ChangePersonRole'),
    sampleOf('ChangePersonRole', { title: 'to owner', fields: () => ({ role: 'owner' as const }), permission: 'owner.configure' }),
    sampleOf('ChangePersonRole', { title: 'back from owner', permission: 'people.configure' }),
    sampleOfOwner('ChangePersonRole', { fields: () => ({ role: 'owner' as const }) }),
  ],
  // before anyone is disabled
  ErasePerson: samplesOfOthers('ErasePerson'),
  DisablePerson: [sampleOfOther('DisablePerson')],
  EnablePerson: samplesOfOthers('EnablePerson'),
  MakeAuditor: samplesOfOthers('MakeAuditor'),
  EndAuditor: samplesOfOthers('EndAuditor'),

  TurnOnWeeklySummary: samplesOfAnyone('TurnOnWeeklySummary'),
  TurnOffWeeklySummary: samplesOfAnyone('TurnOffWeeklySummary'),
  SaveSearch: samplesOfAnyone('SaveSearch'),
  ForgetSearch: samplesOfAnyone('ForgetSearch'),

  MakePasswordResetLink: samplesOfOthers('MakePasswordResetLink'),
  TurnOnTwoFactor: samplesOfOneself('TurnOnTwoFactor'),
  TurnOffTwoFactor: samplesOfAnyone('TurnOffTwoFactor'),
  ChooseHolidayCalendar: samplesOfPeople('ChooseHolidayCalendar'),
  ChooseLowUrgencyHours: samplesOfPeople('ChooseLowUrgencyHours'),
  // the same one again is no news
  PlanAway: samplesOfPeople('PlanAway', { fields: () => ({ awayId: exampleIds.page }) }),
  EndAway: samplesOfPeople('EndAway'),
  ChooseClockFormat: samplesOfPeople('ChooseClockFormat'),
  AskEmailChange: samplesOfOneself('AskEmailChange'),
  ConfirmEmailChange: samplesOfOneself('ConfirmEmailChange'),
  CancelEmailChange: samplesOfOneself('CancelEmailChange'),
  MakeRecoveryCodes: samplesOfOneself('MakeRecoveryCodes'),
  UnlinkOpenId: samplesOfAnyone('UnlinkOpenId'),

  AddContactMethod: [...samplesOfPeople('AddContactMethod'), sampleOfOwner('AddContactMethod', { owner: 'contact_method.address_taken' })],
  RenewPushSubscription: samplesOfAnyone('RenewPushSubscription'),
  AskVerification: samplesOfAnyone('AskVerification'),
  VerifyContactMethod: samplesOfAnyone('VerifyContactMethod'),
  ChooseWebhookRelay: samplesOfAnyone('ChooseWebhookRelay'),
  SwitchOffContactMethod: samplesOfAnyone('SwitchOffContactMethod'),
  SwitchOnContactMethod: samplesOfAnyone('SwitchOnContactMethod'),
  RemoveContactMethod: samplesOfAnyone('RemoveContactMethod'),
  AddNotificationRule: samplesOfAnyone('AddNotificationRule'),
  ChangeNotificationRule: samplesOfAnyone('ChangeNotificationRule'),
  RemoveNotificationRule: samplesOfAnyone('RemoveNotificationRule'),

  IssuePersonalToken: [sampleOfOneself('IssuePersonalToken', uniqueName)],
  IssueServiceToken: [
    ...plainSample('IssueServiceToken', { fields: ({ uniqueName: unique }) => ({ name: unique(), teamId: null }) }),
    ...samplesInTeams('IssueServiceToken', uniqueName),
  ],
  RevokeToken: [
    sampleOf('RevokeToken', {
      title: 'one’s own',
      scopeOf: ownScope,
      ids: ({ spareTokens, othersToken }, { personId }) => ({ token: spareTokens[personId ?? ''] ?? othersToken }),
    }),
    sampleOf('RevokeToken', { title: 'somebody else’s', permission: 'tokens.configure' }),
  ],

  MakeCalendarFeed: [sampleOfOneself('MakeCalendarFeed')],
  ChangeCalendarFeedReminder: [sampleOfOneself('ChangeCalendarFeedReminder')],
  RevokeCalendarFeed: [sampleOfOneself('RevokeCalendarFeed')],

  CreateTeam: plainSample('CreateTeam', uniqueName),
  RenameTeam: samplesInTeams('RenameTeam', uniqueName),
  AddTeamMember: samplesInTeams('AddTeamMember'),
  ChangeTeamMemberRole: samplesInTeams('ChangeTeamMemberRole'),
  RemoveTeamMember: samplesInTeams('RemoveTeamMember'),
  MoveAllToTeam: samplesInTeams('MoveAllToTeam'),
  RemoveTeam: samplesInTeams('RemoveTeam'),

  CreateService: samplesInTeams('CreateService', uniqueName),
  ChangeService: samplesInTeams('ChangeService', { fields: () => ({ name: 'Service' }) }),
  ArchiveService: samplesInTeams('ArchiveService'),
  RestoreService: samplesInTeams('RestoreService'),
  MoveAllToPolicy: samplesInTeams('MoveAllToPolicy'),

  CreateIntegration: samplesInTeams('CreateIntegration', uniqueName),
  RenameIntegration: samplesInTeams('RenameIntegration', uniqueName),
  IssueIntegrationKey: samplesInTeams('IssueIntegrationKey'),
  RevealIntegrationKey: samplesInTeams('RevealIntegrationKey'),
  EndIntegrationKey: samplesInTeams('EndIntegrationKey'),
  LimitIntegration: samplesInTeams('LimitIntegration'),
  ChangeRoutes: samplesInTeams('ChangeRoutes'),
  RemoveIntegration: samplesInTeams('RemoveIntegration'),

  CreatePolicy: samplesInTeams('CreatePolicy', uniqueName),
  CreateSchedule: samplesInTeams('CreateSchedule', uniqueName),
  RenameSchedule: samplesInTeams('RenameSchedule', uniqueName),
  RemoveSchedule: samplesInTeams('RemoveSchedule'),
  ChangeSchedule: samplesInTeams('ChangeSchedule'),
  WithdrawScheduleChange: samplesInTeams('WithdrawScheduleChange'),
  TakeZoneTable: samplesInTeams('TakeZoneTable'),
  SetShares: samplesInTeams('SetShares'),
  AddOverrides: samplesOnDuty('AddOverrides'),
  ChangeOverride: samplesOnDuty('ChangeOverride'),
  RemoveOverride: samplesInTeams('RemoveOverride'),
  ImportOverrides: samplesInTeams('ImportOverrides'),
  TakeOnCall: samplesInTeams('TakeOnCall'),
  AskForCover: samplesOnDuty('AskForCover'),
  AcceptCover: samplesInTeams('AcceptCover'),
  DeclineCover: samplesInTeams('DeclineCover'),
  WithdrawCover: samplesInTeams('WithdrawCover'),
  AddTemporarySchedule: samplesInTeams('AddTemporarySchedule'),
  ChangeTemporarySchedule: samplesInTeams('ChangeTemporarySchedule'),
  RemoveTemporarySchedule: samplesInTeams('RemoveTemporarySchedule'),
  ChangePolicy: samplesInTeams('ChangePolicy', uniqueName),
  RemovePolicy: samplesInTeams('RemovePolicy'),

  StartSilence: samplesInTeams('StartSilence'),
  ChangeSilenceEnd: plainSample('ChangeSilenceEnd'),
  EndSilence: plainSample('EndSilence'),
  CreateEventSubscription: [
    ...plainSample('CreateEventSubscription', { fields: () => ({ teamId: null, address: nowhere }) }),
    ...samplesInTeams('CreateEventSubscription', { fields: () => ({ address: nowhere }) }),
  ],
  TestEventSubscription: samplesInTeams('TestEventSubscription'),
  DisableEventSubscription: samplesInTeams('DisableEventSubscription'),
  EnableEventSubscription: samplesInTeams('EnableEventSubscription'),
  RotateEventSubscriptionSecret: samplesInTeams('RotateEventSubscriptionSecret'),
  ChangeEventSubscription: samplesInTeams('ChangeEventSubscription', uniqueName),
  RemoveEventSubscription: samplesInTeams('RemoveEventSubscription'),

  PageSomeone: [
    ...plainSample('PageSomeone', { fields: ({ otherOwner }) => ({ serviceId: null, personIds: [otherOwner] }) }),
    ...samplesInTeams('PageSomeone'),
  ],
  SendTestAlert: samplesInTeams('SendTestAlert'),

  AcknowledgeAlertGroup: samplesInTeams('AcknowledgeAlertGroup'),
  RenewAcknowledgement: samplesInTeams('RenewAcknowledgement'),
  TakeOverAlertGroup: samplesInTeams('TakeOverAlertGroup'),
  JoinAlertGroup: samplesInTeams('JoinAlertGroup'),
  ReassignAlertGroup: samplesInTeams('ReassignAlertGroup'),
  UnacknowledgeAlertGroup: samplesInTeams('UnacknowledgeAlertGroup'),
  SnoozeAlertGroup: samplesInTeams('SnoozeAlertGroup'),
  UnsnoozeAlertGroup: samplesInTeams('UnsnoozeAlertGroup'),
  EscalateAlertGroup: samplesInTeams('EscalateAlertGroup'),
  RedactText: plainSample('RedactText'),
  AddNote: samplesInTeams('AddNote'),
  MarkAlertGroupAsNoise: samplesInTeams('MarkAlertGroupAsNoise'),
  RemoveNoiseMark: samplesInTeams('RemoveNoiseMark'),
  AddResponder: samplesInTeams('AddResponder'),
  AddResponders: samplesInTeams('AddResponders'),
  ResendMessage: samplesInTeams('ResendMessage'),
  AnswerPage: samplesInTeams('AnswerPage', { hidden: 'page.not_found' }).map((sample) => ({
    ...sample,
    scopeOf: ({ caller }): SampleScope => ({ team: null, isOwn: caller.kind === 'person' && caller.isPaged }),
  })),
  ResolveAlertGroup: samplesInTeams('ResolveAlertGroup'),
  ReopenAlertGroup: samplesInTeams('ReopenAlertGroup'),
  // permission is checked per alert group
  ActOnFiltered: plainSample('ActOnFiltered', {
    fields: ({ uniqueName: unique }) => ({ bulkActId: v7(), filter: `q=${encodeURIComponent(unique())}` }),
  }),
  UndoBulkAct: plainSample('UndoBulkAct'),
};
