import type { Refusals } from '../refusal.js';

export const refusals = {
  'drill.not_found': [404, 'There is no such drill, or it is over.', 'Plan another one.'],
  'drill.another_planned': [409, 'Another drill is planned or running.', 'End it first.'],
  'drill.window_invalid': [422, 'A drill begins within 28 days, ends after it begins, and takes at most 4 hours.', 'Choose another time.'],
  'drill.not_now': [409, 'The time of this drill has not begun, or is over.', 'Start it in its time: people agreed to that.'],
  'drill.no_consent': [409, 'Nobody agreed to be paged by this drill.', 'Ask the people on its list.'],
  'drill.no_one_rung': [409, 'Its alert groups would page nobody who agreed.', 'Ask the people in the steps of its escalation policies.'],
  'drill.not_asked': [403, 'This drill does not ask you.', 'Have it planned again with you on its list.'],
  'drill.service_archived': [409, 'A service of the drill is archived.', 'Make it active again, or leave it out.'],
  'drill.policy_removed': [409, 'An escalation policy of the drill was removed.', 'Choose another policy.'],
} as const satisfies Refusals;
