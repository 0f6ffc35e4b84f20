import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { commandOfTimer, type Timer } from '@tocsin/kernel/react/process.js';
import type { Invariant, Witness } from './invariant.js';

/** Milliseconds of true time. Longer than an idle process needs for due work. */
const longestMs = 60_000;
/** A command comes at most so many timers after its own. */
const mostTimers = 100_000;

/** The timers of the stream with this name, as of memory. */
const dueTimersOf = ({ memory, installation: { domain } }: Witness, stream: string, epoch: number): readonly Timer[] =>
  domain.timers.flatMap(({ category, view, due }) => {
    if (!stream.startsWith(`${category}-`)) return [];
    const row = memory.rows(view).get(stream.slice(category.length + 1));
    return row === undefined ? [] : due(row as never, epoch);
  });

/**
 * Everything planned for an instant has one outcome on the log: it is done while it is still planned, or ended by another event, or
 * given up.
 */
export const steps = (): Invariant => {
  /** The newest timers that were ever set, by the id of their command. */
  const timersById = new Map<string, Timer>();
  const givenUp = new Set<string>();
  return {
    onAppend: ([first], witness) => {
      const { stream, ordinal, type, meta } = first!;
      const now = dueTimersOf(witness, stream, Math.max(witness.epoch, meta.epoch ?? 0));
      const ids = now.map((timer) => commandOfTimer(stream, timer).commandId);
      for (const [n, id] of ids.entries()) timersById.set(id, now[n]!);
      const takenTimer = timersById.get(meta.commandId);
      for (const id of timersById.keys()) {
        if (timersById.size <= mostTimers) break;
        timersById.delete(id);
      }
      // a reactor that does not know its successor yet uses what it has read of groups: it may form bundles, but claims nothing that
      // was already claimed
      const isSucceeded = (meta.epoch ?? 0) < witness.epoch && stream.startsWith('bundle-');
      return takenTimer && !isSucceeded && !ids.includes(meta.commandId)
        ? [`${ordinal}: ${type}, for ${takenTimer.name} of ${takenTimer.dueAt}, which stands no more`]
        : [];
    },
    onEvent: ({ type, data }) => {
      if (type !== 'ReactionFailed') return [];
      const { kind, stream, what } = data as FactOf<'ReactionFailed'>;
      if (kind === 'timer') givenUp.add(`${stream} ${what}`);
      return [];
    },
    onEnd: (witness) => {
      const { memory, epoch, installation } = witness;
      const due = new Date(installation.scheduler.now - longestMs).toISOString();
      return installation.domain.timers.flatMap(({ category, view }) =>
        [...memory.rows(view).entries()].flatMap(([id]) => {
          const stream = `${category}-${id}`;
          const lateTimers = dueTimersOf(witness, stream, epoch).filter(
            ({ name, dueAt }) => dueAt < due && !givenUp.has(`${stream} ${name}`),
          );
          return lateTimers.map(({ name, dueAt }) => `${name} of ${stream} was due at ${dueAt}, and has no outcome`);
        }),
      );
    },
  };
};
