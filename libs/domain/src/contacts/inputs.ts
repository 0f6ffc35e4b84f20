import type { ContactFact } from '@tocsin/contracts/contacts.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import { sameFor, type InputsOf } from '../inputs.js';
import type { ContactCommand } from './commands.js';

const same = sameFor<ContactCommand>();

const rulesIn = (batch: readonly Message[]): readonly Pick<FactOf<'NotificationRuleAdded'>, 'ruleId' | 'urgency' | 'delayMinutes'>[] =>
  batch
    .filter(({ type }) => type === 'NotificationRuleAdded')
    .map(({ data }) => data as FactOf<'NotificationRuleAdded'>)
    .map(({ ruleId, urgency, delayMinutes }) => ({ ruleId, urgency, delayMinutes }));

// a code that was wrong leaves no such fact
export const inputs: InputsOf<
  ContactFact,
  ContactCommand,
  'ContactsChangedWhilePaged' | 'MoreLeftBehind' | 'WeeklySummaryPlanned' | 'WeeklySummaryDue'
> = {
  ContactMethodAdded: ({ personId, contactMethodId, kind, address, secretRef, label, relaysAs }, batch) =>
    same('AddContactMethod')({
      personId,
      contactMethodId,
      kind,
      address,
      secretRef: secretRef ?? undefined,
      label,
      relaysAs,
      rules: rulesIn(batch),
    }),
  ContactMethodDisabled: same('DisableContactMethod'),
  WebhookRelayChosen: same('ChooseWebhookRelay'),
  PushSubscriptionRenewed: same('RenewPushSubscription'),
  VerificationAsked: ({ personId, contactMethodId }) => ({ type: 'AskVerification', data: { personId, contactMethodId } }),
  VerificationSent: (data) => ({ type: 'RecordVerification', data: { ...data, outcome: 'sent' } }),
  VerificationFailed: (data) => same('RecordVerification')({ ...data, outcome: 'failed' }),
  ContactMethodVerified: (data) => ({ type: 'VerifyContactMethod', data: { ...data, codeIsRight: true } }),
  ContactMethodRemoved: same('RemoveContactMethod'),
  ContactMethodSwitchedOff: same('SwitchOffContactMethod'),
  ContactMethodSwitchedOn: same('SwitchOnContactMethod'),
  NotificationRuleAdded: same('AddNotificationRule'),
  NotificationRuleChanged: same('ChangeNotificationRule'),
  NotificationRuleRemoved: same('RemoveNotificationRule'),
  SearchSaved: same('SaveSearch'),
  SearchForgotten: same('ForgetSearch'),
  WeeklySummaryTurnedOn: ({ personId }) => ({ type: 'TurnOnWeeklySummary', data: { personId } }),
  WeeklySummaryTurnedOff: same('TurnOffWeeklySummary'),
};
