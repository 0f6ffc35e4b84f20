import * as heartbeatLimits from '@tocsin/contracts/heartbeats/limits.js';
import { addMillis, millisBetween } from '@tocsin/kernel/time.js';
import type { ServerParts } from '../core/server-parts.js';
import { createEventId, type Inbox } from './inbox.js';

interface HeldPing {
  readonly at: string;
  readonly count: number;
}

/**
 * Pings that were answered and are not on the log yet. They get there long before their heartbeats would be overdue; what a crash takes is made good by
 * the fresh interval that follows it.
 */
export class HeldPings {
  private waiting = new Map<string, HeldPing>();
  private cancel: (() => void) | null = null;

  constructor(
    private readonly parts: Pick<ServerParts, 'clock' | 'troubles'>,
    private readonly inbox: Pick<Inbox, 'countPings'>,
  ) {}

  /** The last write failed: nothing more is held until one succeeds, so that senders repeat. */
  isFailing = false;

  hold(heartbeatId: string, at: string): void {
    this.waiting.set(heartbeatId, { at, count: (this.waiting.get(heartbeatId)?.count ?? 0) + 1 });
    if (this.waiting.size >= heartbeatLimits.together.most) void this.write();
    else this.plan();
  }

  /** What is held of this one is written, with all else. */
  async writeOf(heartbeatId: string): Promise<void> {
    if (this.waiting.has(heartbeatId)) await this.write();
  }

  /** Never rejects: what could not be written is held on. */
  async write(): Promise<void> {
    this.cancel?.();
    this.cancel = null;
    if (this.waiting.size === 0) return;
    const written = this.waiting;
    this.waiting = new Map();
    const now = this.parts.clock.now();
    const pings = [...written].map(([id, { at, count: n }]) => ({ id, ago: millisBetween(at, now), ...(n === 1 ? {} : { n }) }));
    try {
      await this.inbox.countPings(createEventId(now), pings, now);
      this.isFailing = false;
    } catch (error) {
      this.parts.troubles.note('pings', error);
      this.isFailing = true;
      this.takeBack(written);
      this.plan();
    }
  }

  async stop(): Promise<void> {
    await this.write();
    this.cancel?.();
  }

  private takeBack(written: ReadonlyMap<string, HeldPing>): void {
    for (const [id, before] of written) {
      const since = this.waiting.get(id);
      this.waiting.set(id, since ? { at: since.at, count: since.count + before.count } : before);
    }
  }

  private plan(): void {
    const { clock } = this.parts;
    const { again, every } = heartbeatLimits.together;
    this.cancel ??= clock.at(addMillis(clock.now(), this.isFailing ? again : every), () => {
      this.cancel = null;
      void this.write();
    });
  }
}
