import { duration } from '@tocsin/contracts/duration.js';

const late = 30 * duration.second;

/** Detects events that the views have not read for half a minute, so that outdated screens are reported. */
export class LateViews {
  private waiting: { readonly ordinal: number; readonly since: number } | null = null;

  /** Called every few seconds with milliseconds of a monotonic clock. Returns a sentence once for each half minute. */
  look(views: number, head: number, now: number): string | null {
    if (this.waiting && views >= this.waiting.ordinal) this.waiting = null;
    if (head > views) this.waiting ??= { ordinal: head, since: now };
    if (!this.waiting || now - this.waiting.since < late) return null;
    const { ordinal } = this.waiting;
    this.waiting = null;
    return `The views have not applied event ${ordinal} for 30 s: they are at ${views}. Screens show outdated data; paging continues.`;
  }
}
