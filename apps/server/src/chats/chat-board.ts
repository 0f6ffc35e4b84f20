import type { ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import { duration } from '@tocsin/contracts/duration.js';
import { alertGroupDecider } from '@tocsin/domain/operation/alert-groups/decider.js';
import type { ExistingGroup } from '@tocsin/domain/operation/alert-groups/state.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { pacingOf, type Pacing } from '@tocsin/platform/clock/pacing.js';
import type { ServerParts } from '../core/server-parts.js';
import { quarantineOf } from '../core/store-quarantine.js';

export type BoardServer = Pick<ServerParts, 'clock' | 'logKind' | 'memory' | 'reads' | 'runner' | 'troubles'>;

/** `waits`: milliseconds until the chat may be called again. */
export type EditResult = 'done' | { readonly waits: number };

/** A message in a chat about a group, which says the group’s state. */
export interface ChatMessage {
  /** The chat’s own name of it. */
  readonly id: string;
  /** Where it is: one chat that is away keeps none of another from being changed. */
  readonly chat: ContactKind;
  /** Messages of one place are changed one after the other. */
  readonly place: string;
  /** What it ought to say, in short: with an equal one it needs no edit. */
  readonly key: string;
  readonly sentAt: string;
  /** The key of what it said when it was sent. */
  readonly sentWith: string;
  readonly edit: (signal: AbortSignal) => Promise<EditResult>;
}

/** The messages in chats about a group. `isSending`: one more may come, whose name is not known yet. */
export interface MessagesOfGroup {
  readonly messages: readonly ChatMessage[];
  readonly isSending: boolean;
}
export type MessagesOf = (group: ExistingGroup) => MessagesOfGroup;

const chatsOf = (messages: readonly ChatMessage[]): ReadonlySet<ContactKind> => new Set(messages.map(({ chat }) => chat));

/** An edit may wait so long for the next one, and a place gets one a second. */
const editEvery = 3 * duration.second;
const placeEvery = duration.second;
const retryAfter = 15 * duration.second;
/** Messages whose last state is remembered. */
const remembered = 5_000;
/** Groups that ended in this time are compared; at a start, so many milliseconds apart. */
const comparedAfterEnd = duration.day;
const comparedEvery = 200;

interface Shown {
  readonly key: string;
  readonly at: number;
}

/**
 * Keeps messages in chats as their groups are: edits them to the newest state, and never to one in between. Nothing of it is on the log: what is lost at a
 * stop is found by comparing again. A chat that is away for long gets one edit a message when it is back.
 */
export class ChatBoard {
  /** Groups whose messages may be out of date, by when they are looked at. */
  private readonly due = new Map<string, number>();
  /** Groups that have messages, until they end, and in which chats. */
  private readonly withMessages = new Map<string, ReadonlySet<ContactKind>>();
  private readonly shown = new Map<string, Shown>();
  private readonly places = new Map<string, number>();
  private readonly pacing: Pacing;
  private isRunning = false;
  private stopping = new AbortController();
  private startedAt = '';
  /** Chats that are away, or want fewer calls, until when. */
  private readonly away = new Map<ContactKind, number>();
  private wakesAt: number | null = null;
  private cancelAlarm: () => void = () => {};
  private working: Promise<void> | null = null;

  constructor(
    private readonly server: BoardServer,
    private readonly messagesOf: MessagesOf,
  ) {
    this.pacing = pacingOf(server.clock);
    server.memory.onChange((view, id) => {
      try {
        this.onChange(view, id);
      } catch (error) {
        // the fold that calls must not fail because of a message
        server.troubles.note('messages in chats', error);
      }
    });
  }

  private onChange(view: string, id: string): void {
    if (view === 'groups' && this.isRunning) this.onGroup(id);
    if (view === 'connections') this.away.clear();
    if (view === 'connections' || view === 'organisation') this.wake();
  }

  start(): void {
    if (this.server.logKind !== 'live') return;
    this.isRunning = true;
    this.stopping = new AbortController();
    this.startedAt = this.server.clock.now();
    const endedFrom = addMillis(this.startedAt, -comparedAfterEnd);
    const now = this.pacing.now();
    let ended = 0;
    for (const group of this.server.reads.groups.all()) {
      if (group.status !== 'resolved') this.onGroup(group.groupId);
      else if (group.at > endedFrom) this.later(group.groupId, now + (ended += 1) * comparedEvery);
    }
    this.wake();
  }

  async stop(): Promise<void> {
    this.isRunning = false;
    this.cancelWake();
    this.stopping.abort();
    await this.working;
  }

  /** Resolves once nothing is being edited. */
  get whenSettled(): Promise<void> {
    return this.working ?? Promise.resolve();
  }

  /** Compares the messages of a group soon. */
  compareSoon(groupId: string): void {
    if (!this.isRunning) return;
    const now = this.pacing.now();
    this.due.set(groupId, now);
    this.wakeAt(now);
  }

  /** Memory drops the pages of a resolved group, so which groups have messages is remembered. */
  private onGroup(groupId: string): void {
    const group = this.server.reads.groups.get(groupId);
    if (group && group.status !== 'resolved') {
      const { messages, isSending } = this.messagesOf(group);
      if (messages.length > 0 || isSending) this.withMessages.set(groupId, chatsOf(messages));
    }
    if (this.withMessages.has(groupId)) this.compareSoon(groupId);
  }

  private wake(): void {
    let next: number | null = null;
    for (const at of this.due.values()) if (next === null || at < next) next = at;
    if (next !== null) this.wakeAt(next);
  }

  private wakeAt(at: number): void {
    if (!this.isRunning || this.working || quarantineOf(this.server.reads)) return;
    if (this.wakesAt !== null && this.wakesAt <= at) return;
    this.cancelWake();
    this.wakesAt = at;
    this.cancelAlarm = this.pacing.after(Math.max(at - this.pacing.now(), 0), () => void this.work());
  }

  private cancelWake(): void {
    this.cancelAlarm();
    this.wakesAt = null;
  }

  private async work(): Promise<void> {
    this.cancelWake();
    if (this.working || !this.isRunning) return;
    this.working = this.workOff();
    await this.working;
    this.working = null;
    this.wake();
  }

  private async workOff(): Promise<void> {
    const now = this.pacing.now();
    for (const [groupId, at] of this.due) {
      if (!this.isRunning) return;
      if (at > now) continue;
      this.due.delete(groupId);
      try {
        await this.compareUnlessAway(groupId);
      } catch (error) {
        this.server.troubles.note('messages in chats', error);
        this.later(groupId, this.pacing.now() + retryAfter);
      }
    }
  }

  /** While all its chats are away, a group is not even read. */
  private async compareUnlessAway(groupId: string): Promise<void> {
    const chats = [...(this.withMessages.get(groupId) ?? [])];
    const until = chats.length === 0 ? 0 : Math.min(...chats.map((chat) => this.away.get(chat) ?? 0));
    if (until > this.pacing.now()) return this.later(groupId, until);
    await this.compare(groupId);
  }

  private async compare(groupId: string): Promise<void> {
    const open = this.server.reads.groups.get(groupId);
    const group = open && open.status !== 'resolved' ? open : await this.server.runner.readState(alertGroupDecider, groupId);
    if (group.status === 'none' || this.isLongOver(group)) return void this.withMessages.delete(groupId);
    const { messages, isSending } = this.messagesOf(group);
    if (messages.length > 0) this.withMessages.set(groupId, chatsOf(messages));
    for (const message of messages) await this.bringUpToDate(groupId, message);
    if (group.status !== 'resolved') return;
    // memory says nothing more of its pages
    if (isSending) this.later(groupId, this.pacing.now() + retryAfter);
    if (!this.due.has(groupId)) this.withMessages.delete(groupId);
  }

  /** Its chat may never come back: its connection was removed. */
  private isLongOver(group: ExistingGroup): boolean {
    return group.status === 'resolved' && group.at <= addMillis(this.server.clock.now(), -comparedAfterEnd);
  }

  private async bringUpToDate(groupId: string, message: ChatMessage): Promise<void> {
    const { id, chat, place, key, edit } = message;
    const shown = this.shown.get(id);
    if ((shown?.key ?? this.keyAtStart(message)) === key) return;
    const now = this.pacing.now();
    const from = Math.max(shown ? shown.at + editEvery : 0, this.places.get(place) ?? 0, this.away.get(chat) ?? 0);
    if (!this.isRunning || from > now) return this.later(groupId, from);
    this.places.set(place, now + placeEvery);
    const result = await edit(this.stopping.signal);
    if (result === 'done') return this.remember(id, { key, at: now });
    this.away.set(chat, now + result.waits);
    this.later(groupId, now + result.waits);
  }

  /** What a message said that was sent before this start is unknown: it may have been edited since. */
  private keyAtStart({ sentAt, sentWith }: ChatMessage): string | null {
    return sentAt < this.startedAt ? null : sentWith;
  }

  private later(groupId: string, at: number): void {
    const planned = this.due.get(groupId);
    if (planned === undefined || at < planned) this.due.set(groupId, at);
  }

  private remember(id: string, shown: Shown): void {
    this.shown.delete(id);
    this.shown.set(id, shown);
    const [oldest] = this.shown.keys();
    if (oldest !== undefined && this.shown.size > remembered) this.shown.delete(oldest);
  }
}
