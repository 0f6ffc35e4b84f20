import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { ScheduleFact } from '@tocsin/contracts/schedules/schedules.js';
import { createRules, withRules, type ScheduleRules } from '../rules-fold.js';
import { continuedBackwards } from './continued-backwards.js';

/** The rules of all schedules, as the events that were taken made them. */
export class NewestRules {
  private readonly rules = new Map<string, ScheduleRules>();

  /** An event of a schedule’s own stream. */
  take(fact: RecordedFact): void {
    if (fact.type === 'ScheduleBegan') {
      const { scheduleId, effectiveFrom, timeZone, layers, zones } = fact.data;
      this.rules.set(scheduleId, createRules(effectiveFrom, { timeZone, layers, zones }));
      return;
    }
    const { scheduleId } = fact.data as { readonly scheduleId: string };
    const rules = this.rules.get(scheduleId);
    if (rules) this.rules.set(scheduleId, withRules(rules, fact as ScheduleFact));
  }

  /** As if they had been in force since an instant of the past; undefined: no such schedule began. */
  since(scheduleId: string, start: string): ReturnType<typeof continuedBackwards> | undefined {
    const rules = this.rules.get(scheduleId);
    return rules && continuedBackwards(rules, start);
  }
}
