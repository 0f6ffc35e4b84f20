import { limits } from '@tocsin/contracts/limits.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { quarantineOf } from '../core/store-quarantine.js';
import type { ServerParts } from '../core/server-parts.js';
import { isWorking } from './readiness.js';

type Dependencies = Pick<
  ServerParts,
  'clock' | 'feed' | 'folder' | 'log' | 'memory' | 'reacting' | 'reads' | 'reserve' | 'troubles' | 'views'
>;

/**
 * The outward heartbeat: calls a URL every minute while log and reactor work. The service that watches it raises the alarm when
 * Tocsin can’t.
 */
export class OutwardHeartbeat {
  lastSentAt: string | null = null;
  private cancel: () => void = () => {};

  constructor(
    private readonly parts: Dependencies,
    private readonly outgoing: OutgoingHttp,
    private readonly url: string,
    /** Something is overdue, or was late recently: the heartbeat is then withheld, so that the watching service raises the alarm. */
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
    this.cancel = clock.at(addMillis(clock.now(), limits.heartbeatEvery), () => void this.beat());
    // A paused copy must not send: it would hide that the original has stopped.
    if (quarantineOf(this.parts.reads) || this.isLate() || !(await isWorking(this.parts)).ok) return;
    try {
      await this.outgoing.get(this.url, { deadlineMs: alertGroupLimits.sendDeadline, isTrusted: true });
      this.lastSentAt = clock.now();
    } catch (error) {
      troubles.note('outward heartbeat', error);
    }
  }
}
