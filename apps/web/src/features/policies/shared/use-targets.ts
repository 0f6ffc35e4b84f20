import type { Target } from '@tocsin/contracts/policies.js';
import { plainName, useNames } from '../../../data/words/names.js';
import { targetKey } from '../../../data/words/target-words.js';
import { useAll } from '../../../data/cache/use-view.js';

interface Offered {
  readonly target: Target;
  readonly label: string;
  readonly hint?: string;
}

/** Whom a step may page beside those that it names: schedules first, then people, then teams. */
export function useTargets(named: readonly Target[]): readonly Offered[] {
  const names = useNames();
  const [people, teams] = [useAll('people'), useAll('teams')];
  const schedules = useAll('onCall').filter(({ removed }) => !removed);
  const taken = new Set(named.map(targetKey));
  const offered: readonly Offered[] = [
    ...schedules.map(({ id, name, teamId }): Offered => ({
      target: { kind: 'schedule', scheduleId: id },
      label: name,
      hint: `Schedule of ${names.team(teamId)}`,
    })),
    ...people
      .filter(({ state, role }) => state === 'active' && role !== 'observer')
      .map(({ id, name }): Offered => ({ target: { kind: 'person', personId: id }, label: plainName(name) })),
    ...schedules.map(({ id, name }): Offered => ({
      target: { kind: 'next_on_call', scheduleId: id },
      label: `Next on call in ${name}`,
      hint: 'Who takes over at the next handoff',
    })),
    ...teams
      .filter(({ removed }) => !removed)
      .map(({ id, name }): Offered => ({
        target: { kind: 'team', teamId: id },
        label: `Everyone in ${name}`,
        hint: 'All members of the team',
      })),
  ];
  return offered.filter(({ target }) => !taken.has(targetKey(target)));
}
