import type { CutList } from '@tocsin/contracts/cut-list.js';
import type { Alert } from '@tocsin/contracts/alert-group-origin.js';
import type { HandedOn } from '@tocsin/contracts/linked-groups.js';
import type { Holder } from '@tocsin/contracts/holder.js';
import type { Examples } from './examples.js';
import type { PageCause } from '@tocsin/contracts/pages.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { ContactKind } from '@tocsin/contracts/contact-kinds.js';
import type { Urgency } from '@tocsin/contracts/contacts.js';

export type AttemptReason = FactOf<'AttemptPlanned'>['because'];
export type StepNumber = number | 'exhausted' | 'owners';

/** What waits for its time: until when, and the event that planned it. */
export interface Planned {
  readonly dueAt: string;
  readonly plannedBy: string;
}

/** One attempt by one contact method. `slot` names what was planned; `attemptId` what was handed to the provider. */
export interface Attempt {
  readonly slot: string;
  readonly attemptId: string | null;
  readonly contactMethodId: string;
  readonly kind: ContactKind;
  readonly dueAt: string;
  /** The event that what it waits for now follows from: that it was planned, then that it was claimed. */
  readonly plannedBy: string;
  readonly n: number;
  readonly because: AttemptReason;
  /** The notification rule that it follows. */
  readonly ruleId?: string;
  /** `joined`: another one by the same method stands for it. `dropped`: its rule or method has gone. `throttled`: another method took its place. */
  readonly state: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'stale' | 'joined' | 'dropped' | 'throttled';
  readonly epoch: number;
  readonly startedAt: string | null;
  /** It is due, and waits to go out with others: until then at the latest. */
  readonly waitsUntil?: string;
  /** No message before it is waited for any more, only others that are due with it: since this epoch. */
  readonly gatheredIn?: number | undefined;
  /** The message that it went out with; of one that is tried again, that which failed or was lost. */
  readonly ring?: string;
  /** It goes out with others. */
  readonly isBundled?: boolean;
}

/** One attempt chain to reach one person for one group. */
export interface Page {
  readonly pageId: string;
  readonly personId: string;
  readonly cause: PageCause;
  readonly urgency: Urgency;
  readonly quiet: boolean;
  readonly opening: number;
  readonly startedAt: string;
  /** The morning of the person, which it waits for: their rules count from it. */
  readonly waitsUntil?: string;
  /** Rules that rang in the page that it continues. */
  readonly triedBefore?: readonly string[];
  readonly state: 'running' | 'answered' | 'cancelled' | 'failed';
  readonly cancelledByAcknowledge: boolean;
  readonly everyMethod: boolean;
  readonly attempts: Readonly<Record<string, Attempt>>;
}

/** The page of this id, if the group still has it whole. */
export const pageOf = ({ pages }: { readonly pages: readonly Page[] }, pageId: string): Page | undefined =>
  pages.find((page) => page.pageId === pageId);

export type PastPage = Pick<Page, 'personId' | 'opening' | 'startedAt'>;

/** A webhook that a step calls, until it was. */
export interface WebhookCall {
  readonly callId: string;
  readonly subscriptionId: string;
  readonly round: number;
  readonly step: number;
  readonly opening: number;
  readonly state: 'waiting' | 'calling';
  /** While it waits: when it is called. */
  readonly dueAt: string;
  /** The event that what it waits for now follows from. */
  readonly plannedBy: string;
  /** Requests that were made, that failed, and of which nothing was heard. */
  readonly attempt: number;
  readonly failures: number;
  readonly losses: number;
  readonly epoch: number;
  readonly startedAt: string | null;
}

export interface HeldAlert extends Alert {
  readonly firing: boolean;
  /** Its sender no longer lists it: the signal that left it out. */
  readonly ending?: string;
}

/** Where the climb stands. `next` is what is planned; it is null while nothing is due by itself. */
export interface Climb {
  readonly round: number;
  /** The first round of this climb: repeats are counted from it. 0 before any. */
  readonly began: number;
  /** The last numbered step that was taken; 0 before any. */
  readonly reached: number;
  readonly next: (Planned & { readonly round: number; readonly step: StepNumber }) | null;
  /** Somebody was paged in this round. */
  readonly reachedSomebody: boolean;
  readonly exhausted: boolean;
  readonly restartAt: string | null;
  /** When it began, or began again; absent in a group that goes on for one before it. */
  readonly since?: string;
}

/** Closing by age: that the group is looked at, or closed, unless somebody acts on it or its sender reports it. */
export type Closing = Planned & { readonly act: 'review' | 'close' };

export type Calling = Pick<FactOf<'PeopleCalledInPart'>, 'whom' | 'rung' | 'part' | 'upTo'>;

