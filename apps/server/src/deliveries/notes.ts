import type { CutList } from '@tocsin/contracts/cut-list.js';
import type { PageCause } from '@tocsin/contracts/alert-groups/pages.js';
import type { GroupDescription } from '@tocsin/domain/operation/alert-groups/about.js';
import type { LastNote } from './last-note.js';
import type { Urgency } from '@tocsin/contracts/contacts/events.js';

/** The content of one attempt of a page. Names are readable, instants are ISO 8601, links absolute. */
export interface PageMessage {
  readonly pageId: string;
  readonly groupId: string;
  /** The provider’s idempotency key. */
  readonly attemptId: string;
  /** Which message of the page by its contact method this is, from 1: a repeat has the number of what it repeats. */
  readonly messageNumber: number;
  readonly personId: string;
  readonly personName: string;
  readonly number: number;
  readonly title: string;
  readonly urgency: Urgency;
  readonly serviceName: string | null;
  /** Start of firing. */
  readonly since: string;
  readonly alerts: number;
  readonly firing: number;
  /** Set when the sender truncated its list. */
  readonly cutList: CutList | null;
  /** Details of the alert, from its sender. */
  readonly about: GroupDescription;
  /** What somebody wrote the last time that its alert fired, or this time. Absent: nothing. */
  readonly lastNote?: LastNote;
  /** The name of the integration. */
  readonly sourceName: string | null;
  /** Names of the others who are being paged. */
  readonly othersPaged: readonly string[];
  readonly cause: PageCause;
  /** The person who paged, when a person is the cause. */
  readonly askedBy: string | null;
  readonly quiet: boolean;
  /** The group is a test. */
  readonly test: boolean;
  /** It belongs to a drill; its title says so, too. */
  readonly drill?: true;
  /** `/p/<secret>` */
  readonly link: string;
  readonly groupLink: string;
  /** The page on which the person sees their contact methods. */
  readonly meLink: string;
  /** The name of the device that can no longer be reached. */
  readonly lostDevice?: string;
  /** The address that can no longer be reached, unless it is a device’s. */
  readonly lostAddress?: 'email' | 'topic' | 'phone' | 'member' | 'userKey' | 'hook';
  /** The person’s time zone. */
  readonly timeZone: string;
  /** When the attempt was due. */
  readonly dueAt: string;
  /** When the missed attempts by the same method were due that this one replaces. */
  readonly missedTimes: readonly string[];
  readonly now: string;
  /** “Tocsin was away 02:10–02:50.” */
  readonly awayNote?: string;
  /** When the person’s next rule is due, as it is planned; absent: none is. */
  readonly nextAt?: string;
}

/** The content of one message for several pages. */
export interface BundleMessage {
  /** The provider’s idempotency key. */
  readonly bundleId: string;
  /** Identifies its pages: a bundle of the same pages is the same message. */
  readonly pagesDigest: string;
  readonly personId: string;
  readonly personName: string;
  readonly urgency: Urgency;
  readonly quiet: boolean;
  /** Number of groups. */
  readonly count: number;
  /** Number of groups per service, largest first; null: groups without a service. */
  readonly services: readonly { readonly name: string | null; readonly count: number }[];
  /** The pages that the message shows in full. */
  readonly first: readonly PageMessage[];
  /** Number of groups of the previous message that are still unacknowledged. */
  readonly stillOpen: number;
  /** `/p/<secret>`: shows and acknowledges all groups of the message. */
  readonly link: string;
  readonly listLink: string;
  readonly timeZone: string;
  readonly now: string;
  readonly awayNote?: string;
}

/** A message with the code that verifies an address. */
export interface VerificationMessage {
  readonly personId: string;
  readonly contactMethodId: string;
  /** The event that requested it: the provider’s idempotency key. */
  readonly askedBy: string;
  readonly code: string;
  readonly personName: string;
  readonly expiresAt: string;
  readonly timeZone: string;
  readonly now: string;
}

/** A message that was sent: what replaces it names it. */
export interface SentRef {
  /** Shared by all messages of which the newest replaces the others. */
  readonly tag: string;
  /** Its own. */
  readonly messageId: string;
}

/** Why a page has ended. */
export interface PageEnd {
  /** The message that it replaces. */
  readonly replaces: SentRef;
  readonly number: number;
  readonly title: string;
  readonly groupLink: string;
  /** Text such as “Ana acknowledged it.” */
  readonly says: string;
  /** True when the person acted themselves. */
  readonly close: boolean;
}

/** What waits behind a message that rang. */
export type RingUpdate = {
  /** `and 4 more in Payments` */
  readonly waiting: string;
} & ({ readonly page: PageMessage } | { readonly bundle: BundleMessage });

/** A warning to owners about the installation itself. */
export interface WarningMessage {
  readonly subject: string;
  readonly says: string;
  /** Absolute link to details. */
  readonly link: string;
  readonly now: string;
}

/** A message that is no page: it wakes nobody. */
export interface NoticeMessage {
  readonly personId: string;
  readonly subject: string;
  readonly lines: readonly string[];
  /** Absolute. */
  readonly link: string;
  readonly label: string;
  /** On a device the newest one about the same replaces the others. */
  readonly about: string;
  /** For news of a service: its name, and the first of the alert groups. */
  readonly serviceName?: string;
  readonly group?: { readonly groupId: string; readonly number: number; readonly title: string; readonly urgency: Urgency };
}

/** All that a channel is asked to send, by kind. */
export interface Notes {
  readonly page: PageMessage;
  /** One message for several pages. */
  readonly bundle: BundleMessage;
  /** Verifies an address. */
  readonly code: VerificationMessage;
  readonly warning: WarningMessage;
  readonly notice: NoticeMessage;
  /** Silently adds to a message that rang what waits behind it. Best effort. */
  readonly update: RingUpdate;
  /** Silently replaces the message of a page that has ended. */
  readonly end: PageEnd;
}
export type NoteKind = keyof Notes;
