import type { PolicyTarget, Target } from '@tocsin/contracts/policies/noun.js';
import { isForPrograms, targetKey } from '@tocsin/contracts/policies/targets.js';
import { useNames } from '../../../data/words/names.js';
import { targetOptions, type OfferedRows, type TargetOption } from './target-options.js';
import { useAll } from '../../../data/cache/use-view.js';

const isHere = ({ removed }: { readonly removed: boolean }): boolean => !removed;

function useOptions(named: readonly PolicyTarget[], webhooks: OfferedRows['webhooks']): readonly TargetOption[] {
  const names = useNames();
  const rows = {
    people: useAll('people'),
    schedules: useAll('onCall').filter(isHere),
    teams: useAll('teams').filter(isHere),
    webhooks,
  };
  const namedKeys = new Set(named.map(targetKey));
  return targetOptions(rows, names).filter(({ target }) => !namedKeys.has(targetKey(target)));
}

/** Possible targets that page people, besides those already named. */
export const useTargets = (named: readonly PolicyTarget[]): readonly TargetOption<Target>[] =>
  useOptions(named, []).filter((option): option is TargetOption<Target> => !isForPrograms({ targets: [option.target] }));

/** Targets of a step: people, schedules and teams, and the webhooks of its team and of the organisation. */
export function useStepTargets(named: readonly PolicyTarget[], teamId: string): readonly TargetOption[] {
  const webhooks = useAll('eventSubscriptions').filter((one) => one.teamId === null || one.teamId === teamId);
  return useOptions(named, webhooks);
}
