import PQueue from 'p-queue';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { EventLog, StoredEvent, Subscription } from '../event-log/event-log.js';
import type { EventCauses } from './cause-entries.js';
import { CausesMoved, type CauseIndex } from './cause-index.js';

/** Milliseconds between two saves in a storm, unless `fullSave` events wait: each save touches many pages, so few large ones cost less. */
const batchDelay = 500;
const fullSave = 4_000;
/** The most events that wait for a store that can’t be written; beyond that, they are read from the log again. */
const maxWaiting = 20_000;

export interface CauseKeeperDependencies {
  readonly index: Pick<CauseIndex, 'begin' | 'save'>;
  readonly log: Pick<EventLog, 'follow' | 'head'>;
  /** Decodes as much as `causesOf` reads. */
  readonly decode: (storedEvent: StoredEvent) => Recorded;
  readonly causesOf: (event: Recorded) => readonly string[];
  /** False: the remaining disk space is for the log. */
  readonly hasRoom: () => boolean;
  readonly onTrouble: (error: unknown) => void;
}

/**
 * Updates the index of causes. It takes events from the projector, so that nothing is read twice. When it is behind, because there was no index or a save
 * failed, it follows the log separately until it has caught up, without delaying the projector.
 */
export class CauseKeeper {
  /** `position`: the last event that is saved; `last`: the last one that is saved or waiting. */
  private position = 0;
  private last = 0;
  private offeredOrdinal = 0;
  private waitingEntries: EventCauses[] = [];
  private lastSaved = 0;
  private timer: NodeJS.Timeout | undefined;
  private readonly saves = new PQueue({ concurrency: 1 });
  private following: Subscription | undefined;
  private whenCaughtUp: Promise<void> | undefined;
  private isStopped = false;

  constructor(private readonly dependencies: CauseKeeperDependencies) {}

  /** `ordinal`: the projector’s position. Rejects when the index can’t be reached; it is then not started. */
  async start(ordinal: number): Promise<void> {
    await this.begin();
    this.offeredOrdinal = ordinal;
    if (this.position < ordinal) this.follow();
  }

  /** Events of all types, in log order; may contain events again. Returns at once. */
  offer(events: readonly Recorded[]): void {
    this.offeredOrdinal = Math.max(this.offeredOrdinal, events.at(-1)?.ordinal ?? 0);
    if (this.following || this.isStopped) return;
    const fresh = events.filter(({ ordinal }) => ordinal > this.last);
    if (fresh.length === 0) return;
    if (fresh[0]!.ordinal !== this.last + 1 || this.waitingEntries.length > maxWaiting) return this.fallBehind();
    for (const event of fresh) this.waitingEntries.push(this.linksOf(event));
    this.last = fresh.at(-1)!.ordinal;
    this.saveSoon();
  }

  /** Resolves when no write is running. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.following?.stop();
    await this.whenCaughtUp;
    await this.saves.onIdle();
    await this.saveWaiting();
  }

  private async begin(): Promise<void> {
    const { index, log } = this.dependencies;
    this.position = await index.begin((await log.head()).ordinal);
    this.last = this.position;
  }

  private saveSoon(): void {
    const rest = this.waitingEntries.length >= fullSave ? 0 : this.lastSaved + batchDelay - performance.now();
    if (rest > 0) this.timer ??= setTimeout(() => this.saveNow(), rest);
    else this.saveNow();
  }

  private saveNow(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    void this.saves.add(() => this.saveWaiting());
  }

  /** After a failure it follows the log, which tries again and reports errors. */
  private async saveWaiting(): Promise<void> {
    const links = this.waitingEntries;
    this.waitingEntries = [];
    if (links.length === 0) return;
    try {
      await this.save(links);
    } catch {
      this.fallBehind();
    }
  }

  private async save(links: readonly EventCauses[]): Promise<void> {
    if (!this.dependencies.hasRoom())
      throw new Error('the disk is full: the index of causes is paused, and the remaining space is kept for the log');
    await this.dependencies.index.save(links, this.position);
    this.position = links.at(-1)!.ordinal;
    this.lastSaved = performance.now();
  }

  private fallBehind(): void {
    this.waitingEntries = [];
    this.last = this.position;
    if (!this.following) this.follow();
  }

  private follow(): void {
    if (this.isStopped) return;
    const { log, onTrouble } = this.dependencies;
    this.following = log.follow(this.position, (events) => this.take(events), onTrouble);
  }

  /** Stops following when the current handler has ended. */
  private leave(): void {
    this.whenCaughtUp = this.following?.stop();
    this.following = undefined;
  }

  private async take(events: readonly StoredEvent[]): Promise<void> {
    // waits for a save that was running when it fell behind
    await this.saves.onIdle();
    try {
      await this.save(events.map((storedEvent) => this.linksOf(this.dependencies.decode(storedEvent))));
      this.last = this.position;
      if (this.position >= this.offeredOrdinal) this.leave();
    } catch (error) {
      if (!(error instanceof CausesMoved)) throw error;
      await this.begin();
      this.leave();
      this.follow();
    }
  }

  private linksOf(event: Recorded): EventCauses {
    return { ordinal: event.ordinal, id: event.id, causes: this.dependencies.causesOf(event) };
  }
}
