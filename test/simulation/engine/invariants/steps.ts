import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { timed, type Timer } from '@tocsin/kernel/react/process.js';
import type { Invariant, Witness } from './invariant.js';

/** Milliseconds of true time. Longer than what whoever is free takes for what is due. */
const longest = 60_000;

/** What waits for its time in the stream that is named so, as memory stands. */
const standing = ({ memory, installation: { domain } }: Witness, stream: string, epoch: number): readonly Timer[] =>
  domain.timers.flatMap(({ category, view, due }) => {
    if (!stream.startsWith(`${category}-`)) return [];
    const row = memory.rows(view).get(stream.slice(category.length + 1));
    return row === undefined ? [] : due(row as never, epoch);
  });

/** Whatever is planned for an instant has one outcome on the log: it is taken while it stands so, or something else ended it; or it was given up. */
export const steps = (): Invariant => {
  /** Of each that ever stood: by the id of its command. */
  const known = new Map<string, Timer>();
  const givenUp = new Set<string>();
  return {
    appended: ([first], witness) => {
      const { stream, ordinal, type, meta } = first!;
      const now = standing(witness, stream, Math.max(witness.epoch, meta.epoch ?? 0));
      const ids = now.map((timer) => timed(stream, timer).commandId);
      for (const [n, id] of ids.entries()) known.set(id, now[n]!);
      const taken = known.get(meta.commandId);
      // whoever does not know yet that another one leads goes by what it has read of groups: it forms bundles, but claims nothing that was claimed
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
