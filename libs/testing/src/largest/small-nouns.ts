import type { Fact } from '@tocsin/contracts/catalogue.js';
import * as holidayLimits from '@tocsin/contracts/holidays/limits.js';
import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import { limits } from '@tocsin/contracts/limits.js';
import * as silenceLimits from '@tocsin/contracts/silences/limits.js';
import * as routeLimits from '@tocsin/contracts/route-rules/limits.js';
import * as organisationLimits from '@tocsin/contracts/organisation/limits.js';
import { integration, personJoined, serviceCreated } from './facts.js';
import type { LargestCases } from './case.js';
import { actorWithRole, bySystem, LargeWorld, longest, longName, many, nth, person } from './large-world.js';

const laterInstant = '2027-11-21T03:12:00.000Z';
const hash = (n = 0): string => `${n}`.padEnd(64, 'f');
const reference = (n = 0): string => `${n}`.padEnd(80, 'r');
const url = `https://${'漢'.repeat(900)}.example.org`;

const peopleWorld = (): LargeWorld => new LargeWorld().has('people-directory', personJoined(0, 'owner'), personJoined(1));

const setUp: Extract<Fact, { type: 'OrganisationSetUp' }> = {
  type: 'OrganisationSetUp',
  data: {
    organisationId: nth('09', 0),
    name: longName(),
    timeZone: 'z'.repeat(64),
    url,
    owner: { personId: person(0), name: longName(), email: `${'o'.repeat(180)}@example.org`, passwordRef: reference() },
    team: { teamId: nth('7e', 0), name: longName() },
    service: { serviceId: nth('5e', 0), name: longName() },
    policy: { policyId: nth('90', 0), name: longName() },
    integration: { integrationId: nth('17', 0), name: longName(), kind: 'generic', keyHash: hash(), keyRef: reference() },
    contactMethodId: nth('c0', 0),
    ruleIds: { high: nth('c1', 0), low: nth('c1', 1) },
  },
};
const holidays = (n: number) => ({
  calendarId: nth('4d', n),
  name: longName(n),
  days: many(holidayLimits.holidaysPerCalendar, (at) => ({
    uid: `${at}`.padEnd(scheduleLimits.calendarUidCharacters, '漢'),
    date: `2027-01-${`${(at % 28) + 1}`.padStart(2, '0')}`,
    name: longName(at),
  })),
});
const holidaysOf = (n: number): Fact => ({ type: 'HolidayCalendarImported', data: holidays(n) });

export const holidayCases: LargestCases = {
  ImportHolidayCalendar: () => ({ large: peopleWorld().has('holidays', holidaysOf(0)), data: holidays(1) }),
  RemoveHolidayCalendar: () => ({ large: peopleWorld().has('holidays', holidaysOf(0)), data: { calendarId: nth('4d', 0) } }),
};

const silenceId = nth('51', 0);
const silence = {
  silenceId,
  teamId: nth('7e', 0),
  matchers: many(silenceLimits.matchers, (n) => ({
    label: `${n}`.padEnd(limits.matcherCharacters, '漢'),
    operator: '=' as const,
    value: longest(limits.matcherCharacters),
  })),
  until: laterInstant,
  comment: longest(silenceLimits.commentCharacters),
  exempt: many(silenceLimits.exempt, (n) => nth('6c', n)),
};
const team: Fact = { type: 'TeamCreated', data: { teamId: silence.teamId, name: longName(), description: '' } };
const silencedWorld = (): LargeWorld =>
  peopleWorld()
    .has(`team-${silence.teamId}`, team)
    .has(`silence-${silenceId}`, { type: 'SilenceStarted', data: { ...silence, until: '2026-11-22T03:12:00.000Z' } });

export const silenceCases: LargestCases = {
  StartSilence: () => ({
    large: peopleWorld().has(`team-${silence.teamId}`, team),
    data: { ...silence, until: '2026-11-22T03:12:00.000Z' },
  }),
  ChangeSilenceEnd: () => ({ large: silencedWorld(), data: { silenceId, until: '2026-11-23T03:12:00.000Z' } }),
  EndSilence: () => ({ large: silencedWorld(), data: { silenceId } }),
  EndSilenceOnTime: () => ({ large: silencedWorld(), data: { silenceId, dueAt: '2026-11-22T03:12:00.000Z' }, actor: bySystem }),
};

const largestRules = many(routeLimits.rulesPerIntegration, (n) => ({
  ruleId: nth('70', n),
  rows: [[{ label: `${n}`.padEnd(limits.matcherCharacters, '漢'), operator: '=' as const, value: longest(limits.matcherCharacters) }]],
  outcome: { kind: 'service' as const, serviceId: nth('5e', 0) },
  isOn: true,
}));
const routedTeam = nth('7e', 0);
const routedWorld = (): LargeWorld =>
  peopleWorld().has(`team-${routedTeam}`, team, serviceCreated(routedTeam, 0), ...integration(routedTeam, 0));

