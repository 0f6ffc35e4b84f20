import type { ContactFact, ContactRow } from '@tocsin/contracts/contacts.js';
import type { Decider, Decision } from '@tocsin/kernel/decide/decider.js';
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
import { planSummary, reviewSummary, turnOffSummary, turnOnSummary } from './weekly-summary.js';

type ByRow<D> = (data: D, row: ContactRow, context: ConfigurationContext) => Decision<ContactFact>;

/** A page carries a link that acts in the name of whom it pages: who could add a method to an owner’s could act as one. */
const isKeptFrom = ({ actor, ...context }: ConfigurationContext, personId: string): boolean =>
  context.reads.people.get(personId)?.role === 'owner' && !(actor.kind === 'person' && actor.id === personId) && !isOwner({ actor });

/** By oneself, or by those who may configure people, an owner’s by owners; about somebody who is here. */
const own =
  <D extends { readonly personId: string }>(decide: ByRow<D>): ByRow<D> =>
  (data, row, context) => {
    if (!maySelf(context, data.personId)) return denied('the person, an owner or an admin');
    if (isKeptFrom(context, data.personId)) return denied('the person, or another owner');
    // What follows from set-up may come before memory has read that the owner joined.
    if (!isSystem(context) && !context.reads.people.get(data.personId)) return refuse('person.not_found');
    if (!isSystem(context) && context.reads.people.get(data.personId)?.state === 'erased') return refuse('person.erased');
    return decide(data, row, context);
  };

const person = ({ personId }: { readonly personId: string }): string => personId;

/** How one person is reached: the stream `person-<id>`. */
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
