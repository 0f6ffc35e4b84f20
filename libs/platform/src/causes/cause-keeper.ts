import { setTimeout as pause } from 'node:timers/promises';
import type { EventLog, StoredEvent, Subscription } from '../event-log/event-log.js';
import { CausesMoved, type CauseIndex, type Links } from './cause-index.js';

/** In a storm, milliseconds between two saves: each touches a page of the tree for nearly every event, so that few large ones cost less. */
const restInStorms = 100;
const fullBatch = 200;

export interface CauseKeeperParts {
  readonly index: Pick<CauseIndex, 'begin' | 'save'>;
  readonly log: Pick<EventLog, 'follow' | 'head'>;
  /** Ids of all events that led to this one. */
  readonly causesOf: (stored: StoredEvent) => readonly string[];
  /** False: what room the disk has left is for the log. */
  readonly hasRoom: () => boolean;
  readonly onTrouble: (error: unknown) => void;
}

/** Keeps the index of causes along the log, beside the projector and at its own pace: where there is none yet, from the first event on. */
export class CauseKeeper {
  private following: Subscription | undefined;
  private left: Promise<void> | undefined;
  private isStopped = false;
  private position = 0;
  private lastSaved = 0;

  constructor(private readonly parts: CauseKeeperParts) {}

  /** Rejects when the index can’t be reached; nothing has begun then. */
  async start(): Promise<void> {
    await this.begin();
    this.follow();
  }

  /** Resolves when nothing is written any more. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.following?.stop();
    await this.left;
  }

  private async begin(): Promise<void> {
    const { index, log } = this.parts;
    this.position = await index.begin((await log.head()).ordinal);
  }

  private follow(): void {
    if (this.isStopped) return;
    const { log, onTrouble } = this.parts;
    this.following = log.follow(this.position, (events) => this.take(events), onTrouble);
  }

  private async take(events: readonly StoredEvent[]): Promise<void> {
    if (!this.parts.hasRoom()) throw new Error('the disk is full: the index of causes waits, and what room is left is for the log');
    try {
      await this.save(events);
    } catch (error) {
      if (!(error instanceof CausesMoved)) throw error;
      await this.begin();
      // what stands in this batch may be far from there: another one reads on, and this one ends with its handler
      this.left = this.following?.stop();
      this.follow();
    }
  }

  private async save(events: readonly StoredEvent[]): Promise<void> {
    const { index, causesOf } = this.parts;
    const links = events.map((stored): Links => ({ ordinal: stored.ordinal, id: stored.id, causes: causesOf(stored) }));
    await index.save(links, this.position);
    this.position = links.at(-1)!.ordinal;
    const isBusy = performance.now() - this.lastSaved < restInStorms && events.length < fullBatch;
    if (isBusy) await pause(restInStorms);
    this.lastSaved = performance.now();
  }
}
