import type { AlertGroupFact } from '@tocsin/contracts/alert-groups/events.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { FactMeta } from '@tocsin/kernel/decide/decider.js';
import type { GroupTimerType } from '../timer-commands.js';
import type { DuePlan } from '../due-plan.js';
import type { Evolver, Evolvers } from '../evolve/evolver.js';
import type { ExistingGroup } from '../state.js';

/** A timer whose command names the group and its plan alone. */
export interface AspectTimer {
  readonly name: string;
  readonly plan: DuePlan;
  readonly rank: number;
  readonly type: GroupTimerType;
}

/** One aspect of an alert group, with its own part of the state, fold and timers. */
export interface Aspect<Part extends object, Own extends AlertGroupFact['type']> {
  /** Its part of a new group. */
  readonly begin: (opened: FactOf<'AlertGroupOpened'>, factMeta: FactMeta) => Part;
  /** Its part, which a change of status keeps. */
  readonly keep: (state: Part) => Part;
  /** Its own facts. */
  readonly fold: Pick<Evolvers, Own>;
  /** What it makes of other facts, after they changed the rest of the state. */
  readonly also: Partial<Evolvers>;
  /** What it makes of each fact, after that. */
  readonly every?: Evolver<AlertGroupFact['type']>;
  readonly timers: (state: ExistingGroup) => readonly AspectTimer[];
}