export type NamedGroup = FactOf<'AlertGroupFollows'>['leader'];
/** The group that is paged for in the place of this one, and who has that one. */
export type Following = Pick<FactOf<'AlertGroupFollows'>, 'leader' | 'holder' | 'since' | 'snoozedUntil'>;

/** What a group of a storm knows of those that it is linked with. */
export interface Links {
  readonly follows: Following | null;
  /** The ended group whose escalation it continues. */
  readonly from: FactOf<'AlertGroupLeads'>['from'] | null;
  /** Whose phones rang for those that led before it, and when one did last. */
  readonly rang: readonly string[];
  readonly rangAt: string;
  /** What it had come to when it ended, until another one continues it. */
  readonly handedOn: HandedOn | null;
  /** The command of a person that resolved it with all others: it is reopened with them. */
  readonly act: string | null;
}

/** What one signal left out, and when that resolves. */
export interface Left extends Planned {
  readonly signal: FactOf<'AlertsEnding'>['signal'];
}

/** Alerts that their sender no longer lists. */
export interface Ending {
  /** By when they resolve, the first one first. */
  readonly left: readonly Left[];
  /** The sender reported the whole resolved by this signal: the group resolves with what that left out. */
  readonly over?: string;
  /** Nothing else fires, and the escalation is held: what was left of its delay counts from then. Null: it is not. */
  readonly heldUntil: string | null;
}

/** What every alert group has, whatever its status. */
export interface Core {
  readonly groupId: string;
  /** What all its events belong to: its first signal, or the command of whoever opened it. */
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
  readonly policy: { readonly policyId: string; readonly version: number } | null;
  readonly ackTimeoutMinutes: number;
  readonly openedAt: string;
  /** Since when it fires: since it was opened, or its sender opened it again. What persons do to it makes it no younger. */
  readonly firingSince: string;
  readonly opening: number;
  /** When the present opening began, and the event that began it. */
  readonly opened: { readonly at: string; readonly by: string };
  readonly alerts: Readonly<Record<string, HeldAlert>>;
  /** How many alerts fire beyond those in `alerts`. */
  readonly counted: number;
  /** The sender cut its list: nobody knows which alerts are missing, or whether they fire. */
  readonly cutList: CutList | null;
  /** Alert names that were in it, by their keys: another one is news. */
  readonly names: readonly string[];
  readonly climb: Climb;
  /** In the order in which they began. A list, because one of hundreds changes with each event, and a list is copied at no cost. */
  readonly pages: readonly Page[];
  /** Pages that have ended long ago: what their links are checked by. */
  readonly pastPages: Readonly<Record<string, PastPage>>;
  /** Webhooks that are still to be called. Absent: none. */
  readonly calls?: readonly WebhookCall[];
  readonly responders: readonly string[];
  /** The last person who had it. */
  readonly lastHolder: string | null;
  readonly update: (Planned & Examples) | null;
  readonly senderStillFiring: boolean;
  /** Who is still to be called, or told: more than one decision holds. */
  readonly calling: (Planned & Calling) | null;
  /** When somebody acted on it last, or its sender said something new. */
  readonly touched: string;
  readonly closing: Closing | null;
  /** Of a storm’s group; absent in others. */
  readonly links?: Links;
  /** The last opening that somebody marked as noise. */
  readonly noise?: number;
  /** Its sender is silent: since when, and whether that stopped the escalation. */
  readonly stale?: { readonly since: string; readonly stopped: boolean } | null;
  /** Alerts that their sender no longer lists. */
  readonly ending?: Ending;
  /** Of a group of signals that are refused: when it was told so last, and by which event. */
  readonly refused?: { readonly at: string; readonly by: string };
}

export type Firing = { readonly status: 'firing' } & Core;
export type Acknowledged = {
  readonly status: 'acknowledged';
  readonly holder: Holder;
  readonly since: string;
  /** Who acknowledged after the holder, by their ids. */
  readonly also?: readonly string[];
  readonly timeout: (Planned & { readonly remindAt: string; readonly reminded: boolean }) | null;
  /** It is snoozed: until when, and who had acknowledged it before; null: it was firing. */
  readonly snooze?: (Planned & { readonly from: Holder | null }) | null;
  /** It was acknowledged or snoozed by the link of a page, which can undo that for a moment; see `undo.ts`. */
  readonly byLink?: boolean;
  /** Who was asked to take it over, and until when. */
  readonly reassigning?: (Planned & { readonly personId: string }) | null;
  /** Of a storm: when it fires again by what joined it. */
  readonly returns?: Planned | null;
} & Core;
export type Resolved = {
  readonly status: 'resolved';
  readonly at: string;
  readonly by: 'person' | 'sender' | 'timer';
  readonly actorId: string;
  /** Closed by age. */
  readonly quietSince?: string;
} & Core;
export type Existing = Firing | Acknowledged | Resolved;
export type AlertGroupState = { readonly status: 'none' } | Existing;

export const beginning: AlertGroupState = { status: 'none' };
