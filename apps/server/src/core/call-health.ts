import { millisBetween } from '@tocsin/kernel/time.js';
import type { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';

/** Failures without any answer. A refusal by the other side shows that calls get through. */
export const unanswered: ReadonlySet<string> = new Set(['delivery.timeout', 'delivery.provider_unreachable']);
/** Milliseconds after which it is reported that no call gets through, and after which that is forgotten when none is made. */
const reportedAfter = 30_000;
const forgottenAfter = 600_000;
/** One receiver that does not answer is a matter of its own person. */
const leastHosts = 2;

interface Standstill {
  readonly since: string;
  readonly lastAt: string;
  readonly calls: number;
  readonly hosts: ReadonlySet<string>;
}

/** Whether calls to webhooks, push services and subscriptions get through, judged by all calls since the last answer. */
export class CallHealth {
  private standstill: Standstill | null = null;

  constructor(private readonly now: () => string) {}

  /** `failure`: null when the other side answered. */
  readonly onResult = (host: string, failure: OutgoingFailed | null): void => {
    if (failure && (failure.reason === 'delivery.outcome_unknown' || failure.reason === 'delivery.private_address')) return;
    if (!failure || !unanswered.has(failure.reason)) {
      this.standstill = null;
      return;
    }
    const now = this.now();
    const { since = now, calls = 0, hosts = [] } = this.standstill ?? {};
    this.standstill = { since, lastAt: now, calls: calls + 1, hosts: new Set([...hosts, host]) };
  };

  /** A sentence when calls to several hosts are made and none is answered; otherwise null. */
  describe(): string | null {
    const { standstill } = this;
    const now = this.now();
    if (!standstill || standstill.hosts.size < leastHosts || millisBetween(standstill.lastAt, now) > forgottenAfter) return null;
    const lasts = millisBetween(standstill.since, now);
    if (lasts < reportedAfter) return null;
    const seconds = Math.floor(lasts / 1_000);
    return `no delivery has been answered for ${seconds} s: ${standstill.calls} calls to ${standstill.hosts.size} hosts failed`;
  }
}
