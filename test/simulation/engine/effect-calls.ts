import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { Effect, EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import { effectOf, type Effects } from '@tocsin/platform/reactor/effects-table.js';
import type { SimulatedProcess } from './ports.js';

/** What an observer sees of one server process. */
export interface ObservedServer {
  readonly process: SimulatedProcess;
  readonly memory: MemoryRows;
}

/** One effect that a process started. */
export interface EffectCall {
  readonly server: ObservedServer;
  readonly event: Recorded;
  /** The ordinal that its memory had reached. */
  readonly memoryOrdinal: number;
  /** Its outcome; undefined while it is running. */
  outcome?: EffectOutcome | 'nothing' | 'threw';
}

/** Observes effects of a process that leave no event on the log. */
export interface EffectObserver {
  onStart(server: ObservedServer): void;
  onReaction(server: ObservedServer, event: Recorded): void;
  onEffect(call: EffectCall): void;
}

/** The same effects, reported to the observer. */
export const observeEffects = (effects: Effects, server: ObservedServer, observer: EffectObserver): Effects => {
  const observeEffect =
    (effect: Effect): Effect =>
    async (event) => {
      const call: EffectCall = { server, event, memoryOrdinal: server.memory.ordinal };
      observer.onEffect(call);
      try {
        const outcome = await effect(event);
        call.outcome = outcome ?? 'nothing';
        return outcome;
      } catch (error) {
        call.outcome = 'threw';
        throw error;
      }
    };
  return Object.fromEntries(Object.keys(effects).map((type) => [type, observeEffect(effectOf(effects, type)!)]));
};
