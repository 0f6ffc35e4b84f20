import type { Fact, FactOf } from '@tocsin/contracts/catalogue.js';
import type { Actor } from '@tocsin/contracts/envelope.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import { given } from '@tocsin/kernel/decide/given.js';
import { ownersOfCommands } from '@tocsin/kernel/registry.js';
import { byBo, byOwner, bo, bySystem, cleo, idOf, readsAfter } from './configuration.fixture.js';
import * as nouns from './nouns.gen.js';
import { domain } from './registry.js';
import {
  boLinked,
  boResetLink,
  codeUsed,
  codesMade,
  invitationMailed,
  invitationNotMailed,
  passwordChanged,
  resetMailed,
  resetNotMailed,
  twoFactorOff,
  twoFactorOn,
} from './setup/access/facts.fixture.js';
import {
  browserAdded,
  browserId,
  codeRequested,
  codeSent,
  emailAdded,
  emailId,
  emailVerified,
  highRule,
  phoneAdded,
  phoneLost,
  phoneOffered,
  phoneRenewed,
  ruleId,
  searchId,
  searchSaved,
  summaryOn,
} from './setup/contacts/facts.fixture.js';
import {
  integrationCreated,
  integrationId,
  integrationRemoved,
  relaySet,
  keyEnded,
  keyIssued,
  keyRevealed,
  secondKeyIssued,
} from './setup/integrations/facts.fixture.js';
import {
  addressChanged,
  closingChanged,
  groupsUnlisted,
  listedDaysChanged,
  rawDaysChanged,
  rawDestroyed,
  feedsSwitchedOff,
  setUp,
  storeRestored,
} from './setup/organisation/facts.fixture.js';
import {
  anaJoined,
  boDisabled,
  boErased,
  boInvited,
  boJoined,
  boMadeAuditor,
  boMadeOwner,
  cleoJoined,
} from './setup/people/facts.fixture.js';
import { policyChanged, policyCreated, policyId, policyRemoved } from './setup/policies/facts.fixture.js';
import { scheduleCreated, scheduleRemoved, scheduleRenamed } from './setup/schedules/facts.fixture.js';
import { ownerInputs } from './setup/schedules/inputs.js';
import {
  rehearsalCreated,
  serviceArchived,
  serviceChanged,
  serviceCreated,
  serviceId,
  serviceRestored,
  serviceWentLive,
} from './setup/services/facts.fixture.js';
import { providerConfirmed, signInConfigured } from './setup/sign-in/facts.fixture.js';
import { newestZonesVersion } from './setup/schedules/shared/wall-clock.js';
import { backupsConfigured, backupsTurnedOff } from './setup/backups/facts.fixture.js';
import { mailServerConfigured, mailServerRemoved } from './setup/mail-server/facts.fixture.js';
import { anasFeed, bosFeedChanged, bosFeedRevoked } from './setup/calendar-feeds/facts.fixture.js';
import {
  groupChosen,
  groupReleased,
  groupSet,
  slackAdded,
  twilioAdded,
  twilioChanged,
  twilioRemoved,
} from './setup/connections/facts.fixture.js';
import { germanHolidays, germanId, germanRemoved } from './setup/holidays/facts.fixture.js';
import { anasToken, anasTokenRevoked, robotIssued } from './setup/tokens/facts.fixture.js';
import { boLeft, boManages, boResponds, teamCreated, teamId } from './setup/teams/facts.fixture.js';

