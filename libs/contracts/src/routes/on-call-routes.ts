import * as scheduleLimits from '../schedules/limits.js';
import { idParameter, instantParameter, requireParameter } from './query.js';
import { computedRefusals, inRoom, okAnswer } from './route.js';

const days = scheduleLimits.scheduleRange / 86_400_000;
const from = instantParameter('An instant.');
const to = instantParameter(`An instant after from, at most ${days} days later.`);
const range = { from: requireParameter(from), to: requireParameter(to) };
const person = requireParameter(idParameter('The id of a person.'));

export const onCallRoutes = inRoom('views', [
  {
    method: 'GET',
    path: '/api/on-call',
    says: 'Who is on call and who is next, in one schedule or in all. For a past moment: as it was recorded.',
    permission: 'everything.read',
    query: {
      schedule: idParameter('The id of a schedule. Default: all schedules.'),
      at: instantParameter('An instant, past or at most ten years ahead. Default: now.'),
      from: instantParameter('An instant. With `to` and a schedule, the answer also has its shifts from then on.'),
      to,
    },
    answers: okAnswer('The schedules, by name.', 'OnCallAnswer'),
    refusals: [...computedRefusals, 'schedule.not_found'],
  },
  {
    method: 'GET',
    path: '/api/policies/:id/people',
    says: 'The people whom each step of a policy would page at a moment, and why, from the current schedules, teams and people.',
    permission: 'everything.read',
    query: { at: instantParameter('An instant, at most ten years ahead. Default: now, also for a past one.') },
    answers: okAnswer('The steps of its newest version.', 'PolicyPeopleAnswer'),
    refusals: [...computedRefusals, 'policy.not_found'],
  },
  {
    method: 'GET',
    path: '/api/on-call/shifts',
    says: 'The upcoming shifts of a person in all schedules.',
    permission: 'everything.read',
    query: { person, ...range },
    answers: okAnswer('Their shifts, in time order.', 'PersonShiftsAnswer'),
    refusals: [...computedRefusals, 'person.not_found'],
  },
  {
    method: 'GET',
    path: '/api/on-call/timeline',
    says: `The shifts and gaps of all schedules within a range of at most ${scheduleLimits.timelineRange / 86_400_000} days: recorded up to now, computed after it.`,
    permission: 'everything.read',
    query: range,
    answers: okAnswer('The schedules, with their final shifts and gaps.', 'TimelineAnswer'),
    refusals: computedRefusals,
  },
  {
    method: 'GET',
    path: '/api/on-call/uncovered',
    says: 'What is left uncovered while a person is away: shifts, policies that name them, open low-urgency alert groups.',
    permission: 'everything.read',
    query: { person, ...range },
    answers: okAnswer('Three lists of limited length.', 'UncoveredAnswer'),
    refusals: [...computedRefusals, 'person.not_found'],
  },
  {
    method: 'GET',
    path: '/api/schedules/:id/shifts',
    says: 'The shifts of a schedule within a range: recorded up to now, computed after it.',
    permission: 'everything.read',
    query: range,
    answers: okAnswer('Shifts, gaps, the shifts of each layer, and daylight-saving changes.', 'ShiftsAnswer'),
    refusals: [...computedRefusals, 'schedule.not_found'],
  },
  {
    method: 'POST',
    path: '/api/schedules/:id/draft',
    says: 'Preview of a change of layers, overrides or temporary schedules, compared with what is saved. Nothing is written. The id may be new.',
    permission: 'everything.read',
    body: 'DraftRequest',
    answers: okAnswer('The resulting shifts and the differences.', 'DraftAnswer'),
    refusals: [
      ...computedRefusals,
      'schedule.zone_unknown',
      'schedule.rotation_of_nobody',
      'schedule.restriction_leaves_nothing',
      'schedule.override_not_found',
      'schedule.override_ends_before',
      'schedule.temporary_not_found',
      'schedule.temporary_shift_outside',
    ],
  },
  {
    method: 'GET',
    path: '/api/schedules/:id/quality',
    says: 'The quality of a schedule over the next 52 weeks: coverage, load of each person, and how evenly it is shared.',
    permission: 'everything.read',
    answers: okAnswer('Coverage, gaps, and the load of each person.', 'QualityAnswer'),
    refusals: [...computedRefusals, 'schedule.not_found'],
  },
  {
    method: 'GET',
    path: '/api/schedules/:id/zone-table',
    says: 'The edition of the time zone data used by a schedule, and the planned handoffs that the newest edition would move.',
    permission: 'everything.read',
    answers: okAnswer('Both editions, and the handoffs; no handoffs if the schedule uses the newest.', 'ZoneTableAnswer'),
    refusals: [...computedRefusals, 'schedule.not_found'],
  },
  {
    method: 'GET',
    path: '/api/on-call/ahead',
    says: 'Gaps of schedules in the next four weeks, and people on call whom a high-urgency page would not reach reliably.',
    permission: 'everything.read',
    answers: okAnswer('Gaps by schedule, and people by the start of their shift.', 'AheadAnswer'),
    refusals: computedRefusals,
  },
]);
