import { uptime } from 'node:os';
import { systemMonotonicClock, type MonotonicClock } from './monotonic-clock.js';

export interface MachineTimes {
  /** Milliseconds since 1970, by the clock that people and time servers set. */
  readonly wall: () => number;
  /** May stop while the machine sleeps. */
  readonly monotonic: MonotonicClock;
  /** Milliseconds since the machine was started, including sleep. More expensive to read. */
  readonly uptime: () => number;
}

export const machineTimes: MachineTimes = {
  wall: () => Date.now(),
  monotonic: systemMonotonicClock,
  uptime: () => uptime() * 1_000,
};

/** The machine’s clock was set forward, and stayed there; or was set back. In milliseconds since 1970. */
export interface ClockStep {
  readonly from: number;
  readonly to: number;
}

/** Milliseconds. The largest gain of the clock that is accepted without doubt. */
const largestLeap = 300_000;
/** Milliseconds. A smaller step back is ignored: time servers correct that much. */
export const smallestStepBack = 30_000;
/** Milliseconds for which a doubted clock has to keep its offset. */
const believedAfter = 60_000;
/** Milliseconds between two checks of how long the machine has slept. */
const sleepNoteInterval = 1_000;

/**
 * The wall clock without jumps ahead that are soon reverted. A jump of more than five minutes only counts after a minute; until then time continues from
 * before the jump. Time asleep is not a jump. A clock that is set back counts at once.
 */
export class SteadyTime {
  private accepted: { readonly wall: number; readonly running: number };
  private lastReading: { readonly running: number; readonly uptime: number };
  private doubted: { readonly since: number; readonly leap: number } | undefined;

  constructor(
    private readonly machine: MachineTimes,
    /** May read the time. */
    private readonly onStep: (step: ClockStep) => void,
  ) {
    this.accepted = { wall: machine.wall(), running: machine.monotonic.now() };
    this.lastReading = { running: this.accepted.running, uptime: machine.uptime() };
  }

  /** Milliseconds since 1970. */
  now(): number {
    const wall = this.machine.wall();
    const monotonicNow = this.machine.monotonic.now();
    const expectedWall = this.accepted.wall + (monotonicNow - this.accepted.running);
    if (wall - expectedWall > largestLeap) return this.weighLeap(wall, monotonicNow, expectedWall);
    this.doubted = undefined;
    if (monotonicNow - this.lastReading.running >= sleepNoteInterval)
      this.lastReading = { running: monotonicNow, uptime: this.machine.uptime() };
    this.believe(wall, monotonicNow);
    if (expectedWall - wall >= smallestStepBack) this.onStep({ from: expectedWall, to: wall });
    return wall;
  }

  /** Milliseconds by which the wall clock is ahead of the accepted time; 0 while there is no doubt. */
  get doubtedBy(): number {
    return this.doubted?.leap ?? 0;
  }

  private weighLeap(wall: number, monotonicNow: number, expectedWall: number): number {
    const slept = this.machine.uptime() - this.lastReading.uptime - (monotonicNow - this.lastReading.running);
    const ahead = wall - expectedWall - Math.max(slept, 0);
    if (ahead <= largestLeap) return this.afterSleep(wall, monotonicNow);
    if (!this.doubted || Math.abs(ahead - this.doubted.leap) > largestLeap) this.doubted = { since: monotonicNow, leap: ahead };
    if (monotonicNow - this.doubted.since < believedAfter) return wall - ahead;
    this.doubted = undefined;
    this.believe(wall, monotonicNow);
    this.onStep({ from: wall - ahead, to: wall });
    return wall;
  }

  private afterSleep(wall: number, monotonicNow: number): number {
    this.lastReading = { running: monotonicNow, uptime: this.machine.uptime() };
    this.doubted = undefined;
    return this.believe(wall, monotonicNow);
  }

  private believe(wall: number, monotonicNow: number): number {
    this.accepted = { wall, running: monotonicNow };
    return wall;
  }
}
