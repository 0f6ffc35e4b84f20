import { canBePaged } from '@tocsin/contracts/people/can-be-paged.js';
import type { PolicyTarget, Target } from '@tocsin/contracts/policies/noun.js';
import { plainName, useNames } from '../../../data/words/names.js';
import { targetKey } from './target-words.js';
import { useAll } from '../../../data/cache/use-view.js';

interface TargetOption<T> {
  readonly target: T;
  readonly label: string;
  readonly hint?: string;
}

/** Possible targets besides those already in the step: schedules first, then people, then teams. */
export function useTargets(named: readonly PolicyTarget[]): readonly TargetOption<Target>[] {
  const names = useNames();
  const [people, teams] = [useAll('people'), useAll('teams')];
  const schedules = useAll('onCall').filter(({ removed }) => !removed);
  const namedKeys = new Set(named.map(targetKey));
  const offered: readonly TargetOption<Target>[] = [
    ...schedules.map(({ id, name, teamId }): TargetOption<Target> => ({
      target: { kind: 'schedule', scheduleId: id },
      label: name,
      hint: `Schedule of ${names.team(teamId)}`,
    })),
    ...people
      .filter(canBePaged)
      .map(({ id, name }): TargetOption<Target> => ({ target: { kind: 'person', personId: id }, label: plainName(name) })),
    ...schedules.map(({ id, name }): TargetOption<Target> => ({
      target: { kind: 'next_on_call', scheduleId: id },
      label: `Next on call in ${name}`,
      hint: 'Who takes over at the next handoff',
    })),
    ...teams
      .filter(({ removed }) => !removed)
      .map(({ id, name }): TargetOption<Target> => ({
        target: { kind: 'team', teamId: id },
        label: `Everyone in ${name}`,
        hint: 'All members of the team',
      })),
  ];
  return offered.filter(({ target }) => !namedKeys.has(targetKey(target)));
}

/** Targets of a step: people, schedules and teams, and the webhooks of its team and of the organisation. */
export function useStepTargets(named: readonly PolicyTarget[], teamId: string): readonly TargetOption<PolicyTarget>[] {
  const people = useTargets(named);
  const namedKeys = new Set(named.map(targetKey));
  const webhooks = useAll('eventSubscriptions')
    .filter((one) => one.teamId === null || one.teamId === teamId)
    .map(({ id, name, host, disabled }): TargetOption<PolicyTarget> => ({
      target: { kind: 'webhook', subscriptionId: id },
      label: name,
      hint: `Webhook at ${host}${disabled ? ', switched off' : ''}`,
    }));
  return [...people, ...webhooks.filter(({ target }) => !namedKeys.has(targetKey(target)))];
}
