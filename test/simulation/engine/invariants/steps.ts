import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { commandOfTimer, type Timer } from '@tocsin/kernel/react/process.js';
import type { Invariant, Witness } from './invariant.js';

/** Milliseconds of true time. Longer than an idle process needs for due work. */
const longest = 60_000;

/** The timers of the stream with this name, as of memory. */
const standing = ({ memory, installation: { domain } }: Witness, stream: string, epoch: number): readonly Timer[] =>
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
  /** Every timer that was ever set, by the id of its command. */
  const known = new Map<string, Timer>();
  const givenUp = new Set<string>();
  return {
    appended: ([first], witness) => {
      const { stream, ordinal, type, meta } = first!;
      const now = standing(witness, stream, Math.max(witness.epoch, meta.epoch ?? 0));
      const ids = now.map((timer) => commandOfTimer(stream, timer).commandId);
      for (const [n, id] of ids.entries()) known.set(id, now[n]!);
      const taken = known.get(meta.commandId);
      // a reactor that does not know its successor yet uses what it has read of groups: it may form bundles, but claims nothing that
      // was already claimed
      const isSucceeded = (meta.epoch ?? 0) < witness.epoch && stream.startsWith('bundle-');
      return taken && !isSucceeded && !ids.includes(meta.commandId)
        ? [`${ordinal}: ${type}, for ${taken.name} of ${taken.dueAt}, which stands no more`]
        : [];
    },
    before: ({ type, data }) => {
      if (type !== 'ReactionFailed') return [];
      const { kind, stream, what } = data as FactOf<'ReactionFailed'>;
      if (kind === 'timer') givenUp.add(`${stream} ${what}`);
      return [];
    },
    atEnd: (witness) => {
      const { memory, epoch, installation } = witness;
      const due = new Date(installation.scheduler.now - longest).toISOString();
      return installation.domain.timers.flatMap(({ category, view }) =>
        [...memory.rows(view).entries()].flatMap(([id]) => {
          const stream = `${category}-${id}`;
          const late = standing(witness, stream, epoch).filter(({ name, dueAt }) => dueAt < due && !givenUp.has(`${stream} ${name}`));
          return late.map(({ name, dueAt }) => `${name} of ${stream} was due at ${dueAt}, and has no outcome`);
        }),
      );
    },
  };
};
