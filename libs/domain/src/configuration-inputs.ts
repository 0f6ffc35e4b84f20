import type { Fact, FactOf } from '@tocsin/contracts/catalogue.js';
import type { AccessFact } from '@tocsin/contracts/access.js';
import type { SignInFact } from '@tocsin/contracts/sign-in.js';
import type { ContactFact } from '@tocsin/contracts/contacts.js';
import type { PeopleFact } from '@tocsin/contracts/people.js';
import type { OrganisationFact } from '@tocsin/contracts/organisation.js';
import type { TokenFact } from '@tocsin/contracts/tokens.js';
import type { DataOf, Message } from '@tocsin/kernel/decider.js';
import type { AccessCommand } from './access/commands.js';
import type { ContactCommand } from './contacts/commands.js';
import type { OrganisationCommand } from './organisation/decider.js';
import type { PeopleCommand } from './people/commands.js';
import type { SignInCommand } from './sign-in/decider.js';
import type { TeamCommand } from './teams/decider.js';
import type { OwnedFact } from './teams/state.js';
import type { TokenCommand } from './tokens/commands.js';

type Command = OrganisationCommand | PeopleCommand | ContactCommand | AccessCommand | SignInCommand | TeamCommand | TokenCommand;
type ConfigurationFact = OrganisationFact | PeopleFact | ContactFact | AccessFact | SignInFact | OwnedFact | TokenFact;
/** What only Tocsin itself decides follows from a cause, and is found by it. */
type Reaction = 'TeamTookOver' | 'ContactsChangedWhilePaged' | 'MoreLeftBehind';
type Found<T extends Fact['type']> = (data: FactOf<T>, batch: readonly Message[]) => Command;

/** For facts that say just what their command said. */
const same =
  <T extends Command['type']>(type: T) =>
  (data: DataOf<Command, T>): Command =>
    ({ type, data }) as Command;

const issuedIn = (batch: readonly Message[]): FactOf<'IntegrationKeyIssued'> =>
  batch.find(({ type }) => type === 'IntegrationKeyIssued')!.data as FactOf<'IntegrationKeyIssued'>;

const rulesIn = (batch: readonly Message[]): readonly Pick<FactOf<'NotificationRuleAdded'>, 'ruleId' | 'urgency' | 'delayMinutes'>[] =>
  batch
    .filter(({ type }) => type === 'NotificationRuleAdded')
    .map(({ data }) => data as FactOf<'NotificationRuleAdded'>)
    .map(({ ruleId, urgency, delayMinutes }) => ({ ruleId, urgency, delayMinutes }));

/**
 * The commands behind acts on the configuration, by the first fact of their batch. What the server had added (hashes, references,
 * whether a code was right) stands in the fact, or follows from there being one; ids are the ones that were made.
 */
