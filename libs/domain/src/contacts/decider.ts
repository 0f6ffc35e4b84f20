import type { ContactFact } from '@tocsin/contracts/contacts.js';
import type { ContactRow } from '@tocsin/contracts/contact-rows.js';
import type { Decider, Decision, Message } from '@tocsin/kernel/decide/decider.js';
import { withRightCode } from '../rules/code-check.js';
import { denied, isOwner, isSystem, maySelf } from '../rules/permissions.js';
import type { ConfigurationContext, ConfigurationReads } from '../reads.js';
import { refuse } from '../rules/refuse.js';
import { evolveOf } from '../rules/row-fold.js';
import type { ContactCommand } from './commands.js';
import { tellLeftBehind } from './left-behind.js';
import {
  addMethod,
  askVerification,
  chooseRelay,
  disableMethod,
  proveAddress,
  recordVerification,
  removeMethod,
  renewSubscription,
  switchOff,
  switchOn,
  verifyMethod,
} from './methods.js';
import { addRule, changeRule, removeRule, tellPagingGroups } from './rules.js';
import { forgetSearch, saveSearch } from './searches.js';
import { contactFold } from './views.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { sameFor, type InputsOf } from '../inputs.js';
import { planSummary, reviewSummary, turnOffSummary, turnOnSummary } from './weekly-summary.js';

type ByRow<D> = (data: D, row: ContactRow, context: ConfigurationContext) => Decision<ContactFact>;

/**
 * A page contains a link that acts as its recipient. So only owners may add a method to an owner: otherwise another person could act as the owner.
 */
const isHiddenFrom = ({ actor, ...context }: ConfigurationContext, personId: string): boolean =>
  context.reads.people.get(personId)?.role === 'owner' && !(actor.kind === 'person' && actor.id === personId) && !isOwner({ actor });

/** Allowed for oneself, or for those who may configure people (for an owner: only owners); the person must exist. */
const own =
  <D extends { readonly personId: string }>(decide: ByRow<D>): ByRow<D> =>
  (data, row, context) => {
    if (!maySelf(context, data.personId)) return denied('the person, an owner or an admin');
    if (isHiddenFrom(context, data.personId)) return denied('the person, or another owner');
    // A command that follows from set-up may come before memory has folded that the owner joined.
    if (!isSystem(context) && !context.reads.people.get(data.personId)) return refuse('person.not_found');
    if (!isSystem(context) && context.reads.people.get(data.personId)?.state === 'erased') return refuse('person.erased');
    return decide(data, row, context);
  };

const person = ({ personId }: { readonly personId: string }): string => personId;

/** The contact settings of one person: the stream `person-<id>`. */
export const contactsDecider: Decider<ContactRow, ContactCommand, ContactFact, ConfigurationReads> = {
  category: 'person',
  initial: { id: '', methods: [], rules: [] },
  streamId: {
    AddContactMethod: person,
    AskVerification: person,
    VerifyContactMethod: person,
    RecordVerification: person,
    RenewPushSubscription: person,
    DisableContactMethod: person,
    ProveAddress: person,
    RemoveContactMethod: person,
    SwitchOffContactMethod: person,
    SwitchOnContactMethod: person,
    ChooseWebhookRelay: person,
    AddNotificationRule: person,
    ChangeNotificationRule: person,
    RemoveNotificationRule: person,
    TellPagingGroups: person,
    TellLeftBehind: person,
    SaveSearch: person,
    ForgetSearch: person,
    TurnOnWeeklySummary: person,
    TurnOffWeeklySummary: person,
    PlanWeeklySummary: person,
    ReviewWeeklySummary: person,
  },
  decide: {
    AddContactMethod: own(addMethod),
    AskVerification: own(askVerification),
    VerifyContactMethod: own(verifyMethod),
    RecordVerification: recordVerification,
    RenewPushSubscription: own(renewSubscription),
    DisableContactMethod: disableMethod,
    ProveAddress: proveAddress,
    RemoveContactMethod: own(removeMethod),
    SwitchOffContactMethod: own(switchOff),
    SwitchOnContactMethod: own(switchOn),
    ChooseWebhookRelay: own(chooseRelay),
    AddNotificationRule: own(addRule),
    ChangeNotificationRule: own(changeRule),
    RemoveNotificationRule: own(removeRule),
    TellPagingGroups: tellPagingGroups,
    TellLeftBehind: tellLeftBehind,
    SaveSearch: own(saveSearch),
    ForgetSearch: own(forgetSearch),
    TurnOnWeeklySummary: own(turnOnSummary),
    TurnOffWeeklySummary: own(turnOffSummary),
    PlanWeeklySummary: planSummary,
    ReviewWeeklySummary: reviewSummary,
  },
  evolve: evolveOf<ContactRow, ContactRow, ContactFact>(
    contactFold,
    (row) => row,
    (before, _id, row) => row ?? before,
  ),
};

const same = sameFor<ContactCommand>();

const rulesIn = (batch: readonly Message[]): readonly Pick<FactOf<'NotificationRuleAdded'>, 'ruleId' | 'urgency' | 'delayMinutes'>[] =>
  batch
    .filter(({ type }) => type === 'NotificationRuleAdded')
    .map(({ data }) => data as FactOf<'NotificationRuleAdded'>)
    .map(({ ruleId, urgency, delayMinutes }) => ({ ruleId, urgency, delayMinutes }));

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
  ContactMethodVerified: (data) => ({ type: 'VerifyContactMethod', data: withRightCode(data) }),
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
