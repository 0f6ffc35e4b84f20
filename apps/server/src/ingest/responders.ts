import type { Target } from '@tocsin/contracts/policies/noun.js';
import type { ConfigurationReads } from '@tocsin/domain/reads.js';
import type { NamedResponder } from './reading.js';

type Reads = Pick<ConfigurationReads, 'people' | 'teams' | 'schedules'>;

const isSame = (a: string, b: unknown): boolean => typeof b === 'string' && a.toLowerCase() === b.toLowerCase();

const finders: Readonly<Record<NamedResponder['kind'], (reads: Reads, name: string) => Target | undefined>> = {
  person: ({ people }, name) => {
    const found = [...people.all()].find(({ id, email, name: called }) => isSame(name, id) || isSame(name, email) || isSame(name, called));
    return found && { kind: 'person', personId: found.id };
  },
  team: ({ teams }, name) => {
    const found = [...teams.all()].find(({ id, name: called, removed }) => !removed && (isSame(name, id) || isSame(name, called)));
    return found && { kind: 'team', teamId: found.id };
  },
  schedule: ({ schedules }, name) => {
    const found = [...schedules.all()].find(({ id, name: called }) => isSame(name, id) || isSame(name, called));
    return found && { kind: 'schedule', scheduleId: found.id };
  },
};

/** Those of them that there are here, by id, name or e-mail address, in any case. */
export const targetsOf = (reads: Reads, responders: readonly NamedResponder[]): readonly Target[] =>
  responders.flatMap(({ kind, name }) => finders[kind](reads, name) ?? []);