export const configurationInputs: { readonly [T in Exclude<ConfigurationFact['type'], Reaction>]: Found<T> } = {
  OrganisationSetUp: same('SetUp'),
  PublicAddressChanged: same('ChangePublicAddress'),
  OrganisationRenamed: same('RenameOrganisation'),
  OrganisationTimeZoneChanged: same('ChangeOrganisationTimeZone'),
  ClosingByAgeChanged: same('ChangeClosingByAge'),
  StoreRestored: same('RecordRestore'),
  StoreWentLive: () => ({ type: 'GoLiveHere', data: {} }),

  PersonInvited: (data, batch) =>
    (batch.length === 1 && !data.teams
      ? { type: 'InvitePerson', data }
      : { type: 'InvitePeople', data: { people: batch.map((fact) => fact.data) } }) as Command,
  PersonJoined: ({ personId, passwordRef, name, timeZone, addressProved }) =>
    ({ type: 'JoinPerson', data: { personId, passwordRef, name, timeZone, addressProved } }) as Command,
  PersonRenamed: (data) => ({ type: 'RenamePerson', data }) as Command,
  ClockFormatChosen: same('ChooseClockFormat'),
  EmailChangeAsked: ({ personId, email }) => ({ type: 'AskEmailChange', data: { personId, email } }) as Command,
  EmailChangeMailSent: (data) => ({ type: 'RecordEmailChangeMail', data: { ...data, outcome: 'sent' } }),
  EmailChangeMailFailed: (data) => ({ type: 'RecordEmailChangeMail', data: { ...data, outcome: 'failed' } }),
  EmailChangeCancelled: same('CancelEmailChange'),
  EmailChanged: ({ personId }) => ({ type: 'ConfirmEmailChange', data: { personId, codeIsRight: true } }),
  PersonTimeZoneChanged: same('ChangePersonTimeZone'),
  PersonRoleChanged: ({ personId, role, replacementId }) => ({
    type: 'ChangePersonRole',
    data: { personId, role, ...(replacementId ? { replacementId } : {}), leaveGaps: !replacementId },
  }),
  PersonDisabled: ({ personId, replacementId }) => ({
    type: 'DisablePerson',
    data: replacementId ? { personId, replacementId, leaveGaps: false } : { personId, leaveGaps: true },
  }),
  PersonMadeAuditor: same('MakeAuditor'),
  AuditorEnded: same('EndAuditor'),
  PersonEnabled: same('EnablePerson'),
  PersonErased: ({ personId }) => ({ type: 'ErasePerson', data: { personId } }),

  ContactMethodAdded: ({ personId, contactMethodId, kind, address, secretRef, label }, batch) =>
    ({
      type: 'AddContactMethod',
      data: { personId, contactMethodId, kind, address, secretRef: secretRef ?? undefined, label, rules: rulesIn(batch) },
    }) as Command,
  ContactMethodDisabled: same('DisableContactMethod'),
  PushSubscriptionRenewed: (data) => ({ type: 'RenewPushSubscription', data }) as Command,
  VerificationAsked: ({ personId, contactMethodId }) => ({ type: 'AskVerification', data: { personId, contactMethodId } }),
  VerificationSent: (data) => ({ type: 'RecordVerification', data: { ...data, outcome: 'sent' } }),
  VerificationFailed: (data) => ({ type: 'RecordVerification', data: { ...data, outcome: 'failed' } }) as Command,
  ContactMethodVerified: (data) => ({ type: 'VerifyContactMethod', data: { ...data, codeIsRight: true } }),
  ContactMethodRemoved: same('RemoveContactMethod'),
  ContactMethodSwitchedOff: same('SwitchOffContactMethod'),
  ContactMethodSwitchedOn: same('SwitchOnContactMethod'),
  NotificationRuleAdded: same('AddNotificationRule'),
  NotificationRuleChanged: same('ChangeNotificationRule'),
  NotificationRuleRemoved: same('RemoveNotificationRule'),
  SearchSaved: (data) => ({ type: 'SaveSearch', data }) as Command,
  SearchForgotten: same('ForgetSearch'),

  PersonalTokenIssued: ({ personId: _whoAsked, ...data }) => ({ type: 'IssuePersonalToken', data }),
  ServiceTokenIssued: same('IssueServiceToken'),
  TokenRevoked: ({ tokenId }) => ({ type: 'RevokeToken', data: { tokenId } }),
  PasswordResetLinkMade: same('MakePasswordResetLink'),
  InvitationMailSent: (data) => ({ type: 'RecordLinkMail', data: { ...data, of: 'invitation', outcome: 'sent' } }),
  InvitationMailFailed: (data) => ({ type: 'RecordLinkMail', data: { ...data, of: 'invitation', outcome: 'failed' } }),
  PasswordResetMailSent: (data) => ({ type: 'RecordLinkMail', data: { ...data, of: 'reset', outcome: 'sent' } }),
  PasswordResetMailFailed: (data) => ({ type: 'RecordLinkMail', data: { ...data, of: 'reset', outcome: 'failed' } }),
  PasswordChanged: same('ChangePassword'),
  TwoFactorTurnedOn: (data) => ({ type: 'TurnOnTwoFactor', data: { ...data, codeIsRight: true } }),
  TwoFactorTurnedOff: (data) => ({ type: 'TurnOffTwoFactor', data: { ...data, codeIsRight: true } }),
  RecoveryCodesMade: (data) => ({ type: 'MakeRecoveryCodes', data: { ...data, codeIsRight: true } }),
  RecoveryCodeUsed: same('UseRecoveryCode'),
  OpenIdLinked: same('LinkOpenId'),
  OpenIdUnlinked: same('UnlinkOpenId'),
  SignInConfigured: (data) => ({ type: 'ConfigureSignIn', data: { ...data, ownerHasPassword: true } }),
  IdentityProviderConfirmed: same('ConfirmIdentityProvider'),

  TeamCreated: (data) => ({ type: 'CreateTeam', data }) as Command,
  TeamRenamed: (data) => ({ type: 'RenameTeam', data }) as Command,
  TeamMemberAdded: same('AddTeamMember'),
  TeamMemberRoleChanged: same('ChangeTeamMemberRole'),
  TeamMemberRemoved: same('RemoveTeamMember'),

  TeamHandedOver: ({ teamId, toTeamId }) => ({ type: 'MoveAllToTeam', data: { teamId, toTeamId } }),
  TeamRemoved: ({ teamId }) => ({ type: 'RemoveTeam', data: { teamId } }),

  ServiceCreated: (data) => ({ type: 'CreateService', data }) as Command,
  ServiceChanged: (data) => ({ type: 'ChangeService', data: { ...data, version: data.version - 1 } }) as Command,
  ServiceArchived: same('ArchiveService'),
  ServicesMovedToPolicy: ({ teamId, policyId, toPolicyId }) => ({ type: 'MoveAllToPolicy', data: { teamId, policyId, toPolicyId } }),
  ServiceRestored: same('RestoreService'),

  IntegrationCreated: (data, batch) => {
    const { keyHash, keyRef } = issuedIn(batch);
    return { type: 'CreateIntegration', data: { ...data, keyHash, keyRef } };
  },
  IntegrationRenamed: same('RenameIntegration'),
  IntegrationKeyIssued: same('IssueIntegrationKey'),
  IntegrationKeyEnded: same('EndIntegrationKey'),
  IntegrationKeyRevealed: same('RevealIntegrationKey'),
  IntegrationRemoved: same('RemoveIntegration'),

  PolicyCreated: ({ version: _first, ...rules }) => ({ type: 'CreatePolicy', data: rules }),
  PolicyChanged: (data) => ({ type: 'ChangePolicy', data: { ...data, version: data.version - 1 } }),
  PolicyRemoved: same('RemovePolicy'),
};
