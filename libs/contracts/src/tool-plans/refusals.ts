import type { Refusals } from '../refusal.js';

export const refusals = {
  'tool_plan.over': [409, 'This plan is over, or there is none.', 'Let the program ask again.'],
  'tool_plan.expired': [409, 'This plan waited for more than 15 minutes.', 'Let the program ask again.'],
  'tool_plan.changed': [409, 'The alert group has changed since the plan was made.', 'Look at it; the program can ask again.'],
  'tool_plan.needs_token': [422, 'Only programs make plans.', 'Do it yourself.'],
  'tool_plan.may_not': [403, 'Who asks, and who approves, must be allowed to do it on this alert group.', 'Ask somebody of its team.'],
  'limit.tool_plans': [409, 'At most {limit} plans of a token wait for a person.', 'Wait until one was approved or declined.'],
  'standing_approval.not_found': [404, 'There is no such standing approval.', 'It may have ended.'],
  'standing_approval.needs_scope': [422, 'This token can’t make plans.', 'Choose one with the scope “plan”.'],
  'limit.standing_approvals': [409, 'There can be at most {limit} standing approvals.', 'End one that is not needed.'],
} as const satisfies Refusals;
