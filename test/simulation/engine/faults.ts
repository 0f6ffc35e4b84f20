import type { Chance } from '@tocsin/kernel/chance.js';

/** Probabilities of faults, from 0 to 1; durations in milliseconds. */
export interface Faults {
  /** A call of the log fails before or after it had an effect. */
  readonly failsBefore: number;
  readonly failsAfter: number;
  /** An append succeeds, and its answer is lost only after all others have read it. */
  readonly lostLate: number;
  /** A call takes seconds, or a follower is notified late. */
  readonly slow: number;
  /** The process dies at a call: before it had an effect, or before it was answered. */
  readonly kill: number;
  /** Intervals between restarts, overlaps, freezes and clock steps; 0 for never. */
  readonly restartEvery: number;
  readonly overlapEvery: number;
  /** The interval between snapshots of memory. */
  readonly keepEvery: number;
  readonly freezeEvery: number;
  readonly clockStepEvery: number;
  /** A provider fails, answers late, or never answers. */
  readonly providerFails: number;
  readonly providerSilent: number;
  /** A follower starts before the requested position. */
  readonly followsEarly: number;
  /** A person gets no answer, although the act was done. */
  readonly unheard: number;
  /** Some things can’t be decided, however often they are tried. */
  readonly isPoisoned: boolean;
  /** A monitoring system goes wrong, and sends bodies with many alerts. */
  readonly isLarge: boolean;
}

export const noFaults: Faults = {
  failsBefore: 0,
  failsAfter: 0,
  lostLate: 0,
  slow: 0,
  kill: 0,
  restartEvery: 0,
  overlapEvery: 0,
  keepEvery: 0,
  freezeEvery: 0,
  clockStepEvery: 0,
  providerFails: 0,
  providerSilent: 0,
  followsEarly: 0,
  unheard: 0,
  isPoisoned: false,
  isLarge: false,
};

const minute = 60_000;

/** Each run has some kinds of fault and lacks others: a combination of all can mask the effect of a single one. */
export const faultsOf = (chance: Chance): Faults => {
  const sometimes = (most: number): number => (chance.shouldHappen(0.5) ? most * chance.drawFraction() : 0);
  const every = (least: number): number => (chance.shouldHappen(0.5) ? least * chance.drawBetween(1, 6) : 0);
  return {
    failsBefore: sometimes(0.05),
    failsAfter: sometimes(0.05),
    slow: sometimes(0.05),
    kill: sometimes(0.003),
    restartEvery: every(10 * minute),
    overlapEvery: every(10 * minute),
    keepEvery: every(2 * minute),
    freezeEvery: every(10 * minute),
    clockStepEvery: every(20 * minute),
    providerFails: sometimes(0.5),
    providerSilent: sometimes(0.2),
    followsEarly: sometimes(1),
    unheard: sometimes(0.5),
    isPoisoned: chance.shouldHappen(0.3),
    isLarge: chance.shouldHappen(0.08),
    lostLate: sometimes(0.2),
  };
};
