import type { AuditReport } from '@tocsin/contracts/auditor/audit.js';
import { duration } from '@tocsin/contracts/duration.js';
import * as auditorLimits from '@tocsin/contracts/auditor/limits.js';
import { isNear, addMillis } from '@tocsin/kernel/time.js';
import type { MonotonicClock } from '@tocsin/platform/clock/monotonic-clock.js';
import type { Auditor } from './auditor.js';
import { EverySecond } from './every-second.js';

/** Milliseconds. After an outage the reactor first catches up, and reports the outage. */
const settleTimeout = duration.minute;

export interface AuditWatchDependencies {
  readonly auditor: Pick<Auditor, 'report'>;
  readonly now: () => string;
  readonly monotonic: Pick<MonotonicClock, 'now'>;
  /**
   * Whether findings are reported: the log has a reactor and is not paused, and the clock is not manual, because a manual clock makes
   * things late that no one waited for.
   */
  readonly isTelling: () => boolean;
}

/** Checks every second whether something is overdue, or was late, and notifies owners. */
export class AuditWatch {
  /** At most a few seconds old, unless the log does not answer. */
  last: AuditReport | null = null;
  /** `unknown` until the work that was due during an outage is done. */
  private verdict: AuditReport | 'clean' | 'unknown' = 'unknown';
  private readonly looking = new EverySecond(() => this.check());
  private began: { readonly at: string; readonly runningMs: number } | undefined;

  constructor(private readonly dependencies: AuditWatchDependencies) {}

  start(): void {
    this.began = { at: this.dependencies.now(), runningMs: this.dependencies.monotonic.now() };
    this.looking.start();
  }

  stop(): Promise<void> {
    return this.looking.stop();
  }

  /** Never rejects: `/readyz` reports a log that can’t be read. */
  look(): Promise<void> {
    return this.looking.run();
  }

  /** The last report, if something in it must be reported. */
  get alarm(): AuditReport | null {
    return typeof this.verdict === 'object' && this.dependencies.isTelling() ? this.verdict : null;
  }

  /** True when it is certain that there is nothing to report. */
  get isClean(): boolean {
    return this.verdict === 'clean';
  }

  private async check(): Promise<void> {
    const report = await this.dependencies.auditor.report().catch(() => null);
    if (!report) return;
    this.last = report.report;
    if (report.isCurrent) this.verdict = this.judge(report.report);
  }

  private judge(report: AuditReport): AuditReport | 'clean' | 'unknown' {
    const { began, dependencies: parts } = this;
    if (!began || parts.monotonic.now() - began.runningMs < settleTimeout) return 'unknown';
    const { lastAt } = report.alarms;
    const isFresh =
      lastAt !== null && lastAt >= addMillis(began.at, settleTimeout) && isNear(lastAt, parts.now(), auditorLimits.audit.quiet);
    return report.overdueMuch > 0 || isFresh ? report : 'clean';
  }
}
