import type { Target } from '@tocsin/contracts/policies/noun.js';
import type { ConfigurationReads } from '@tocsin/domain/reads.js';
import { whyNotAskable } from '@tocsin/domain/setup/people/shared/askable.js';
import type { NamedResponder } from './reading.js';

type Reads = Pick<ConfigurationReads, 'people' | 'teams' | 'schedules'>;
type Kind = NamedResponder['kind'];

const textOf = (text: unknown): string | null => (typeof text === 'string' ? text : null);

/** What it may be named by, the surest first. */
interface Named {
  readonly target: Target;
  readonly names: readonly (string | null)[];
}

const named: Readonly<Record<Kind, (reads: Reads) => readonly Named[]>> = {
  person: ({ people }) =>
    [...people.all()]
      .filter(({ id }) => whyNotAskable({ people }, id) === null)
      .map(({ id, email, name }) => ({ target: { kind: 'person', personId: id }, names: [id, textOf(email), textOf(name)] })),
  team: ({ teams }) =>
    [...teams.all()].filter(({ removed }) => !removed).map(({ id, name }) => ({ target: { kind: 'team', teamId: id }, names: [id, name] })),
  schedule: ({ schedules }) =>
    [...schedules.all()]
      .filter(({ removed }) => !removed)
      .map(({ id, name }) => ({ target: { kind: 'schedule', scheduleId: id }, names: [id, name] })),
};

/** A name of several is no one’s: a namesake must not be woken. An id or address comes before a name. */
const indexOf = (all: readonly Named[]): ReadonlyMap<string, Target | null> => {
  const index = new Map<string, Target | null>();
  for (let rank = 0; rank < (all[0]?.names.length ?? 0); rank += 1) {
    const ofRank = new Map<string, Target | null>();
    for (const { target, names } of all) {
      const name = names[rank]?.toLowerCase();
      if (name !== undefined) ofRank.set(name, ofRank.has(name) ? null : target);
    }
    for (const [name, target] of ofRank) if (!index.has(name)) index.set(name, target);
  }
  return index;
};

/** Those of them that can be asked here, each once, by id, e-mail address or a name of one only, in any case. */
export const targetsOf = (reads: Reads, responders: readonly NamedResponder[]): readonly Target[] => {
  const indexes = new Map<Kind, ReadonlyMap<string, Target | null>>();
  const targets = responders.flatMap(({ kind, name }) => {
    const index = indexes.get(kind) ?? indexOf(named[kind](reads));
    indexes.set(kind, index);
    return index.get(name.toLowerCase()) ?? [];
  });
  return [...new Set(targets)];
};