const table = ownersOfCommands(domain.deciders);
const [otherTeam, otherPolicy] = [idOf('7eb'), idOf('91')];
const otherService: Fact = {
  type: 'ServiceCreated',
  data: { ...(serviceCreated.data as FactOf<'ServiceCreated'>), serviceId: idOf('5ff') },
};
const otherSchedule: Fact = {
  type: 'ScheduleCreated',
  data: {
    ...scheduleCreated.data,
    teamId: otherTeam,
    scheduleId: groupChosen.data.scheduleIds[0]!,
    name: 'Search primary',
    layers: [],
  },
};
const reads = readsAfter(anaJoined, boJoined, boResetLink, germanHolidays, otherService, otherSchedule, {
  type: 'TeamCreated',
  data: { teamId: otherTeam, name: 'Search', description: '' },
});
const {
  organisation,
  people,
  contacts,
  access,
  signIn,
  mailServer,
  backups,
  connections,
  teams,
  services,
  integrations,
  policies,
  tokens,
  calendarFeeds,
  holidays,
} = nouns;
const configuration = [
  organisation,
  people,
  contacts,
  access,
  signIn,
  mailServer,
  backups,
  connections,
  teams,
  services,
  integrations,
  policies,
  tokens,
  calendarFeeds,
  holidays,
];
const find: Readonly<Record<string, (data: unknown, batch: readonly Message[], actor: Actor) => Message>> = Object.assign(
  {},
  ...configuration.map(({ inputs }) => inputs),
  ownerInputs,
);

/** Acts that a person can only do for themselves. */
const ownActs = new Set([
  'AllowRehearsalPages',
  'DeclinePhoneOffer',
  'PlanNightTest',
  'ChangePassword',
  'LinkChatAccount',
  'UnlinkChatAccount',
  'TurnOnTwoFactor',
  'MakeRecoveryCodes',
  'UseRecoveryCode',
  'LinkOpenId',
  'AskEmailChange',
  'ConfirmEmailChange',
  'CancelEmailChange',
]);

const service: readonly Fact[] = [teamCreated, policyCreated, serviceCreated];
const sender: readonly Fact[] = [...service, integrationCreated, keyIssued];
const mails: readonly Fact[] = [
  ...service,
  { type: 'IntegrationCreated', data: { teamId, serviceId, integrationId, name: 'Mails', kind: 'mail' } },
];
const expiresAt = '2026-11-21T03:42:00.000Z';
const oldKeyIssued: Fact = {
  type: 'IntegrationKeyIssued',
  data: { teamId, integrationId, keyHash: 'hash-3', keyRef: 'key/3', from: 'pagerduty', endsAt: '2036-01-01T00:00:00.000Z' },
};
const emailAsked: Fact = { type: 'EmailChangeAsked', data: { personId: bo, email: 'bo@new.example', expiresAt } };
const accountLinked: Fact = {
  type: 'ChatAccountLinked',
  data: { personId: bo, chat: 'mattermost', account: 'https://chat.example/u1', label: '@bo of chat.example' },
};
const methodOff: Fact = { type: 'ContactMethodSwitchedOff', data: { personId: bo, contactMethodId: emailId } };
const webhook = idOf('ca');
const webhookAdded: Fact = {
  type: 'ContactMethodAdded',
  data: {
    personId: bo,
    contactMethodId: webhook,
    kind: 'webhook',
    address: 'https://sms.example',
    verified: false,
    secretRef: 's',
    relaysAs: 'sms',
  },
};
const awayFact: Fact = {
  type: 'AwayPlanned',
  data: { personId: bo, awayId: idOf('a3'), from: '2026-12-21T08:00:00.000Z', to: '2026-12-28T08:00:00.000Z' },
};
const joinTypes = (...types: readonly Fact['type'][]) => types.join(', ');

const setByAdmin: Fact & { readonly actor: Actor } = { ...signInConfigured, actor: { ...byOwner, roles: ['admin'] } };

