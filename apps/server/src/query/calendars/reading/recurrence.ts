import { readRule, RuleProblem } from '@tocsin/domain/rules/recurrence/rule.js';
import { listRuleTimes } from '@tocsin/domain/rules/recurrence/rule-times.js';
import { CalendarProblem } from './calendar-problem.js';
import type { ContentLine } from './content-lines.js';
import type { Moment } from './moments.js';

interface Range {
  readonly from: number;
  readonly to: number;
}

/** The times of a rule on the clock of its start; which instants these are is for the clock to say. Throws a CalendarProblem. */
export function listRuleWalls(line: ContentLine, start: Moment, range: Range): readonly number[] {
  try {
    return listRuleTimes(readRule(line.value, start), start.wall, range);
  } catch (error) {
    throw error instanceof RuleProblem ? new CalendarProblem(error.reason, line.name, line.line) : error;
  }
}
