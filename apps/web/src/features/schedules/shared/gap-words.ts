import type { PolicyRow, Step } from '@tocsin/contracts/policies/noun.js';
import { idsNamed, isForPrograms } from '@tocsin/contracts/policies/targets.js';

type Policy = Pick<PolicyRow, 'steps' | 'removed'>;

/** Whether a step pages someone while this schedule has a gap. `hasGap`: schedules that have gaps themselves don’t count. */
const isCover = (step: Step, scheduleId: string, hasGap: (id: string) => boolean): boolean =>
  step.targets.some((target) => {
    const targets = [target];
    return !isForPrograms({ targets }) && !idsNamed({ targets }, 'schedule').some((id) => id === scheduleId || hasGap(id));
  });

/**
 * Who is paged during a gap of a schedule: the number of the first step that pages someone else, the same in each policy that uses the schedule; `other` where
 * it differs; null where a policy has none, or no policy uses the schedule.
 */
export function coverOfGap(policies: readonly Policy[], scheduleId: string, hasGap: (id: string) => boolean): number | 'other' | null {
  const using = policies.filter(({ steps, removed }) => !removed && steps.some((step) => idsNamed(step, 'schedule').includes(scheduleId)));
  const covers = new Set(using.map(({ steps }) => steps.findIndex((step) => isCover(step, scheduleId, hasGap)) + 1));
  if (covers.size === 0 || covers.has(0)) return null;
  return covers.size === 1 ? [...covers][0]! : 'other';
}

export const coverWords = (cover: number | 'other'): string => `covered by ${cover === 'other' ? 'other steps' : `step ${cover}`}`;
