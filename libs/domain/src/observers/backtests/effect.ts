import type { BacktestEffect } from '@tocsin/contracts/backtests/backtests.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import type { Tally } from './tally.js';

type Side = Pick<Tally, 'firstTriedIn' | 'nightPagesIn'>;

/** Sums up the alert groups that go another way by the change: night pages, and those that had something to do. */
export class Effect {
  private readonly sums = { groups: 0, nightPages: { was: 0, would: 0 }, unpaged: 0 };
  private readonly delays: number[] = [];

  /** `isReal`: somebody said that there was something to do, or worked on it. */
  take(groupId: string, { before, after, isReal }: { readonly before: Side; readonly after: Side; readonly isReal: boolean }): void {
    this.sums.groups += 1;
    this.sums.nightPages.was += before.nightPagesIn(groupId);
    this.sums.nightPages.would += after.nightPagesIn(groupId);
    if (isReal) this.takeDelay(before.firstTriedIn(groupId), after.firstTriedIn(groupId));
  }

  result(): BacktestEffect {
    const { groups, nightPages, unpaged } = this.sums;
    const sortedDelays = this.delays.toSorted((a, b) => a - b);
    const median = sortedDelays[Math.ceil(sortedDelays.length / 2) - 1] ?? null;
    return { groups, nightPages, real: { later: sortedDelays.length, median, unpaged } };
  }

  private takeDelay(was: string | undefined, would: string | undefined): void {
    if (was === undefined) return;
    if (would === undefined) this.sums.unpaged += 1;
    else if (would > was) this.delays.push(millisBetween(was, would));
  }
}
