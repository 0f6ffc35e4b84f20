import { setTimeout as pause } from 'node:timers/promises';
import PQueue from 'p-queue';
import * as mailServerLimits from '@tocsin/contracts/mail-server/limits.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { CallDeadlines } from '@tocsin/platform/clock/call-deadlines.js';
import { ManualClock } from '@tocsin/platform/clock/clock.js';
import type { ServerParts } from '../core/server-parts.js';
import { HttpProblem } from '../problems/problem.js';

type Dependencies = Pick<ServerParts, 'clock' | 'feed' | 'log' | 'reacting' | 'views'>;

/**
 * Milliseconds of real time after which the clock no longer waits for a call: longer than the longest deadline, so that each call
 * has ended and its outcome is recorded. It only limits a call that never ends because of a bug.
 */
const timeout = 3 * mailServerLimits.smtpDeadline + alertGroupLimits.sendDeadline;
/** Milliseconds of real time for which the clock waits for a provider to answer; then it moves on. */
const stableMillis = 2_000;
/**
 * Milliseconds. The most that one check of the running work counts as waiting: time in which the machine was busy elsewhere is not
 * taken from the provider.
 */
const maxEventsPerLook = 5;
const maxRounds = 100_000;

/** Advances the manual clock, runs everything that becomes due in order, and resolves when the views have caught up. */
export class ClockAdvance {
  private readonly queue = new PQueue({ concurrency: 1 });
  constructor(
    private readonly parts: Dependencies,
    private readonly deadlines: CallDeadlines,
    /** Background work after the reactor that must have been tried. */
    private readonly followers: readonly { readonly whenSettled: Promise<void> }[],
  ) {}

  /** Returns the new current instant. Throws HttpProblem clock.not_manual. */
  advance(millis: number): Promise<string> {
    return this.queue.add(() => this.advanceNow(millis));
  }

  private async advanceNow(millis: number): Promise<string> {
    const { clock } = this.parts;
    if (!(clock instanceof ManualClock)) throw new HttpProblem('clock.not_manual');
    const target = addMillis(clock.now(), millis);
    await this.settle('moving');
    for (let rounds = 0; rounds < maxRounds; rounds += 1) {
      const next = clock.nextAlarm(target);
      if (next === undefined || next > target) break;
      clock.moveTo(next);
      await this.settle('moving');
    }
    clock.moveTo(target);
    await this.parts.views.built;
    await this.parts.views.projector.waitForOrdinal(await this.settle('standing'), alertGroupLimits.sendDeadline);
    return clock.now();
  }

  /**
   * Resolves when nothing is due, no work is running, and memory and reactor are at the head of the log. Returns its ordinal.
   * `moving`: calls that were given their time to answer may continue, because their deadlines come with the clock.
   */
  private async settle(clockMode: 'moving' | 'standing'): Promise<number> {
    const { parts } = this;
    for (;;) {
      const { ordinal, token } = await parts.log.head();
      await parts.feed.waitForToken(token);
      const { reactor } = parts.reacting;
      const isQuiet = !reactor || (reactor.position >= ordinal && reactor.idle);
      const canContinue = clockMode === 'moving' ? this.deadlines.countStanding(stableMillis) : 0;
      const isWaited = !reactor || reactor.countCallsYoungerThan(timeout) <= canContinue;
      if (isQuiet) await Promise.all(this.followers.map(({ whenSettled }) => whenSettled));
      if (isQuiet && isWaited && (await parts.log.head()).ordinal === ordinal) {
        return ordinal;
      }
      // Work is running: check again in the next turn of the event loop. Ends with the work, or with the time for a provider.
      const before = performance.now();
      await pause(isQuiet ? 2 : 0);
      this.deadlines.addStandingTime(Math.min(performance.now() - before, maxEventsPerLook));
    }
  }
}
