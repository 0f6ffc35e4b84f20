import type { Charge } from '@tocsin/contracts/contacts/charges.js';
import type { CommandData, FactOf } from '@tocsin/contracts/catalogue.js';
import type { DeliveryReason } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import type { Messages } from '@tocsin/contracts/message.js';
import type { OfferedKind } from '@tocsin/contracts/contacts/phone-offers.js';
import type { contactCommands } from '@tocsin/contracts/contacts/commands.js';
import type { CodeChecked } from '../../rules/code-check.js';

/** Encryption keys, access tokens and addresses of incoming webhooks go to the vault; a server, with its topic if there is one, becomes the address. */
type WithoutKeys<D> = D extends { readonly server: string } | { readonly hook: string }
  ? Omit<D, 'server' | 'topic' | 'token' | 'hook'> & { readonly address: string }
  : D extends unknown
    ? Omit<D, 'keys'>
    : never;

/** The server adds the vault reference of a webhook’s signing secret. */
export interface AddContactMethodInternal {
  readonly type: 'AddContactMethod';
  readonly data: WithoutKeys<CommandData<'AddContactMethod'>> & {
    readonly secretRef?: string;
  };
}

/** The server compares the code, which is a keyed hash, and passes the result; and for a phone who else has its number. */
export interface VerifyContactMethodInternal {
  readonly type: 'VerifyContactMethod';
  readonly data: Omit<CommandData<'VerifyContactMethod'>, 'code'> & CodeChecked & Pick<FactOf<'ContactMethodVerified'>, 'numberId'>;
}

export interface RenewPushSubscriptionInternal {
  readonly type: 'RenewPushSubscription';
  readonly data: WithoutKeys<CommandData<'RenewPushSubscription'>> & { readonly secretRef: string };
}

/** The server has checked the code. */
export interface LinkChatAccountInternal {
  readonly type: 'LinkChatAccount';
  readonly data: FactOf<'ChatAccountLinked'>;
}

/** The server adds the number, which is in the vault. */
export interface UsePhoneOfferInternal {
  readonly type: 'UsePhoneOffer';
  readonly data: CommandData<'UsePhoneOffer'> & { readonly kind: OfferedKind; readonly address: string };
}

/** Phone numbers of one person, from another system. */
export interface OfferPhoneNumbers {
  readonly type: 'OfferPhoneNumbers';
  readonly data: { readonly personId: string; readonly offers: readonly Omit<FactOf<'PhoneNumberOffered'>, 'personId' | 'expiresAt'>[] };
}

/** Sent by the timer: the number is deleted. */
export interface ExpirePhoneOffer {
  readonly type: 'ExpirePhoneOffer';
  readonly data: { readonly personId: string; readonly offerId: string };
}

/** A provider reported that the method’s address no longer exists. */
export interface DisableContactMethod {
  readonly type: 'DisableContactMethod';
  readonly data: {
    readonly personId: string;
    readonly contactMethodId: string;
    readonly reason: DeliveryReason;
    readonly detail?: string | undefined;
  };
}

/** The person opened a link that was sent to this address and shown nowhere else. */
export interface ProveAddress {
  readonly type: 'ProveAddress';
  readonly data: { readonly personId: string; readonly address: string };
}

/** The result of sending the code. */
export interface RecordVerification {
  readonly type: 'RecordVerification';
  readonly data: { readonly personId: string; readonly contactMethodId: string } & (
    | { readonly outcome: 'sent'; readonly charge?: Charge | undefined }
    | { readonly outcome: 'failed'; readonly reason: DeliveryReason; readonly detail: string }
  );
}

/** A person left more than the earlier facts could list: the next part. */
export interface TellLeftBehind {
  readonly type: 'TellLeftBehind';
  readonly data: Pick<FactOf<'MoreLeftBehind'>, 'personId' | 'because' | 'replacementId'> & {
    readonly after: FactOf<'MoreLeftBehind'>['upTo'];
  };
}

/** A person was erased: what providers have of them is deleted, part by part. */
export interface EraseAtProviders {
  readonly type: 'EraseAtProviders';
  readonly data: FactOf<'ProviderErasureDue'>;
}

/** The outcome of one part. */
export interface RecordProviderErasure {
  readonly type: 'RecordProviderErasure';
  readonly data: FactOf<'ProviderErasureRecorded'>;
}

/** A person’s time zone was changed: their summary follows it. */
export interface PlanWeeklySummary {
  readonly type: 'PlanWeeklySummary';
  readonly data: { readonly personId: string };
}

/** Sent by the timer: the summary of the past week is due. */
export interface ReviewWeeklySummary {
  readonly type: 'ReviewWeeklySummary';
  readonly data: { readonly personId: string; readonly dueAt: string; readonly plannedBy: string };
}

/** A person’s time zone was changed: their night test follows it. */
export interface MoveNightTest {
  readonly type: 'MoveNightTest';
  readonly data: { readonly personId: string };
}

/** Sent by the timer: the night test is due. */
export interface RunNightTest {
  readonly type: 'RunNightTest';
  readonly data: { readonly personId: string; readonly dueAt: string; readonly plannedBy: string };
}

/** A person’s time zone was changed: their morning summary follows it. */
export interface PlanMorningSummary {
  readonly type: 'PlanMorningSummary';
  readonly data: { readonly personId: string };
}

/** Sent by the timer: the summary of the past night is due. */
export interface ReviewMorningSummary {
  readonly type: 'ReviewMorningSummary';
  readonly data: { readonly personId: string; readonly dueAt: string; readonly plannedBy: string };
}

export type ContactCommand =
  | Exclude<
      Messages<typeof contactCommands>,
      { type: 'AddContactMethod' | 'VerifyContactMethod' | 'RenewPushSubscription' | 'LinkChatAccount' | 'UsePhoneOffer' }
    >
  | AddContactMethodInternal
  | LinkChatAccountInternal
  | VerifyContactMethodInternal
  | RenewPushSubscriptionInternal
  | UsePhoneOfferInternal
  | OfferPhoneNumbers
  | ExpirePhoneOffer
  | DisableContactMethod
  | ProveAddress
  | RecordVerification
  | TellLeftBehind
  | EraseAtProviders
  | RecordProviderErasure
  | PlanWeeklySummary
  | ReviewWeeklySummary
  | PlanMorningSummary
  | ReviewMorningSummary
  | MoveNightTest
  | RunNightTest;
