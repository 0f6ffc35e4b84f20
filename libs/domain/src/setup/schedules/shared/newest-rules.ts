import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { ScheduleFact } from '@tocsin/contracts/schedules/schedules.js';
import { createRules, ruleTypes, withRules, type ScheduleRules } from '../rules-fold.js';
import { continuedBackwards } from './continued-backwards.js';

export { ruleTypes, type ScheduleRules };

/** The rules of a schedule after an event of its own stream; undefined before it began. */
export const rulesAfter = (rules: ScheduleRules | undefined, fact: RecordedFact): ScheduleRules | undefined => {
  if (fact.type !== 'ScheduleBegan') return rules && withRules(rules, fact as ScheduleFact);
  const { effectiveFrom, timeZone, layers, zones } = fact.data;
  return createRules(effectiveFrom, { timeZone, layers, zones });
};

/** The rules of all schedules, as the events that were taken made them. */
export class NewestRules {
  private readonly rules = new Map<string, ScheduleRules>();

  /** An event of a schedule’s own stream. */
  take(fact: RecordedFact): void {
    const { scheduleId } = fact.data as { readonly scheduleId: string };
    const rules = rulesAfter(this.rules.get(scheduleId), fact);
    if (rules) this.rules.set(scheduleId, rules);
  }

  /** As if they had been in force since an instant of the past; undefined: no such schedule began. */
  since(scheduleId: string, start: string): ReturnType<typeof continuedBackwards> | undefined {
    const rules = this.rules.get(scheduleId);
    return rules && continuedBackwards(rules, start);
  }
}
