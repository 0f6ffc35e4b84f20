import type { Refusals } from '../refusal.js';

export const refusals = {
  'limit.paged_by_hand': [
    409,
    'At most {limit} people can be paged manually for one alert group at the same time.',
    'Wait until some of them have answered.',
  ],
  'alert_group.nobody_behind_targets': [409, 'No one is on call there at the moment.', 'Choose someone else.'],
  'alert_group.not_found': [404, 'There is no such alert group.', 'Look in /alerts.'],
  'alert_group.id_taken': [
    409,
    'An alert group with this id exists already; nothing was changed.',
    'Leave the id out for a new one, or add people to that alert group.',
  ],
  'alert_group.already_resolved': [409, 'Already resolved.', 'Nothing to do; reopen it if the problem is still there.'],
  'alert_group.not_acknowledged': [409, 'This alert group is not acknowledged.', 'Acknowledge it instead.'],
  'alert_group.not_snoozed': [409, 'This alert group is not snoozed.', 'Reload it.'],
  'alert_group.snooze_in_the_past': [422, 'A snooze must end in the future.', 'Choose a later time.'],
  'alert_group.snooze_too_long': [422, 'With {urgency} urgency, a snooze can last at most {limit}.', 'Choose an earlier time.'],
  'alert_group.cannot_be_linked': [
    422,
    'Only open alert groups that a monitoring system opened can be linked, outside of storms and tests, and none that is muted.',
    'Choose others.',
  ],
  'alert_group.linked_already': [409, 'This alert group is linked with others already.', 'Unlink it first.'],
  'alert_group.leads_others': [409, 'Other alert groups follow this one.', 'Unlink those instead.'],
  'limit.linked_groups': [409, 'At most {limit} alert groups can be linked.', 'Link the rest with one another.'],
  'alert_group.follows_another': [409, 'This alert group just became part of a storm.', 'Try again.'],
  'alert_group.suppressed': [409, 'Everything that fires here is muted, until {until}.', 'Page someone, or end what mutes it.'],
  'alert_group.inhibited': [
    409,
    'Everything that fires here is muted while #{number} fires.',
    'Page someone, or turn the inhibition rule off.',
  ],
  'alert_group.nobody_to_escalate_to': [409, 'No one in the escalation policy can be paged.', 'Add a responder, or check the policy.'],
  'alert_group.was_not_there': [
    409,
    'Only people who were notified of it, or acted on it, are asked whether there was anything to do.',
    'Nothing to do; mark it as noise if it was.',
  ],
  'alert_group.not_resolved': [409, 'The alert group is not resolved.', 'Nothing to do.'],
  'alert_group.too_old_to_reopen': [409, 'It was resolved more than 7 days ago.', 'Page someone instead.'],
  'page.ended': [409, 'This page has ended.', 'Add the person as a responder to page them again.'],
  'page.not_found': [404, 'There is no such page.', 'Check the alert group.'],
  'page_link.invalid': [404, 'This link is not valid.', 'Open the alert group from the list.'],
  'page_link.undo_over': [409, 'It is too late to undo this here.', 'Sign in to unacknowledge the alert group.'],
  'page_link.expired': [409, 'This link has expired.', 'Sign in to see the alert group.'],
} as const satisfies Refusals;
