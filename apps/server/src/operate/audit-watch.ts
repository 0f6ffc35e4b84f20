import type { AuditReport } from '@tocsin/contracts/audit.js';
import { duration } from '@tocsin/contracts/duration.js';
import { limits } from '@tocsin/contracts/limits.js';
import { between, plus } from '@tocsin/kernel/time.js';
import type { MonotonicClock } from '@tocsin/platform/clock/monotonic-clock.js';
import type { Auditor } from './auditor.js';
import { EverySecond } from './every-second.js';

/** Milliseconds. What was due while nobody was there is done first, and the reactor says since when that was. */
const settlesWithin = duration.minute;

export interface AuditWatchParts {
  readonly auditor: Pick<Auditor, 'report'>;
  readonly now: () => string;
  readonly monotonic: Pick<MonotonicClock, 'now'>;
  /** Somebody is to be told: the log is live and not held, and time is not moved by hand, which makes late what nobody waited for. */
  readonly isTelling: () => boolean;
}

/** Looks every second whether something is overdue, or was late, so that owners must hear of it. */
export class AuditWatch {
  /** Not older than a few seconds, but where the log does not answer. */
  last: AuditReport | null = null;
  /** Unknown until what was due while nobody was there is done. */
  private verdict: AuditReport | 'clean' | 'unknown' = 'unknown';
  private readonly looking = new EverySecond(() => this.see());
  private began: { readonly at: string; readonly running: number } | undefined;

  constructor(private readonly parts: AuditWatchParts) {}

  start(): void {
    this.began = { at: this.parts.now(), running: this.parts.monotonic.now() };
    this.looking.start();
  }

  stop(): Promise<void> {
    return this.looking.stop();
  }

  /** Never rejects: of a log that can’t be read, `/readyz` says so. */
  look(): Promise<void> {
    return this.looking.run();
  }

  /** The last report, if something in it is to be told. */
  get alarm(): AuditReport | null {
    return typeof this.verdict === 'object' && this.parts.isTelling() ? this.verdict : null;
  }

  /** Nothing is to be told, for certain. */
  get isClean(): boolean {
    return this.verdict === 'clean';
  }

  private async see(): Promise<void> {
    const seen = await this.parts.auditor.report().catch(() => null);
    if (!seen) return;
    this.last = seen.report;
    if (seen.isCurrent) this.verdict = this.judge(seen.report);
  }

  private judge(report: AuditReport): AuditReport | 'clean' | 'unknown' {
    const { began, parts } = this;
    if (!began || parts.monotonic.now() - began.running < settlesWithin) return 'unknown';
    const { lastAt } = report.alarms;
    const isFresh = lastAt !== null && lastAt >= plus(began.at, settlesWithin) && between(lastAt, parts.now()) < limits.audit.quiet;
    return report.overdueMuch > 0 || isFresh ? report : 'clean';
  }
}
