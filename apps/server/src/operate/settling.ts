import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@tocsin/contracts/limits.js';
import { plus } from '@tocsin/kernel/time.js';
import { ManualClock } from '@tocsin/platform/clock/clock.js';
import type { Core } from '../core/core.js';
import { HttpProblem } from '../http/problem.js';

/**
 * A call to a provider may take so long of real time before the movable clock goes on without it: longer than the longest deadline, so that
 * each has ended, and what it came to is recorded, before the clock moves on or answers. It bounds a call that has no end by a fault of ours.
 */
const patience = limits.smtpDeadline + limits.sendDeadline;
const mostRounds = 100_000;

/** Moves the clock, runs all that falls due in order, and resolves when views have caught up. */
export class Settling {
  private turn: Promise<unknown> = Promise.resolve();
  constructor(private readonly core: Core) {}

  /** Answers the instant that it is now. Throws HttpProblem clock.not_manual. */
  advance(millis: number): Promise<string> {
    const run = this.turn.then(() => this.advanceNow(millis));
    this.turn = run.catch(() => undefined);
    return run;
  }

  private async advanceNow(millis: number): Promise<string> {
    const { clock } = this.core;
    if (!(clock instanceof ManualClock)) throw new HttpProblem('clock.not_manual');
    const target = plus(clock.now(), millis);
    await this.settle();
    for (let rounds = 0; rounds < mostRounds; rounds += 1) {
      const next = clock.nextAlarm(target);
      if (next === undefined || next > target) break;
      clock.moveTo(next);
      await this.settle();
    }
    clock.moveTo(target);
    await this.core.viewsBuilt;
    await this.core.projector.reachedOrdinal(await this.settle(), limits.sendDeadline);
    return clock.now();
  }

  /** Until nothing is due, nobody is working, and memory and reactor are at the head of the log. Answers its ordinal. */
  private async settle(): Promise<number> {
    const { core } = this;
    for (;;) {
      const { ordinal, token } = await core.log.head();
      await core.feed.reached(token);
      const { reactor } = core;
      const isQuiet = !reactor || (reactor.position >= ordinal && reactor.idle);
      const isWaited = !reactor || reactor.callsYoungerThan(patience) === 0;
      if (isQuiet) await Promise.all([core.erasures?.settled, core.redacting?.settled]);
      if (isQuiet && isWaited && (await core.log.head()).ordinal === ordinal) {
        return ordinal;
      }
      // Somebody is at work: look again when the loop has turned. It ends with the work, or with patience for a provider.
      await pause(isQuiet ? 2 : 0);
    }
  }
}
