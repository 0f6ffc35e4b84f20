import type { CutList } from '@tocsin/contracts/cut-list.js';
import type { PageCause } from '@tocsin/contracts/pages.js';
import type { MessagePreview } from '@tocsin/contracts/previews.js';
import type { DeliveryReason } from '@tocsin/contracts/delivery-reasons.js';
import type { About } from '@tocsin/domain/alert-groups/about.js';
import type { ContactKind } from '@tocsin/contracts/contact-kinds.js';
import type { Urgency } from '@tocsin/contracts/contacts.js';
import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';

/** All that one attempt of a page says. Names are readable, instants are ISO 8601, links absolute. */
export interface PageMessage {
  readonly pageId: string;
  readonly groupId: string;
  /** The provider’s idempotency key. */
  readonly attemptId: string;
  readonly personId: string;
  readonly personName: string;
  readonly number: number;
  readonly title: string;
  readonly urgency: Urgency;
  readonly serviceName: string | null;
  /** Since when it fires. */
  readonly since: string;
  readonly alerts: number;
  readonly firing: number;
  /** The sender cut its list. */
  readonly cutList: CutList | null;
  /** What it is about, in its sender’s words. */
  readonly about: About;
  /** The integration that it came by. */
  readonly sourceName: string | null;
  /** Names of the others who are being paged. */
  readonly othersPaged: readonly string[];
  readonly cause: PageCause;
  /** Who asks, when a person is the cause. */
  readonly askedBy: string | null;
  readonly quiet: boolean;
  /** The group is a test. */
  readonly test: boolean;
  /** `/p/<secret>` */
  readonly link: string;
  readonly groupLink: string;
  /** Where the person sees how they are reached. */
  readonly meLink: string;
  /** What the device that can’t be rung any more calls itself. */
  readonly goneDevice?: string;
  /** The person’s. */
  readonly timeZone: string;
  /** When the attempt was due. */
  readonly dueAt: string;
  /** When others by the same method were due that this one stands for. */
  readonly missed: readonly string[];
  readonly now: string;
  /** “Tocsin was away 02:10–02:50.” */
  readonly awayNote?: string;
}

/** All that one message for several pages says. */
export interface BundleMessage {
  /** The provider’s idempotency key. */
  readonly bundleId: string;
  readonly personId: string;
  readonly personName: string;
  readonly urgency: Urgency;
  readonly quiet: boolean;
  /** How many groups it names. */
  readonly count: number;
  /** How many of them each service has, the most first; null: of no service. */
  readonly services: readonly { readonly name: string | null; readonly count: number }[];
  /** The first of its pages, as many as it names. */
  readonly first: readonly PageMessage[];
  /** Of the message before it: how many of its groups nobody has acknowledged. */
  readonly stillOpen: number;
  /** `/p/<secret>`: shows and acknowledges all that it contains. */
  readonly link: string;
  readonly listLink: string;
  readonly timeZone: string;
  readonly now: string;
  readonly awayNote?: string;
}

/** The code that proves an address. */
export interface VerificationMessage {
  readonly contactMethodId: string;
  /** The event that asked for it: the provider’s idempotency key. */
  readonly askedBy: string;
  readonly code: string;
  readonly personName: string;
  readonly expiresAt: string;
  readonly timeZone: string;
  readonly now: string;
}

/** Why a page has ended. */
export interface PageOver {
  readonly groupId: string;
  /** Of the notification that it stands in, where that is not the group’s own. */
  readonly tag?: string;
  readonly number: number;
  readonly title: string;
  readonly groupLink: string;
  /** “Ana has it.” */
  readonly says: string;
  /** The person did it themselves. */
  readonly close: boolean;
}

/** What owners are told about the installation itself. */
export interface WarningMessage {
  readonly subject: string;
  readonly says: string;
  /** Absolute: where more is said. */
  readonly link: string;
  readonly now: string;
}

/** Where to: an address in clear, and the webhook’s signing secret out of the vault. */
export interface Method {
  readonly contactMethodId: string;
  readonly address: string;
  readonly secret: string | null;
}

export type Outcome =
  | { readonly ok: true; readonly state: 'sent' | 'delivered'; readonly providerId: string | null }
  | {
      readonly ok: false;
      readonly reason: DeliveryReason;
      readonly detail: string;
      readonly retry: boolean;
      /** Milliseconds. */ readonly retryAfter?: number;
    };

export type Preview = Omit<MessagePreview, 'channel'>;

/** One way to reach a person. It never throws for what the other side does: that is an outcome. */
export abstract class Channel {
  abstract readonly kind: ContactKind;
  /** `deadlineMs` is hard. `sent`: a provider took it; `delivered`: it arrived. */
  abstract deliver(message: PageMessage, method: Method, deadlineMs: number, signal?: AbortSignal): Promise<Outcome>;
  /** What it makes of a page, by what makes the one that it delivers. */
  abstract preview(message: PageMessage): Preview;
  /** The same of a message for several pages. */
  abstract previewBundle(message: BundleMessage): Preview;
  /** One message for several pages. */
  abstract deliverBundle(message: BundleMessage, method: Method, deadlineMs: number, signal?: AbortSignal): Promise<Outcome>;
  /** Sends the code. A channel without it needs no proof. */
  verify?(message: VerificationMessage, method: Method, deadlineMs: number, signal?: AbortSignal): Promise<Outcome>;
  /** Takes back what it delivered of a page that has ended, without a sound. */
  withdraw?(over: PageOver, method: Method, deadlineMs: number): Promise<Outcome>;
}

export const failed = (reason: DeliveryReason, detail: string, retry: boolean): Outcome => ({ ok: false, reason, detail, retry });

/** Turns a failed call into its outcome; a bug stays an exception. */
export const outcomeOf = async (call: () => Promise<Outcome>): Promise<Outcome> => {
  try {
    return await call();
  } catch (error) {
    if (error instanceof OutgoingFailed) return failed(error.reason, error.detail, error.retry);
    throw error;
  }
};
