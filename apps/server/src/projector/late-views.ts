import { duration } from '@tocsin/contracts/duration.js';

const lateAfter = 30 * duration.second;

/** Detects events that the views have not read for half a minute, so that outdated screens are reported. */
export class LateViews {
  private oldest: { readonly ordinal: number; readonly since: number } | null = null;

  /** Called every few seconds with milliseconds of a monotonic clock. Returns a sentence once for each half minute. */
  look(views: number, head: number, now: number): string | null {
    if (this.oldest && views >= this.oldest.ordinal) this.oldest = null;
    if (head > views) this.oldest ??= { ordinal: head, since: now };
    if (!this.oldest || now - this.oldest.since < lateAfter) return null;
    const { ordinal } = this.oldest;
    this.oldest = null;
    return `The views have not applied event ${ordinal} for 30 s: they are at ${views}. Screens show outdated data; paging continues.`;
  }
}