/** The facts before, and the batch that a command made. */
const batches: readonly (readonly [before: readonly Fact[], batch: readonly Fact[]])[] = [
  [[], [setUp]],
  [[setUp], [addressChanged]],
  [[setUp], [closingChanged]],
  [[setUp], [listedDaysChanged]],
  [[setUp, listedDaysChanged], [groupsUnlisted]],
  [[setUp], [rawDaysChanged]],
  [[setUp, rawDaysChanged], [rawDestroyed]],
  [[setUp], [feedsSwitchedOff]],
  [[], [germanHolidays]],
  [[germanHolidays], [germanRemoved]],
  [[setUp], [{ type: 'DefaultHolidayCalendarChosen', data: { calendarId: germanId } }]],
  [[boJoined], [{ type: 'HolidayCalendarChosen', data: { personId: bo, calendarId: germanId } }]],
  [[], [anasFeed]],
  [[anasFeed], [bosFeedChanged]],
  [[anasFeed], [bosFeedRevoked]],
  [[setUp], [{ type: 'OrganisationRenamed', data: { name: 'Northwind Traders' } }]],
  [[setUp], [{ type: 'OrganisationTimeZoneChanged', data: { timeZone: 'America/New_York' } }]],
  [[setUp], [storeRestored]],
  [[setUp, storeRestored], [{ type: 'StoreWentLive', data: { heldSince: '2026-11-21T03:12:00.000Z' } }]],
  [[], [boInvited]],
  [
    [],
    [
      { type: 'PersonInvited', data: { ...boInvited.data, teams: [{ teamId, role: 'responder' }] } } as Fact,
      { type: 'PersonInvited', data: { ...boInvited.data, personId: cleo, email: 'cleo@example.org' } } as Fact,
    ],
  ],
  [[boInvited], [boJoined]],
  [[boJoined], [{ type: 'PersonRenamed', data: { personId: bo, name: 'Bosse' } }]],
  [[boJoined], [{ type: 'PersonTimeZoneChanged', data: { personId: bo, timeZone: 'UTC' } }]],
  [[boJoined], [{ type: 'ClockFormatChosen', data: { personId: bo, format: '12h' } }]],
  [
    [boJoined],
    [
      {
        type: 'LowUrgencyHoursChosen',
        data: {
          personId: bo,
          pages: 'working',
          sleep: { from: '22:00', to: '07:00' },
          working: { from: '09:00', to: '17:00', weekdays: [1, 2, 3, 4] },
        },
      },
    ],
  ],
  [[boJoined], [awayFact]],
  [[boJoined, awayFact], [{ type: 'AwayEnded', data: { personId: bo, awayId: idOf('a3') } }]],
  [[boJoined], [emailAsked]],
  [[boJoined], [{ type: 'ProviderErasureRecorded', data: { personId: bo, copies: [], next: null } }]],
  [[boJoined, emailAsked], [{ type: 'EmailChangeMailSent', data: { personId: bo, expiresAt } }]],
  [[boJoined, emailAsked], [{ type: 'EmailChangeMailFailed', data: { personId: bo, expiresAt, reason: 'delivery.timeout', detail: '' } }]],
  [[boJoined, emailAsked], [{ type: 'EmailChangeCancelled', data: { personId: bo } }]],
  [[boJoined, emailAsked], [{ type: 'EmailChanged', data: { personId: bo, email: 'bo@new.example', earlierEmail: 'Bo@example.org' } }]],
  [[boJoined], [boMadeOwner]],
  [
    [boJoined],
    [
      {
        type: 'PersonRoleChanged',
        data: { personId: bo, role: 'observer', replacementId: null, standsIn: [], teams: [] },
      },
    ],
  ],
  [[boJoined], [boDisabled]],
  [[boJoined, cleoJoined], [{ type: 'PersonDisabled', data: { ...boDisabled.data, replacementId: cleo } }]],
  [[boJoined], [boMadeAuditor]],
  [[boJoined, boMadeAuditor], [{ type: 'AuditorEnded', data: { personId: bo } }]],
  [[boJoined, boDisabled], [boErased]],
  [[boJoined, boDisabled], [{ type: 'PersonEnabled', data: { personId: bo } }]],
  [[], [boResetLink]],
  [[], [invitationMailed]],
  [[], [invitationNotMailed]],
  [[boResetLink], [resetMailed]],
  [[boResetLink], [resetNotMailed]],
  [[boResetLink], [passwordChanged]],
  [[], [twoFactorOn]],
  [[twoFactorOn], [codesMade]],
  [[twoFactorOn], [codeUsed]],
  [[twoFactorOn], [twoFactorOff]],
  [[], [boLinked]],
  [[boLinked], [{ type: 'OpenIdUnlinked', data: { personId: bo } }]],
  [[], [signInConfigured]],
  [[setByAdmin], [providerConfirmed]],
  [[], [mailServerConfigured]],
  [[mailServerConfigured], [mailServerRemoved]],
  [[], [backupsConfigured]],
  [[backupsConfigured], [backupsTurnedOff]],
  [[], [twilioAdded]],
  [[twilioAdded], [twilioChanged]],
  [[twilioAdded], [twilioRemoved]],
  [[emailAdded, highRule], [browserAdded]],
  [[], [emailAdded, codeRequested]],
  [[emailAdded], [codeRequested]],
  [[emailAdded, codeRequested], [codeSent]],
  [
    [emailAdded, codeRequested],
    [{ type: 'VerificationFailed', data: { personId: bo, contactMethodId: emailId, reason: 'delivery.timeout', detail: '' } }],
  ],
  [[browserAdded, emailAdded, codeRequested], [emailVerified]],
  [[], [accountLinked]],
  [[accountLinked], [{ type: 'ChatAccountUnlinked', data: { personId: bo, chat: 'mattermost' } }]],
  [[browserAdded], [{ type: 'ContactMethodRemoved', data: { personId: bo, contactMethodId: browserId } }]],
  [[emailAdded, highRule], [phoneAdded]],
  [[phoneAdded], [phoneLost]],
  [[phoneAdded, phoneLost], [phoneRenewed]],
  [[webhookAdded], [{ type: 'WebhookRelayChosen', data: { personId: bo, contactMethodId: webhook, relaysAs: null } }]],
  [[emailAdded, emailVerified], [methodOff]],
  [[emailAdded, emailVerified, methodOff], [{ type: 'ContactMethodSwitchedOn', data: { personId: bo, contactMethodId: emailId } }]],
  [[emailAdded], [highRule]],
  [[emailAdded, highRule], [{ type: 'NotificationRuleChanged', data: { personId: bo, ruleId, delayMinutes: 1 } }]],
  [[emailAdded, highRule], [{ type: 'NotificationRuleRemoved', data: { personId: bo, ruleId } }]],
  [[], [searchSaved]],
  [[searchSaved], [{ type: 'SearchForgotten', data: { personId: bo, searchId } }]],
  [[], [{ type: 'FavouriteAdded', data: { personId: bo, kind: 'service', subjectId: idOf('5ff') } }]],
  [
    [{ type: 'FavouriteAdded', data: { personId: bo, kind: 'service', subjectId: idOf('5ff') } }],
    [{ type: 'FavouriteRemoved', data: { personId: bo, kind: 'service', subjectId: idOf('5ff') } }],
  ],
  [[], [{ type: 'ServiceFollowed', data: { personId: bo, serviceId: idOf('5ff'), contactMethodId: null } }]],
  [
    [{ type: 'ServiceFollowed', data: { personId: bo, serviceId: idOf('5ff'), contactMethodId: null } }],
    [{ type: 'ServiceUnfollowed', data: { personId: bo, serviceId: idOf('5ff') } }],
  ],
  [[boJoined], [phoneOffered]],
  [
    [boJoined, phoneOffered],
    [{ type: 'PhoneOfferEnded', data: { personId: bo, offerId: phoneOffered.data.offerId, because: 'declined' } }],
  ],
  [[], [{ type: 'RehearsalPagesAllowed', data: { personId: bo } }]],
  [[{ type: 'RehearsalPagesAllowed', data: { personId: bo } }], [{ type: 'RehearsalPagesDeclined', data: { personId: bo } }]],
  [
    [boJoined, browserAdded],
    [{ type: 'NightTestPlanned', data: { personId: bo, dueAt: '2026-11-21T18:00:00.000Z', zones: newestZonesVersion() } }],
  ],
  [
    [
      boJoined,
      browserAdded,
      { type: 'NightTestPlanned', data: { personId: bo, dueAt: '2026-11-21T18:00:00.000Z', zones: newestZonesVersion() } },
    ],
    [{ type: 'NightTestCancelled', data: { personId: bo } }],
  ],
  [[boJoined], [{ type: 'NoticeChosen', data: { personId: bo, kind: 'going_on', on: true, contactMethodId: null, leads: [60] } }]],
  [[boJoined], [summaryOn]],
  [[boJoined, summaryOn], [{ type: 'WeeklySummaryTurnedOff', data: { personId: bo } }]],
  [[], [anasToken]],
  [[anasToken], [robotIssued]],
  [[anasToken], [anasTokenRevoked]],
  [[], [teamCreated]],
  [[teamCreated], [{ type: 'TeamRenamed', data: { teamId, name: 'Money', description: '' } }]],
  [[teamCreated], [boManages]],
  [[teamCreated, boManages], [boResponds]],
  [[teamCreated, boManages], [boLeft]],
  [[teamCreated], [policyCreated]],
  [[teamCreated, policyCreated], [policyChanged]],
  [[teamCreated, policyCreated], [policyRemoved]],
  [[teamCreated, policyCreated], [serviceCreated]],
  [
    service,
    [{ type: 'TeamHandedOver', data: { teamId, toTeamId: otherTeam, services: [serviceId], integrations: [], policies: [policyId] } }],
  ],
  [[teamCreated], [{ type: 'TeamRemoved', data: { teamId, name: 'Payments' } }]],
  [
    [...service, { type: 'PolicyCreated', data: { ...policyCreated.data, policyId: otherPolicy } } as Fact],
    [{ type: 'ServicesMovedToPolicy', data: { teamId, policyId, toPolicyId: otherPolicy, serviceIds: [serviceId] } }],
  ],
  [service, [serviceChanged]],
  [[teamCreated, policyCreated, rehearsalCreated], [serviceWentLive]],
  [service, [serviceArchived]],
  [[...service, serviceArchived], [serviceRestored]],
  [service, [integrationCreated, keyIssued]],
  [mails, [{ type: 'MailSendersChanged', data: { teamId, integrationId, senders: ['@example.org'] } }]],
  [sender, [{ type: 'IntegrationLimited', data: { teamId, integrationId, hardLimit: 500 } }]],
  [sender, [{ type: 'IntegrationRenamed', data: { teamId, integrationId, name: 'Prometheus' } }]],
  [sender, [secondKeyIssued]],
  [sender, [keyEnded]],
  [[...sender, oldKeyIssued], [{ type: 'IntegrationKeyKept', data: { teamId, integrationId, keyHash: 'hash-3' } }]],
  [sender, [keyRevealed]],
  [sender, [relaySet]],
  [[...sender, relaySet], [{ type: 'RelayRemoved', data: { teamId, integrationId } }]],
  [sender, [integrationRemoved]],
  [[teamCreated], [scheduleCreated]],
  [[teamCreated, scheduleCreated], [scheduleRenamed]],
  [[teamCreated, scheduleCreated], [scheduleRemoved]],
  [[slackAdded], [groupChosen]],
  [[slackAdded, groupChosen], [groupReleased]],
  [[slackAdded, groupChosen], [groupSet]],
];

const bySystemAlone = new Set([
  'RecordVerification',
  'RecordLinkMail',
  'RecordEmailChangeMail',
  'RecordRestore',
  'DestroyRawBodies',
  'UnlistOldAlertGroups',
  'DisableContactMethod',
  'RecordUserGroup',
  'RecordProviderErasure',
]);

describe('re-enactment of the configuration', () => {
  it.each(batches.map(([before, batch]) => [joinTypes(...batch.map(({ type }) => type)), before, batch] as const))(
    'finds the command behind %s, which decides the same again',
    (_types, before, batch) => {
      const [first] = batch;
      const command = find[first!.type]!(first!.data, batch, byOwner);
      const actor = bySystemAlone.has(command.type) ? bySystem : ownActs.has(command.type) ? byBo : byOwner;
      const decidedAgain = given(table.get(command.type)!, before).when(command, { actor, reads }).facts();
      expect(JSON.parse(JSON.stringify(decidedAgain))).toEqual(batch);
    },
  );

  it('knows every kind of fact that such a command makes first', () => {
    const seenTypes = new Set(batches.map(([, batch]) => batch[0]!.type as string));
    expect(Object.keys(find).filter((type) => !seenTypes.has(type))).toEqual([]);
  });
});
