import { duration } from '@tocsin/contracts/duration.js';
import { alertGroupDecider } from '@tocsin/domain/operation/alert-groups/decider.js';
import type { ExistingGroup } from '@tocsin/domain/operation/alert-groups/state.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { ChannelOutcome } from '../channels/channel.js';
import type { ServerParts } from '../core/server-parts.js';
import { quarantineOf } from '../core/store-quarantine.js';

export type BoardServer = Pick<ServerParts, 'clock' | 'logKind' | 'memory' | 'reads' | 'runner' | 'troubles'>;

/** A message in a chat about a group, which says the group’s state. */
export interface ChatMessage {
  /** The chat’s own name of it. */
  readonly id: string;
  /** Messages of one place are changed one after the other. */
  readonly place: string;
  /** What it ought to say, in short: with an equal one it needs no edit. */
  readonly key: string;
  /** The key of what it said when it was sent. */
  readonly sentWith: string;
  readonly edit: () => Promise<ChannelOutcome>;
}

/** The messages in chats about a group. */
export type MessagesOf = (group: ExistingGroup) => readonly ChatMessage[];

/** An edit may wait so long for the next one, and a place gets one a second. */
const editEvery = 3 * duration.second;
const placeEvery = duration.second;
const retryAfter = 15 * duration.second;
/** Messages whose last state is remembered. */
const remembered = 5_000;

interface Shown {
  readonly key: string;
  readonly at: string;
}

/**
 * Keeps messages in chats as their groups are: edits them to the newest state, and never to one in between. Nothing of it is on the log: what is lost at a
 * stop is found by comparing again. A chat that is away for long gets one edit a message when it is back.
 */
export class ChatBoard {
  /** Groups whose messages may be out of date, by when they are looked at. */
  private readonly due = new Map<string, string>();
  /** Groups that have messages, until they end. */
  private readonly withMessages = new Set<string>();
  private readonly shown = new Map<string, Shown>();
  private readonly places = new Map<string, string>();
  private isRunning = false;
  private cancelWake: () => void = () => {};
  private working: Promise<void> | null = null;

  constructor(
    private readonly server: BoardServer,
    private readonly messagesOf: MessagesOf,
  ) {
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
    if (view === 'organisation') this.wake();
  }

  start(): void {
    if (this.server.logKind !== 'live') return;
    this.isRunning = true;
    for (const { groupId, status } of this.server.reads.groups.all()) if (status !== 'resolved') this.onGroup(groupId);
  }

  async stop(): Promise<void> {
    this.isRunning = false;
    this.cancelWake();
    await this.working;
  }

  /** Resolves once nothing is being edited. */
  get whenSettled(): Promise<void> {
    return this.working ?? Promise.resolve();
  }

  /** Compares the messages of a group soon. */
  compareSoon(groupId: string): void {
    if (!this.isRunning) return;
    this.due.set(groupId, this.server.clock.now());
    this.wake();
  }

  /** Memory drops the pages of a resolved group, so which groups have messages is remembered. */
  private onGroup(groupId: string): void {
    const group = this.server.reads.groups.get(groupId);
    if (group && group.status !== 'resolved' && this.messagesOf(group).length > 0) this.withMessages.add(groupId);
    if (this.withMessages.has(groupId)) this.compareSoon(groupId);
  }

  private wake(): void {
    if (!this.isRunning || this.working || this.due.size === 0 || quarantineOf(this.server.reads)) return;
    this.cancelWake();
    const next = [...this.due.values()].toSorted()[0]!;
    this.cancelWake = this.server.clock.at(next, () => void this.work());
  }

  private async work(): Promise<void> {
    if (this.working || !this.isRunning) return;
    this.working = this.workOff();
    await this.working;
    this.working = null;
    this.wake();
  }

  private async workOff(): Promise<void> {
    const now = this.server.clock.now();
    for (const [groupId, at] of this.due) {
      if (!this.isRunning || at > now) continue;
      this.due.delete(groupId);
      try {
        await this.compare(groupId);
      } catch (error) {
        this.server.troubles.note('messages in chats', error);
        this.later(groupId, addMillis(now, retryAfter));
      }
    }
  }

  private async compare(groupId: string): Promise<void> {
    const open = this.server.reads.groups.get(groupId);
    const group = open && open.status !== 'resolved' ? open : await this.server.runner.readState(alertGroupDecider, groupId);
    if (group.status === 'none') return;
    for (const message of this.messagesOf(group)) await this.bringUpToDate(groupId, message);
    if (group.status === 'resolved' && !this.due.has(groupId)) this.withMessages.delete(groupId);
  }

  private async bringUpToDate(groupId: string, { id, place, key, sentWith, edit }: ChatMessage): Promise<void> {
    const shown = this.shown.get(id);
    if ((shown?.key ?? sentWith) === key) return;
    const now = this.server.clock.now();
    const from = [shown && addMillis(shown.at, editEvery), this.places.get(place)]
      .filter((at) => at !== undefined)
      .toSorted()
      .at(-1);
    if (from !== undefined && from > now) return this.later(groupId, from);
    this.places.set(place, addMillis(now, placeEvery));
    const outcome = await edit();
    if (!outcome.ok && outcome.retry) return this.later(groupId, addMillis(now, Math.max(retryAfter, outcome.retryAfter ?? 0)));
    this.remember(id, { key, at: now });
  }

  private later(groupId: string, at: string): void {
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
