import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { EventLog, StoredEvent, Subscription } from '../event-log/event-log.js';
import type { Links } from './cause-entries.js';
import { CausesMoved, type CauseIndex } from './cause-index.js';

/** In a storm, milliseconds between two saves, unless so many events wait: each save touches many pages, so that few large ones cost less. */
const restInStorms = 500;
const fullSave = 4_000;
/** Of a store that takes nothing, no more is kept waiting: it is read from the log again. */
const mostWaiting = 20_000;

export interface CauseKeeperParts {
  readonly index: Pick<CauseIndex, 'begin' | 'save'>;
  readonly log: Pick<EventLog, 'follow' | 'head'>;
  /** As far as `causesOf` looks at it. */
  readonly decode: (stored: StoredEvent) => Recorded;
  /** Ids of all events that led to this one. */
  readonly causesOf: (event: Recorded) => readonly string[];
  /** False: what room the disk has left is for the log. */
  readonly hasRoom: () => boolean;
  readonly onTrouble: (error: unknown) => void;
}

/**
 * Keeps the index of causes along the log. It takes what the projector hands it, so that nothing is read twice. Where it is behind (there was no
 * index, or a save has failed) it follows the log by itself until it has caught up, and holds up nobody.
 */
export class CauseKeeper {
  /** The last event that is saved, and the last that is saved or waits. */
  private position = 0;
  private last = 0;
  /** The last event that the projector has handed over. */
  private offered = 0;
  private waiting: Links[] = [];
  private lastSaved = 0;
  private timer: NodeJS.Timeout | undefined;
  private saving: Promise<void> = Promise.resolve();
  private following: Subscription | undefined;
  private left: Promise<void> | undefined;
  private isStopped = false;

  constructor(private readonly parts: CauseKeeperParts) {}

  /** `ordinal`: where the projector stands. Rejects when the index can’t be reached; nothing has begun then. */
  async start(ordinal: number): Promise<void> {
    await this.begin();
    this.offered = ordinal;
    if (this.position < ordinal) this.follow();
  }

  /** Events of all types, in log order, each once or again. Returns at once. */
  offer(events: readonly Recorded[]): void {
    this.offered = Math.max(this.offered, events.at(-1)?.ordinal ?? 0);
    if (this.following || this.isStopped) return;
    const fresh = events.filter(({ ordinal }) => ordinal > this.last);
    if (fresh.length === 0) return;
    if (fresh[0]!.ordinal !== this.last + 1 || this.waiting.length > mostWaiting) return this.fallBehind();
    for (const event of fresh) this.waiting.push(this.linksOf(event));
    this.last = fresh.at(-1)!.ordinal;
    this.saveSoon();
  }

  /** Resolves when nothing is written any more. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.following?.stop();
    await this.left;
    await this.saving;
    await this.saveWaiting();
  }

  private async begin(): Promise<void> {
    const { index, log } = this.parts;
    this.position = await index.begin((await log.head()).ordinal);
    this.last = this.position;
  }

  private saveSoon(): void {
    const rest = this.waiting.length >= fullSave ? 0 : this.lastSaved + restInStorms - performance.now();
    if (rest > 0) this.timer ??= setTimeout(() => this.saveNow(), rest);
    else this.saveNow();
  }

  private saveNow(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.saving = this.saving.then(() => this.saveWaiting());
  }

  /** What fails is tried again by following the log, which says what fails. */
  private async saveWaiting(): Promise<void> {
    const links = this.waiting;
    this.waiting = [];
    if (links.length === 0) return;
    try {
      await this.save(links);
    } catch {
      this.fallBehind();
    }
  }

  private async save(links: readonly Links[]): Promise<void> {
    if (!this.parts.hasRoom())
      throw new Error('the disk is full: the index of causes is paused, and the remaining space is kept for the log');
    await this.parts.index.save(links, this.position);
    this.position = links.at(-1)!.ordinal;
    this.lastSaved = performance.now();
  }

  private fallBehind(): void {
    this.waiting = [];
    this.last = this.position;
    if (!this.following) this.follow();
  }

  private follow(): void {
    if (this.isStopped) return;
    const { log, onTrouble } = this.parts;
    this.following = log.follow(this.position, (events) => this.take(events), onTrouble);
  }

  /** Ends with its handler. */
  private leave(): void {
    this.left = this.following?.stop();
    this.following = undefined;
  }

  private async take(events: readonly StoredEvent[]): Promise<void> {
    // a save that was under way when it fell behind
    await this.saving;
    try {
      await this.save(events.map((stored) => this.linksOf(this.parts.decode(stored))));
      this.last = this.position;
      if (this.position >= this.offered) this.leave();
    } catch (error) {
      if (!(error instanceof CausesMoved)) throw error;
      await this.begin();
      this.leave();
      this.follow();
    }
  }

  private linksOf(event: Recorded): Links {
    return { ordinal: event.ordinal, id: event.id, causes: this.parts.causesOf(event) };
  }
}