export const routeCases: LargestCases = {
  ChangeRoutes: () => ({
    large: routedWorld(),
    data: { teamId: routedTeam, integrationId: nth('17', 0), version: 0, rules: largestRules },
  }),
};

const isSetUp = (): LargeWorld => peopleWorld().has('organisation', setUp);
const restored = { backupAt: laterInstant, program: 'p'.repeat(200) };

export const organisationCases: LargestCases = {
  SetUp: () => ({ large: new LargeWorld(), data: setUp.data, actor: bySystem }),
  ChangePublicAddress: () => ({ large: isSetUp(), data: { url: `${url}.net` } }),
  RenameOrganisation: () => ({ large: isSetUp(), data: { name: longName(9) } }),
  ChangeOrganisationTimeZone: () => ({ large: isSetUp(), data: { timeZone: 'y'.repeat(64) } }),
  ChooseDefaultHolidayCalendar: () => ({ large: isSetUp().has('holidays', holidaysOf(0)), data: { calendarId: nth('4d', 0) } }),
  SwitchCalendarFeeds: () => ({ large: isSetUp(), data: { on: false } }),
  ChangeClosingByAge: () => ({ large: isSetUp(), data: { days: organisationLimits.closeAfterDays.max } }),
  RecordRestore: () => ({ large: isSetUp(), data: restored, actor: bySystem }),
  GoLiveHere: () => ({ large: isSetUp().has('organisation', { type: 'StoreRestored', data: restored }), data: {} }),
};

const link = { personId: person(1), linkHash: hash() };
const turnedOn = { personId: person(1), secretRef: reference(), recoveryHashes: many(10, hash) };
const twoFactorWorld = (): LargeWorld => peopleWorld().has(`access-${person(1)}`, { type: 'TwoFactorTurnedOn', data: turnedOn });
const self = actorWithRole(person(1), 'member');

export const accessCases: LargestCases = {
  MakePasswordResetLink: () => ({ large: peopleWorld(), data: { ...link, expiresAt: laterInstant, mailed: true } }),
  RecordLinkMail: () => {
    const failedMail = { outcome: 'failed', reason: 'delivery.provider_rejected', detail: longest(500) };
    return { large: peopleWorld(), data: { ...link, of: 'invitation', ...failedMail }, actor: bySystem };
  },
  ChangePassword: () => ({ large: peopleWorld(), data: { personId: person(1), passwordRef: reference(), linkHash: null }, actor: self }),
  TurnOnTwoFactor: () => ({ large: peopleWorld(), data: { ...turnedOn, codeCheck: 'right' }, actor: self }),
  TurnOffTwoFactor: () => ({ large: twoFactorWorld(), data: { personId: person(1), codeCheck: 'right' }, actor: self }),
  MakeRecoveryCodes: () => {
    const data = { personId: person(1), recoveryHashes: many(10, (n) => hash(n + 20)), codeCheck: 'right' };
    return { large: twoFactorWorld(), data, actor: self };
  },
  UseRecoveryCode: () => ({ large: twoFactorWorld(), data: { personId: person(1), recoveryHash: hash(3) }, actor: self }),
  LinkOpenId: () => ({ large: peopleWorld(), data: { personId: person(1), subjectHash: hash() }, actor: self }),
  UnlinkOpenId: () => {
    const openIdLinked: Fact = { type: 'OpenIdLinked', data: { personId: person(1), subjectHash: hash() } };
    return { large: peopleWorld().has(`access-${person(1)}`, openIdLinked), data: { personId: person(1) }, actor: self };
  },
};

const issuer = `https://${'漢'.repeat(480)}.org`;
const openId = {
  issuer,
  clientId: '漢'.repeat(300),
  label: '漢'.repeat(40),
  domains: many(50, (n) => `${`${n}`.padEnd(60, 'd')}.org`),
  createsPeople: true,
  clientSecretRef: reference(),
};

export const signInCases: LargestCases = {
  ConfigureSignIn: () => ({ large: peopleWorld(), data: { openId, onlyOpenId: true, ownerHasPassword: true } }),
  ConfirmIdentityProvider: () => {
    const configured: Fact = { type: 'SignInConfigured', data: { openId, onlyOpenId: false } };
    const byAdmin = new LargeWorld().has('people-directory', personJoined(0, 'owner'));
    byAdmin.world.record('signIn', [configured], actorWithRole(person(1), 'admin'));
    return { large: byAdmin, data: { issuer, clientId: openId.clientId } };
  },
};

