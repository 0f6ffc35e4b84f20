import { uptime } from 'node:os';
import { systemMonotonicClock, type MonotonicClock } from './monotonic-clock.js';

/** The clocks of a machine. */
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

/** The machine’s clock was set forward, and stayed there; or was set back. Instants in milliseconds since 1970. */
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
 * The wall clock without jumps ahead that are soon reverted. A jump of more than five minutes only counts after a minute; until then time continues
 * from before the jump. Time asleep is not a jump. A clock that is set back counts at once.
 */
export class SteadyTime {
  private believed: { readonly wall: number; readonly running: number };
  private noted: { readonly running: number; readonly uptime: number };
  private doubted: { readonly since: number; readonly ahead: number } | undefined;

  constructor(
    private readonly machine: MachineTimes,
    /** May read the time. */
    private readonly onStep: (step: ClockStep) => void,
  ) {
    this.believed = { wall: machine.wall(), running: machine.monotonic.now() };
    this.noted = { running: this.believed.running, uptime: machine.uptime() };
  }

  /** Milliseconds since 1970. */
  now(): number {
    const wall = this.machine.wall();
    const running = this.machine.monotonic.now();
    const awaited = this.believed.wall + (running - this.believed.running);
    if (wall - awaited > largestLeap) return this.weighed(wall, running, awaited);
    this.doubted = undefined;
    if (running - this.noted.running >= sleepNoteInterval) this.noted = { running, uptime: this.machine.uptime() };
    this.believe(wall, running);
    if (awaited - wall >= smallestStepBack) this.onStep({ from: awaited, to: wall });
    return wall;
  }

  /** Milliseconds by which the wall clock is ahead of the accepted time; 0 while there is no doubt. */
  get doubtedBy(): number {
    return this.doubted?.ahead ?? 0;
  }

  private weighed(wall: number, running: number, awaited: number): number {
    const slept = this.machine.uptime() - this.noted.uptime - (running - this.noted.running);
    const ahead = wall - awaited - Math.max(slept, 0);
    if (ahead <= largestLeap) return this.awoken(wall, running);
    if (!this.doubted || Math.abs(ahead - this.doubted.ahead) > largestLeap) this.doubted = { since: running, ahead };
    if (running - this.doubted.since < believedAfter) return wall - ahead;
    this.doubted = undefined;
    this.believe(wall, running);
    this.onStep({ from: wall - ahead, to: wall });
    return wall;
  }

  private awoken(wall: number, running: number): number {
    this.noted = { running, uptime: this.machine.uptime() };
    this.doubted = undefined;
    return this.believe(wall, running);
  }

  private believe(wall: number, running: number): number {
    this.believed = { wall, running };
    return wall;
  }
}
