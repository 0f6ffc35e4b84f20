import { limits } from '@tocsin/contracts/limits.js';
import { plus } from '@tocsin/kernel/time.js';
import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { heldIn } from '../core/held.js';
import type { ServerParts } from '../core/server-parts.js';
import { isWorking } from './readiness.js';

type Needs = Pick<ServerParts, 'clock' | 'feed' | 'folder' | 'log' | 'memory' | 'reacting' | 'reads' | 'reserve' | 'troubles' | 'views'>;

/** The outward heartbeat: a URL that is called every minute while log and reactor work. Who watches it rings when Tocsin can’t. */
export class OutwardHeartbeat {
  lastSentAt: string | null = null;
  private cancel: () => void = () => {};

  constructor(
    private readonly parts: Needs,
    private readonly outgoing: OutgoingHttp,
    private readonly url: string,
    /** Something is overdue, or was late a short time ago: whoever watches from outside must ring. */
    private readonly isLate: () => boolean,
  ) {}

  start(): void {
    void this.beat();
  }

  stop(): void {
    this.cancel();
  }

  private async beat(): Promise<void> {
    const { clock, troubles } = this.parts;
    this.cancel = clock.at(plus(clock.now(), limits.heartbeatEvery), () => void this.beat());
    // A copy that sends nothing must not hide that the one it was made from has stopped.
    if (heldIn(this.parts.reads) || this.isLate() || !(await isWorking(this.parts)).ok) return;
    try {
      await this.outgoing.get(this.url, { deadlineMs: limits.sendDeadline, trusted: true });
      this.lastSentAt = clock.now();
    } catch (error) {
      troubles.note('outward heartbeat', error);
    }
  }
}