const mailServer = {
  host: 'm'.repeat(253),
  port: 65_535,
  security: 'starttls',
  from: `${'漢'.repeat(180)} <t@example.org>`,
  loginRef: reference(),
} as const;
const withMailServer = (): LargeWorld => peopleWorld().has('mailServer', { type: 'MailServerConfigured', data: mailServer });

export const mailServerCases: LargestCases = {
  ConfigureMailServer: () => ({ large: withMailServer(), data: { ...mailServer, port: 1, keepsLogin: true } }),
  RemoveMailServer: () => ({ large: withMailServer(), data: {} }),
};

const connection = {
  connectionId: nth('7a', 0),
  name: longName(),
  fields: { baseUrl: `https://${'b'.repeat(192)}`, accountSid: 'A'.repeat(64), sender: '+123456789012345' },
  secretRef: reference(),
};
const connected: Fact = { type: 'ConnectionAdded', data: { kind: 'twilio', ...connection } };
const withConnection = (): LargeWorld => peopleWorld().has('connections', connected);

export const connectionCases: LargestCases = {
  AddConnection: () => ({ large: peopleWorld(), data: connected.data }),
  ChangeConnection: () => ({ large: withConnection(), data: { ...connection, name: longName(1), keepsSecret: true } }),
  RemoveConnection: () => ({ large: withConnection(), data: { connectionId: connection.connectionId } }),
};

const scopes = ['read'] as const;
const tokenIssued = (n: number): Fact => ({
  type: 'PersonalTokenIssued',
  data: { tokenId: nth('70', n), personId: person(1), name: longName(n), scopes: [...scopes], tokenHash: hash(n), expiresAt: laterInstant },
});
/** The tokens of a person who has issued more than a thousand over the years. */
const tokens = (): LargeWorld => peopleWorld().has('tokens', ...many(1_500, tokenIssued));
const token = (n: number) => ({ tokenId: nth('70', n), name: longName(n), scopes, tokenHash: hash(n), expiresAt: laterInstant });

export const tokenCases: LargestCases = {
  IssuePersonalToken: () => ({ large: peopleWorld(), data: token(2_000), actor: self }),
  IssueServiceToken: () => ({ large: peopleWorld(), data: { ...token(2_000), teamId: null } }),
  RevokeToken: () => ({ large: tokens(), data: { tokenId: nth('70', 7) } }),
  EndTokensOf: () => ({ large: tokens(), data: { personId: person(1), because: 'person_disabled' }, actor: bySystem }),
};

const feedMade = (n: number): Fact => ({
  type: 'CalendarFeedMade',
  data: { feedId: nth('fe', n), personId: person(1), of: { kind: 'person' }, reminder: 60, keyHash: hash(n) },
});
const feeds = (): LargeWorld => peopleWorld().has('calendarFeeds', ...many(5, feedMade));

export const calendarFeedCases: LargestCases = {
  MakeCalendarFeed: () => ({ large: feeds(), data: { of: { kind: 'person' }, reminder: 60, keyHash: hash(9) }, actor: self }),
  ChangeCalendarFeedReminder: () => ({ large: feeds(), data: { feedId: nth('fe', 1), reminder: null }, actor: self }),
  RevokeCalendarFeed: () => ({ large: feeds(), data: { feedId: nth('fe', 1) }, actor: self }),
};

const reactionFailed = (n: number) => ({
  kind: 'timer' as const,
  what: longest(100),
  command: longest(100),
  commandId: `${n}`.padEnd(100, 'c'),
  stream: `${n}`.padEnd(200, 's'),
  ordinal: null,
  reason: longest(200),
  tries: 5,
  replaced: false,
});

export const reactorCases: LargestCases = {
  StartReactor: () => ({ large: peopleWorld(), data: { awayFrom: laterInstant }, actor: bySystem }),
  RecordProgress: () => ({ large: peopleWorld(), data: {}, actor: bySystem }),
  RecordClockStep: () => ({ large: peopleWorld(), data: { from: laterInstant, to: laterInstant }, actor: bySystem }),
  RecordReactionFailure: () => ({ large: peopleWorld(), data: reactionFailed(0), actor: bySystem }),
  RetryFailures: () => {
    const failures = many(1_200, (n): Fact => ({ type: 'ReactionFailed', data: reactionFailed(n) }));
    return { large: peopleWorld().has('reactor', ...failures), data: {} };
  },
  RecordEffectEnd: () => {
    const data = { about: nth('ef', 0), askedBy: nth('ef', 1), type: 'E'.repeat(100), outcome: 'done' };
    return { large: peopleWorld(), data, actor: bySystem };
  },
  RedactText: () => ({ large: peopleWorld(), data: { ordinal: 1, path: [...many(11, () => longest(200)), 'text'] } }),
};
