import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@tocsin/contracts/limits.js';
import { plus } from '@tocsin/kernel/time.js';
import type { CallDeadlines } from '@tocsin/platform/clock/call-deadlines.js';
import { ManualClock } from '@tocsin/platform/clock/clock.js';
import type { ServerParts } from '../core/server-parts.js';
import { HttpProblem } from '../problems/problem.js';

type Needs = Pick<ServerParts, 'clock' | 'feed' | 'log' | 'reacting' | 'views'>;

/**
 * Milliseconds of the machine’s time that a call may take before the clock answers without it: longer than the longest deadline, so that
 * each has ended, and what it came to is recorded. It bounds a call that has no end by a fault of ours.
 */
const timeout = limits.smtpDeadline + limits.sendDeadline;
/** Milliseconds of the machine’s time for which the clock stands still for a call, so that whoever answers is heard; then it moves on. */
const standsFor = 2_000;
/** Milliseconds. What one look at the work under way counts at most: a machine that is busy elsewhere takes nobody’s time to answer. */
const mostOfALook = 5;
const mostRounds = 100_000;

/** Moves the clock, runs all that falls due in order, and resolves when views have caught up. */
export class Settling {
  private turn: Promise<unknown> = Promise.resolve();
  constructor(
    private readonly parts: Needs,
    private readonly deadlines: CallDeadlines,
    /** What goes on behind the reactor, and must have been tried. */
    private readonly behind: readonly { readonly settled: Promise<void> }[],
  ) {}

  /** Answers the instant that it is now. Throws HttpProblem clock.not_manual. */
  advance(millis: number): Promise<string> {
    const run = this.turn.then(() => this.advanceNow(millis));
    this.turn = run.catch(() => undefined);
    return run;
  }

  private async advanceNow(millis: number): Promise<string> {
    const { clock } = this.parts;
    if (!(clock instanceof ManualClock)) throw new HttpProblem('clock.not_manual');
    const target = plus(clock.now(), millis);
    await this.settle('moving');
    for (let rounds = 0; rounds < mostRounds; rounds += 1) {
      const next = clock.nextAlarm(target);
      if (next === undefined || next > target) break;
      clock.moveTo(next);
      await this.settle('moving');
    }
    clock.moveTo(target);
    await this.parts.views.built;
    await this.parts.views.projector.reachedOrdinal(await this.settle('standing'), limits.sendDeadline);
    return clock.now();
  }

  /**
   * Until nothing is due, nobody is working, and memory and reactor are at the head of the log. Answers its ordinal. `moving`: calls that
   * were given their time to answer may go on, for their deadlines come with the clock.
   */
  private async settle(then: 'moving' | 'standing'): Promise<number> {
    const { parts } = this;
    for (;;) {
      const { ordinal, token } = await parts.log.head();
      await parts.feed.reached(token);
      const { reactor } = parts.reacting;
      const isQuiet = !reactor || (reactor.position >= ordinal && reactor.idle);
      const mayGoOn = then === 'moving' ? this.deadlines.stoodAtLeast(standsFor) : 0;
      const isWaited = !reactor || reactor.callsYoungerThan(timeout) <= mayGoOn;
      if (isQuiet) await Promise.all(this.behind.map(({ settled }) => settled));
      if (isQuiet && isWaited && (await parts.log.head()).ordinal === ordinal) {
        return ordinal;
      }
      // Somebody is at work: look again when the loop has turned. It ends with the work, or with patience for a provider.
      const before = performance.now();
      await pause(isQuiet ? 2 : 0);
      this.deadlines.stood(Math.min(performance.now() - before, mostOfALook));
    }
  }
}
