import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { Effect, EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import { effectOf, type Effects } from '@tocsin/platform/reactor/effects-table.js';
import type { Process } from './ports.js';

/** What an observer sees of one server process. */
export interface SeenServer {
  readonly process: Process;
  readonly memory: MemoryRows;
}

/** One effect that a process started. */
export interface EffectCall {
  readonly server: SeenServer;
  readonly event: Recorded;
  /** The ordinal that its memory had reached. */
  readonly upTo: number;
  /** Its outcome; undefined while it is running. */
  outcome?: EffectOutcome | 'nothing' | 'threw';
}

/** Observes effects of a process that leave no event on the log. */
export interface Onlooker {
  starts(server: SeenServer): void;
  reacts(server: SeenServer, event: Recorded): void;
  begins(call: EffectCall): void;
}

/** The same effects, reported to the observer. */
export const seen = (effects: Effects, server: SeenServer, onlooker: Onlooker): Effects => {
  const one =
    (effect: Effect): Effect =>
    async (event) => {
      const call: EffectCall = { server, event, upTo: server.memory.ordinal };
      onlooker.begins(call);
      try {
        const outcome = await effect(event);
        call.outcome = outcome ?? 'nothing';
        return outcome;
      } catch (error) {
        call.outcome = 'threw';
        throw error;
      }
    };
  return Object.fromEntries(Object.keys(effects).map((type) => [type, one(effectOf(effects, type)!)]));
};
