import type { CutList } from '@tocsin/contracts/cut-list.js';
import type { EscalationHandover } from '@tocsin/contracts/alert-groups/linked-groups.js';
import type { Holder } from '@tocsin/contracts/alert-groups/holder.js';
import type { AlertTable } from './alert-table.js';
import type { Examples } from './examples.js';
import type { DeliveryReason } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import type { PageCause } from '@tocsin/contracts/alert-groups/pages.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { PostRule } from '@tocsin/contracts/routing/routing.js';
import type { ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import type { Urgency } from '@tocsin/contracts/contacts/events.js';
import type { InterruptedStep } from './aspects/mutes/part.js';
import type { AspectParts } from './aspects/parts.js';
import type { DuePlan } from './due-plan.js';

export type AttemptReason = FactOf<'AttemptPlanned'>['because'];
export type StepNumber = number | 'exhausted' | 'owners';

/** One attempt by one contact method. `slot` names the planned attempt; `attemptId` the one sent to the provider. */
export interface Attempt {
  readonly slot: string;
  readonly attemptId: string | null;
  readonly contactMethodId: string;
  readonly kind: ContactKind;
  readonly dueAt: string;
  /** The event that its current wait follows from: its plan, then its claim. */
  readonly plannedBy: string;
  readonly plannedAt?: string;
  readonly n: number;
  readonly because: AttemptReason;
  /** The notification rule that it follows. */
  readonly ruleId?: string;
  /** It takes the place of this attempt, and is not made if that one succeeds. */
  readonly unlessSent?: FactOf<'AttemptPlanned'>['unlessSent'];
  /** First due time of an attempt that waited and was planned again: its longest wait counts from then. */
  readonly waitsSince?: string | undefined;
  /** `joined`: merged into another attempt by the same method. `dropped`: its rule or method was removed. `throttled`: another method replaced it. `rehearsed`: as if sent. */
  readonly state:
    'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'stale' | 'joined' | 'dropped' | 'throttled' | 'rehearsed';
  readonly epoch: number;
  readonly startedAt: string | null;
  /** It is due, and waits to go out with others: at most until then. */
  readonly waitsUntil?: string;
  /** The epoch since which it no longer waits for an earlier message, only for others that are due with it. */
  readonly gatheredIn?: number | undefined;
  /** The message that it went out with; for a retry, the message that failed or was lost. */
  readonly ring?: string;
  /** Its provider’s name of the message: one in a chat is edited as the group’s state changes, others are asked about. */
  readonly providerId?: string;
  /** It goes out, or went out, with others. */
  readonly isBundled?: boolean;
}

/** The attempts to reach one person for one group. */
export interface Page {
  readonly pageId: string;
  readonly personId: string;
  readonly cause: PageCause;
  readonly urgency: Urgency;
  readonly quiet: boolean;
  readonly opening: number;
  readonly startedAt: string;
  /** The end of the person’s rest, which the page waits for: their rules count from it. */
  readonly waitsUntil?: string;
  /** Rules that were used in the page that it continues. */
  readonly triedBefore?: readonly string[];
  readonly state: 'running' | 'answered' | 'cancelled' | 'failed';
  /** Why it was answered or cancelled, said of messages that leave a bundle. */
  readonly endReason?: DeliveryReason;
  readonly cancelledByAcknowledge: boolean;
  readonly everyMethod: boolean;
  readonly attempts: Readonly<Record<string, Attempt>>;
}

/** The page with this id, if the group still stores it completely. */
export const pageOf = ({ pages }: { readonly pages: readonly Page[] }, pageId: string): Page | undefined =>
  pages.find((page) => page.pageId === pageId);

export type PastPage = Pick<Page, 'personId' | 'opening' | 'startedAt'>;

/** A webhook called by a step; stored until it was called. */
export interface WebhookCall {
  readonly callId: string;
  readonly subscriptionId: string;
  readonly round: number;
  readonly step: number;
  readonly opening: number;
  readonly route?: PostRule | undefined;
  /**
   * `failed`, `accepted`: of a group that ended while it was called. The group that leads the storm now makes it again,
   * unless it was accepted. `muted`: a route posts it once the group is no longer suppressed.
   */
  readonly state: 'waiting' | 'calling' | 'failed' | 'accepted' | 'muted';
  /** While it waits: when it is called. */
  readonly dueAt: string;
  /** The event that its current wait follows from. */
  readonly plannedBy: string;
  /** Counts of requests made, of failures, and of requests without an answer. */
  readonly attempt: number;
  readonly failures: number;
  readonly losses: number;
  readonly epoch: number;
  readonly startedAt: string | null;
  readonly knownAs?: FactOf<'WebhookCallPlanned'>['knownAs'];
  readonly unlessDone?: FactOf<'WebhookCallPlanned'>['unlessDone'];
}

/** The message about a group in a channel of a chat, which says its state. Later steps are posted below it. */
export interface ChannelPost {
  readonly subscriptionId: string;
  /** The chat’s name of it. */
  readonly providerId: string;
  readonly at: string;
  readonly opening: number;
}

/** Escalation state. `next` is the planned step; null while nothing is planned. */
export interface EscalationState {
  readonly round: number;
  /** The first round of this climb, from which repeats are counted; 0 before any. */
  readonly began: number;
  /** The last numbered step that was taken; 0 before any. */
  readonly reached: number;
  readonly next: (DuePlan & { readonly round: number; readonly step: StepNumber }) | null;
  /** Someone was paged in this round. */
  readonly reachedSomebody: boolean;
  readonly exhausted: boolean;
  readonly restartAt: string | null;
  /** When it began, or began again; absent in a group that continues another one. */
  readonly since?: string;
  /** Why it began then, as `EscalationStarted` says. */
  readonly because?: string;
}

export type BatchedCall = Pick<FactOf<'PeopleCalledInPart'>, 'whom' | 'rung' | 'part' | 'upTo'>;

export type NamedGroup = FactOf<'AlertGroupFollows'>['leader'];
/** The group that pages in place of this one, and its holder. */
export type LeaderState = Pick<FactOf<'AlertGroupFollows'>, 'leader' | 'holder' | 'since' | 'snoozedUntil'>;

/** State of a group about those that it is linked with, in a storm or by a person. */
export interface Links {
  readonly follows: LeaderState | null;
  /** The ended group whose escalation it continues. */
  readonly from: FactOf<'AlertGroupLeads'>['from'] | null;
  /** People paged for earlier leaders, and when last. */
  readonly rang: readonly string[];
  readonly rangAt: string;
  /** Those known to have received a high-urgency message. */
  readonly heard: readonly string[];
  /** Its state when it ended, until another group continues it. */
  readonly handedOn: EscalationHandover | null;
  /** The command of a person that resolved it together with others: it is reopened with them. */
  readonly act: string | null;
  /** The set in which a person or a rule put it, by the id of its first group; null: none. */
  readonly set: string | null;
  /** It is the first group of a rule, which has linked none with it yet. */
  readonly isAlone: boolean;
}

/** The alerts that one signal left out, and when they resolve. */
export interface LeftOutAlerts extends DuePlan {
  readonly signal: FactOf<'AlertsEnding'>['signal'];
}

/** Alerts that their sender no longer lists. */
export interface EndingAlerts {
  /** When they resolve, earliest first. */
  readonly left: readonly LeftOutAlerts[];
  /**
   * The signal by which the sender reported the whole resolved: the group resolves with the alerts that it left out.
   */
  readonly over?: string;
  /** No other alert fires, so the escalation is postponed until then: the rest of its delay counts from then. Null: not postponed. */
  readonly heldUntil: string | null;
}

export interface AlertGroupCore extends AspectParts {
  readonly groupId: string;
  /** The correlation id of all its events: its first signal, or the command that opened it. */
  readonly correlationId: string;
  readonly number: number;
  readonly serviceId: string | null;
  readonly teamId: string | null;
  readonly origin: FactOf<'AlertGroupOpened'>['origin'];
  readonly title: string;
  readonly urgency: Urgency;
  /** When it was raised from low to high urgency, in this opening. */
  readonly raisedAt: string | null;
  readonly test: boolean;
  /** Its service rehearsed when it was opened. */
  readonly rehearses?: true;
  readonly policy: { readonly policyId: string; readonly version: number } | null;
  readonly ackTimeoutMinutes: number;
  readonly openedAt: string;
  /** Start of firing: since it was opened, or reopened by its source. Acts of people do not change it. */
  readonly firingSince: string;
  readonly opening: number;
  /** When the present opening began, and the event that began it. */
  readonly opened: { readonly at: string; readonly by: string };
  readonly alerts: AlertTable;
  /** Number of firing alerts beyond those in `alerts`. */
  readonly counted: number;
  /** How often further alerts have fired since it was opened; absent: never. */
  readonly fired?: number;
  /** The sender cut its list: which alerts are missing, and whether they fire, is unknown. */
  readonly cutList: CutList | null;
  /** Keys of the names of its alerts so far: another name is news. */
  readonly names: readonly string[];
  readonly climb: EscalationState;
  /**
   * In the order in which they began. A list, because each event changes one of hundreds, and copying a list is cheap.
   */
  readonly pages: readonly Page[];
  /** Pages that ended long ago: needed to check their links. */
  readonly pastPages: Readonly<Record<string, PastPage>>;
  readonly calls: readonly WebhookCall[];
  /** One a channel; absent: none. */
  readonly posts?: readonly ChannelPost[];
  /** The opening in which a route last posted, or was to post, by event subscription; absent: none did. */
  readonly routePosts?: Readonly<Record<string, number>>;
  readonly responders: readonly string[];
  /** The last assigned person. */
  readonly lastHolder: string | null;
  readonly update: (DuePlan & Examples) | null;
  readonly senderStillFiring: boolean;
  /** People still to be paged or notified, if there are more than one decision handles. */
  readonly calling: (DuePlan & BatchedCall) | null;
  /** About the groups that it is linked with. */
  readonly links: Links;
  /** Its sender is silent: since when, and whether that stopped the escalation. */
  readonly stale: { readonly since: string; readonly stopped: boolean } | null;
  /** Alerts that their sender no longer lists. */
  readonly ending: EndingAlerts | null;
  /** For a group about refused signals: when they were last reported, and by which event. */
  readonly refused: { readonly at: string; readonly by: string } | null;
}

export type FiringGroup = { readonly status: 'firing' } & AlertGroupCore;
export type AcknowledgedGroup = {
  readonly status: 'acknowledged';
  readonly holder: Holder;
  readonly since: string;
  /** Who acknowledged after the holder, by their ids. */
  readonly also?: readonly string[];
  readonly timeout: (DuePlan & { readonly remindAt: string; readonly reminded: boolean }) | null;
  /** Set while snoozed: until when, and who had acknowledged it before; null: it was firing. */
  readonly snooze?: (DuePlan & { readonly from: Holder | null }) | null;
  /** It was acknowledged or snoozed by the link of a page, which can undo that for a short time; see `undo.ts`. */
  readonly byLink?: boolean;
  /** The person who was asked to take it over, and until when. */
  readonly reassigning?: (DuePlan & { readonly personId: string }) | null;
  /** In a storm: when it fires again because of what joined it. */
  readonly returns?: DuePlan | null;
} & AlertGroupCore;
export type ResolvedGroup = {
  readonly status: 'resolved';
  readonly at: string;
  readonly by: 'person' | 'sender' | 'timer';
  readonly actorId: string;
  /** The assignee when it was resolved. Absent: no one. */
  readonly heldBy?: Holder;
  /** The step that was planned when it was resolved. Absent: none. */
  readonly interrupted?: InterruptedStep;
  /** Closed by age. */
  readonly quietSince?: string;
} & AlertGroupCore;
export type ExistingGroup = FiringGroup | AcknowledgedGroup | ResolvedGroup;
export type AlertGroupState = { readonly status: 'none' } | ExistingGroup;

export const initialState: AlertGroupState = { status: 'none' };
