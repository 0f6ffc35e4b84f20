import type { SimulatedServer } from '../simulated-server.js';
import type { Invariant } from './invariant.js';

/** Milliseconds. Longer than a chain of slow calls takes. */
const longestMs = 60_000;

/** Finds processes with a timer that has been due for too long by their own clock. */
class OverdueSince {
  private readonly since = new WeakMap<SimulatedServer, { readonly dueAt: string; readonly at: number }>();

  msFor(server: SimulatedServer, now: number): number {
    const dueAt = server.nextDue;
    if (dueAt === undefined || dueAt > server.clock.now()) this.since.delete(server);
    else if (this.since.get(server)?.dueAt !== dueAt) this.since.set(server, { dueAt, at: now });
    return now - (this.since.get(server)?.at ?? now);
  }
}

/** The leader makes progress: nothing that fails, is late or is poisoned blocks everything else. */
export const liveness = (): Invariant => {
  const due = new OverdueSince();
  return {
    onEnd: ({ installation: { scheduler } }) => (scheduler.isHung ? ['it goes round in circles: time does not get on any more'] : []),
    onSecond: ({ installation: { servers, scheduler } }) =>
      servers.flatMap((server) => {
        const { now } = scheduler;
        const waitedMs = due.msFor(server, now);
        if (!server.isReacting || server.process.frozenUntil + longestMs > now) return [];
        const { node } = server.process;
        const violations: string[] = [];
        if (server.stalledFor > longestMs) violations.push(`${node}: something waits, and nothing was handled for ${server.stalledFor} ms`);
        if (waitedMs > longestMs) violations.push(`${node}: what was due at ${server.nextDue} is not taken`);
        return violations;
      }),
  };
};
