/** One way in which Tocsin says no: HTTP status, a sentence for a person, what to do about it. `{name}` is filled from parameters. */
export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 503;
  readonly says: string;
  readonly todo: string;
}

const refusal = (status: Refusal['status'], says: string, todo: string): Refusal => ({ status, says, todo });

/** The closed list of refusals, namespaced by noun. Nothing that is refused leaves a trace in a stream. */
export const refusals = {
  'request.malformed': refusal(400, 'The request body is not valid JSON.', 'Send a JSON object.'),
  'request.invalid': refusal(422, 'Some fields are not valid.', 'See errors[]. Nothing was changed.'),
  'request.too_large': refusal(413, 'The request body is larger than {limit}.', 'Send less in one request.'),
  'request.unsupported_media_type': refusal(415, 'The content type is not supported.', 'Send application/json.'),
  'request.not_found': refusal(404, 'Not found.', 'See /api/openapi.json for the routes.'),
  'request.unknown_command': refusal(404, 'There is no command “{type}”.', 'See /api/openapi.json for the commands.'),
  'request.unknown_view': refusal(404, 'There is no view “{view}”.', 'See /api/openapi.json for the views.'),
  'request.bad_cursor': refusal(400, 'The cursor is not valid.', 'Start again without a cursor.'),
  'request.not_supported_here': refusal(409, 'This view has no history.', 'Ask without ?at=.'),
  'request.view_behind': refusal(503, 'The view has not caught up with your change yet.', 'Ask again in a moment; nothing was lost.'),
  'request.foreign': refusal(403, 'The request came from a page of another site.', 'Do it in Tocsin itself. Nothing was changed.'),
  'idempotency.reused': refusal(422, 'This Idempotency-Key was used with another body.', 'Use a new key for a new command.'),
  'session.required': refusal(401, 'You are not signed in.', 'Sign in; nothing was changed.'),
  'session.refused': refusal(401, 'E-mail or password is wrong.', 'Try again, or ask an admin for a new invitation.'),
  'session.openid_only': refusal(
    401,
    'E-mail or password is wrong, or this is not an owner: everyone else signs in with the identity provider.',
    'Sign in with your identity provider.',
  ),
  'session.second_step_over': refusal(
    401,
    'The code has timed out, or the account was changed in the meantime.',
    'Start over with your password.',
  ),
  'session.proof_needed': refusal(
    403,
    'You signed in a while ago: confirm that it is you.',
    'Enter your password, or sign in again; nothing was changed.',
  ),
  'session.not_found': refusal(404, 'There is no such session.', 'It has already ended.'),
  'password.wrong': refusal(409, 'The password is wrong.', 'Try again, or ask an admin for a link to choose a new one.'),
  'password.none': refusal(409, 'You have no password: you sign in with the identity provider.', 'Ask an admin for a link to choose one.'),
  'reset.invalid': refusal(404, 'This link is unknown, used or expired.', 'Ask for a new one at the sign-in, or ask an admin.'),
  'two_factor.wrong_code': refusal(
    409,
    'The code is wrong, or was used already.',
    'Wait for the next one in your app, or use a recovery code.',
  ),
  'two_factor.on_already': refusal(409, 'Two-factor sign-in is on already.', 'Turn it off first to use another app.'),
  'two_factor.off': refusal(409, 'Two-factor sign-in is off.', 'Turn it on first.'),
  'two_factor.not_begun': refusal(409, 'There is no secret to confirm.', 'Start over; nothing was changed.'),
  'sign_in.no_provider': refusal(422, 'No identity provider is set up.', 'Set one up, or let people sign in with a password.'),
  'sign_in.no_owner_password': refusal(
    422,
    'No owner has a password: no one could sign in while the identity provider is down.',
    'Give an owner a password first.',
  ),
  'sign_in.secret_missing': refusal(422, 'The client secret is missing.', 'Copy it from your identity provider.'),
  'mail_server.password_missing': refusal(
    422,
    'The password of the mail server is missing.',
    'Enter it. The stored one belongs to the server, security and user name that it was entered with.',
  ),
  'mail_server.not_set_up': refusal(409, 'Mail is not set up yet.', 'Set up a mail server in Settings › Mail.'),
  'sign_in.provider_silent': refusal(422, 'No identity provider answered at this address.', 'Check the address of the issuer.'),
  'openid.off': refusal(409, 'No identity provider is set up.', 'Sign in with a password.'),
  'openid.unreachable': refusal(
    503,
    'The identity provider did not answer correctly.',
    'Try again in a moment; owners can sign in with a password.',
  ),
  'openid.refused': refusal(401, 'The identity provider refused the sign-in.', 'Try again, or ask your admin.'),
  'openid.round_over': refusal(401, 'This sign-in was started in another browser, or it expired.', 'Start over.'),
  'openid.email_not_verified': refusal(
    403,
    'The identity provider has not verified your e-mail address.',
    'Verify it there, then try again.',
  ),
  'openid.domain': refusal(403, 'E-mail addresses of this domain may not sign in here.', 'Ask an owner or admin.'),
  'openid.not_invited': refusal(403, 'You have not been invited yet.', 'Ask an owner or admin for an invitation.'),
  'openid.owner_unconfirmed': refusal(
    403,
    'No owner has confirmed this identity provider, so owners can’t sign in with it.',
    'Sign in with your password, then confirm it in the sign-in settings, or ask another owner to.',
  ),
  'openid.other_account': refusal(
    409,
    'Your e-mail address belongs to someone with another account at the identity provider.',
    'Ask an admin to unlink the older one.',
  ),
  'permission.denied': refusal(403, 'You may not do this.', 'It takes: {who}.'),
  'token.invalid': refusal(401, 'This token is unknown, expired or revoked.', 'Issue a new one in the settings; nothing was changed.'),
  'token.not_found': refusal(404, 'There is no such token.', 'Check the list of tokens.'),
  'token.name_taken': refusal(409, 'An active token has this name already.', 'Choose another name.'),
  'limit.tokens': refusal(409, 'There can be at most {limit} active tokens.', 'Revoke one that is not used.'),
  'calendar_feed.not_found': refusal(
    404,
    'There is no such calendar feed.',
    'Create a new one on your page, or ask an admin if feeds are switched off.',
  ),
  'calendar.unreadable': refusal(422, 'The calendar can’t be read: {reason}.', 'Check the file or the address; nothing was changed.'),
  'holidays.not_found': refusal(404, 'There is no such calendar of holidays.', 'Choose another one.'),
  'holidays.name_taken': refusal(409, 'A calendar of holidays has this name already.', 'Choose another name.'),
  'holidays.listed_twice': refusal(422, 'A holiday is listed twice.', 'Give each event of the calendar a UID of its own.'),
  'limit.holiday_calendars': refusal(409, 'There can be at most {limit} calendars of holidays.', 'Remove one that is not used.'),
  'limit.calendar_feeds': refusal(409, 'A person has at most {limit} calendar feeds.', 'Revoke one that is not used.'),
  'token.not_for_this': refusal(403, 'Tokens may not do this.', 'Sign in and do it yourself.'),
  'token.scope_missing': refusal(403, 'The token lacks the scope {scope}.', 'Issue a token with this scope.'),
  'limit.rate': refusal(429, 'Too many requests.', 'Wait {seconds} s and try again.'),
  'limit.bodies': refusal(503, 'The server is reading too many large requests.', 'Try again in a few seconds; nothing was changed.'),
  'limit.policy_steps': refusal(409, 'A policy has at most {limit} steps.', 'Remove a step first.'),
  'limit.team_members': refusal(409, 'A team has at most {limit} members.', 'Remove one first, or split the team.'),
  'limit.contact_methods': refusal(409, 'A person has at most {limit} contact methods.', 'Remove one first.'),
  'limit.notification_rules': refusal(409, 'A person has at most {limit} notification rules.', 'Remove one first.'),
  'limit.saved_searches': refusal(409, 'A person has at most {limit} saved searches.', 'Remove one first.'),
  'limit.integrations': refusal(409, 'A service has at most {limit} integrations.', 'Remove one first.'),
  'limit.integration_keys': refusal(409, 'An integration has at most {limit} live keys.', 'Revoke one first.'),
  'limit.rotation_places': refusal(409, 'A rotation has at most {limit} places for people.', 'Remove one first.'),
  'limit.overrides': refusal(409, 'A schedule has at most {limit} overrides ahead.', 'Remove one first.'),
  'limit.covers': refusal(409, 'A schedule has at most {limit} open cover requests.', 'Withdraw one first.'),
  'limit.planned_versions': refusal(409, 'A schedule has at most {limit} planned changes.', 'Withdraw one first.'),
  'limit.temporary_shifts': refusal(409, 'A temporary schedule has at most {limit} shifts.', 'Remove one first.'),
  'limit.temporary_schedules': refusal(409, 'A schedule has at most {limit} temporary schedules ahead.', 'Remove one first.'),
  'limit.away': refusal(409, 'At most {limit} times away can be planned.', 'Cancel one of them first.'),
  'limit.paged_by_hand': refusal(
    409,
    'At most {limit} people can be paged manually for one alert group at the same time.',
    'Wait until some of them have answered.',
  ),
  'limit.event_subscriptions': refusal(409, 'There can be at most {limit} event subscriptions here.', 'Remove one that is not used.'),
  'report.took_too_long': refusal(
    503,
    'The report took longer than {limit}.',
    'Ask for a shorter range. What was read of the log is kept, so a second try takes less.',
  ),
  'conflict.revision': refusal(409, '{name} was changed by someone else in the meantime.', 'Load it again; your text is kept.'),
  'conflict.busy': refusal(503, 'Too many changes to the same record at once.', 'Try again; nothing was changed.'),
  'store.unavailable': refusal(503, 'The event log can’t be written right now.', 'Try again. Nothing was changed, nothing was lost.'),
  'store.unwritable': refusal(
    503,
    'Tocsin can’t save this now: {reason}.',
    'Try again. Alerts can be acknowledged for as long as the event log can be written; tell the operator.',
  ),
  'store.views_unavailable': refusal(
    503,
    'Lists can’t be read right now: PostgreSQL does not answer.',
    'Try again; signals are still accepted and people are still paged.',
  ),
  'store.starting': refusal(503, 'The server is still reading its log.', 'Try again in a few seconds.'),
  'store.behind': refusal(503, 'This server is more than 5 seconds behind the log.', 'Try again in a few seconds; nothing was changed.'),
  'store.held': refusal(409, 'Paused after a restore: nothing is sent until an owner presses “Go live here”.', 'Ask an owner.'),
  'store.not_held': refusal(409, 'Sending is not paused.', 'Nothing to do.'),
  'rebuild.running': refusal(409, 'Views are being rebuilt already.', 'Wait until that is done.'),
  'operator.required': refusal(
    401,
    'This is for the operator, on the machine itself.',
    'Run “tocsin” there, as a user who can read the data folder.',
  ),
  'setup.done': refusal(409, 'This installation is set up already.', 'Sign in.'),
  'setup.code_required': refusal(403, 'Set-up from another machine needs the code printed in the terminal.', 'Enter the code.'),
  'organisation.not_set_up': refusal(409, 'This installation is not set up yet.', 'Open /setup.'),
  'invitation.invalid': refusal(404, 'This invitation is unknown, used or expired.', 'Ask for a new one.'),
  'person.not_found': refusal(404, 'There is no such person.', 'Look in /people.'),
  'person.email_taken': refusal(409, 'Someone with this e-mail exists already.', 'Use another address.'),
  'person.not_disabled': refusal(409, 'Only a disabled person can be erased.', 'Disable them first; their alert groups then page again.'),
  'person.erased': refusal(409, 'The person was erased.', 'This can’t be undone; invite them again.'),
  'redaction.not_text': refusal(
    409,
    'Only free text can be redacted: ids and names hold the history together.',
    'Rename the entity instead.',
  ),
  'redaction.not_found': refusal(404, 'There is no such text in the history.', 'Search again.'),
  'backtest.not_here': refusal(
    409,
    'In the cluster profile the history is in EventStoreDB, and can’t be replayed from here.',
    'Run the backtest on an embedded copy of this installation.',
  ),
  'redaction.search_here': refusal(
    409,
    'In the cluster profile the history is in EventStoreDB, and can’t be searched from here.',
    'Redact by number and path.',
  ),
  'person.not_active': refusal(409, 'The person is not active.', 'Enable them first.'),
  'person.not_reachable': refusal(409, 'The person has no working contact method.', 'Page someone else, or ask them to add one.'),
  'person.stands': refusal(409, 'These policies and schedules name them: {names}.', 'Choose a replacement, or leave gaps.'),
  'person.replacement': refusal(422, 'A person can’t replace themselves.', 'Choose someone else.'),
  'person.twice_in_table': refusal(409, 'Row {row} has the same e-mail.', 'Remove one of the two rows.'),
  'time_zone.unknown': refusal(422, 'There is no time zone “{zone}”.', 'Use a name such as Europe/Berlin.'),
  'team.unknown_name': refusal(422, 'There is no team called “{name}”.', 'Create it first, or leave the team out.'),
  'person.away_in_the_past': refusal(422, 'Time away must end in the future.', 'Choose a later end.'),
  'person.away_too_long': refusal(422, 'Time away lasts at most {limit} days.', 'Choose an earlier end.'),
  'person.away_overlaps': refusal(409, 'They are away in a part of that time already.', 'Change the dates, or cancel the other time away.'),
  'person.away_not_found': refusal(404, 'There is no such time away.', 'It may be over. Load the page again.'),
  'person.observes': refusal(409, 'Observers are never paged, and are in no team.', 'Give them another role first, or leave them out.'),
  'person.last_owner': refusal(409, 'You can’t remove the last owner.', 'Make someone else an owner first.'),
  'contact_method.not_found': refusal(404, 'There is no such contact method.', 'Check your profile.'),
  'email_change.none': refusal(409, 'No change of your e-mail address is waiting for a code.', 'Enter the new address again.'),
  'email_change.wrong_code': refusal(409, 'The code is wrong or has expired.', 'Ask for a new code.'),
  'email_change.too_many_tries': refusal(409, 'This code has been tried too often.', 'Ask for a new code.'),
  'contact_method.switched_off': refusal(409, 'The contact method is switched off.', 'Page the person by another one.'),
  'contact_method.not_verified': refusal(409, 'The contact method is not verified.', 'Page the person by another one.'),
  'contact_method.disabled': refusal(409, 'The contact method no longer works.', 'Page the person by another one.'),
  'contact_method.wrong_code': refusal(409, 'The code is wrong or has expired.', 'Ask for a new code.'),
  'contact_method.too_many_tries': refusal(409, 'This code has been tried too often.', 'Ask for a new code.'),
  'contact_method.address_taken': refusal(409, 'You have this contact method already.', 'Use the one you have.'),
  'notification_rule.not_found': refusal(404, 'There is no such notification rule.', 'Check your profile.'),
  'saved_search.not_found': refusal(404, 'There is no such saved search.', 'It may have been removed.'),
  'team.not_found': refusal(404, 'There is no such team.', 'Check the list of teams.'),
  'team.name_taken': refusal(409, 'A team of this name exists already.', 'Choose another name.'),
  'team.in_use': refusal(
    409,
    'The team still has {names}.',
    'Move all to another team first, revoke the tokens of this one and remove its event subscriptions.',
  ),
  'team.same': refusal(422, 'That is the same team.', 'Choose another team.'),
  'team.not_a_member': refusal(409, 'The person is not a member of the team.', 'Add them to the team first.'),
  'service.not_found': refusal(404, 'There is no such service.', 'Look in /services.'),
  'service.name_taken': refusal(409, 'The team has a service of this name already.', 'Choose another name.'),
  'service.support_hours_missing': refusal(422, 'The support hours are missing.', 'Enter the hours of support, or choose another urgency.'),

  'integration.not_found': refusal(404, 'There is no such integration.', 'Check the service.'),
  'integration.name_taken': refusal(409, 'The team has an integration of this name already.', 'Choose another name.'),
  'integration.key_not_found': refusal(404, 'The integration has no such active key.', 'Check the service.'),
  'alert_group.nobody_behind_targets': refusal(409, 'No one is on call there at the moment.', 'Choose someone else.'),
  'policy.not_found': refusal(404, 'There is no such escalation policy.', 'Check the team’s policies.'),
  'policy.name_taken': refusal(409, 'The team has a policy of this name already.', 'Choose another name.'),
  'policy.in_use': refusal(409, 'The policy is used by {names}.', 'Give those services another policy first.'),
  'policy.same': refusal(422, 'That is the same policy.', 'Choose another policy.'),
  'policy.pattern_invalid': refusal(
    422,
    'The regular expression can’t be used: {reason}.',
    'Use the syntax of RE2; it must match the whole value.',
  ),
  'policy.team_unknown': refusal(422, 'A step names a team that does not exist.', 'Choose one from the list.'),
  'policy.schedule_unknown': refusal(422, 'A step names a schedule that does not exist.', 'Choose one from the list.'),
  'policy.target_unknown': refusal(422, 'A step names a person who does not exist.', 'Choose someone from the list.'),
  'schedule.not_found': refusal(404, 'There is no such schedule.', 'Look in /schedules.'),
  'schedule.name_taken': refusal(409, 'The team has a schedule of this name already.', 'Choose another name.'),
  'schedule.external_key_taken': refusal(
    409,
    'Another schedule, or one with other content, has this external key: {name}.',
    'Change that schedule, or use another key.',
  ),
  'schedule.in_use': refusal(409, 'The schedule is used by {names}.', 'Give those policies another target first.'),
  'schedule.anchor_too_old': refusal(
    422,
    'A rotation that counts covered time only can start at most {years} years back.',
    'Choose a later start: the order begins anew there.',
  ),
  'schedule.zone_unknown': refusal(422, 'There is no time zone “{zone}”.', 'Use a name such as Europe/Berlin.'),
  'schedule.zone_table_unknown': refusal(422, 'There is no edition “{zones}” of the time zone data.', 'Use one that this release has.'),
  'schedule.rotation_of_nobody': refusal(422, 'The rotation has nobody in it.', 'Add at least one person.'),
  'schedule.restriction_leaves_nothing': refusal(
    422,
    'The restriction begins and ends at the same time of day.',
    'Choose another end, or leave the times out for whole days.',
  ),
  'schedule.listed_twice': refusal(422, 'This is listed twice.', 'Remove one of the two.'),
  'schedule.version_not_planned': refusal(409, 'No planned change has this version.', 'It may have taken effect already.'),
  'schedule.override_not_found': refusal(404, 'There is no such override, or it is over.', 'Check the schedule.'),
  'schedule.override_ends_before': refusal(422, 'The override ends before it starts.', 'Choose a later end.'),
  'schedule.override_over': refusal(422, 'The override would end in the past.', 'Choose an end in the future: the past can’t be changed.'),
  'schedule.override_of_nobody': refusal(422, 'The override needs a person.', 'Choose someone.'),
  'schedule.override_of_oneself': refusal(422, 'A person can’t replace themselves.', 'Choose someone else.'),
  'schedule.override_overlaps': refusal(422, 'Two overrides of the same person overlap.', 'Change one of the two.'),
  'schedule.temporary_not_found': refusal(404, 'There is no such temporary schedule, or it is over.', 'Check the schedule.'),
  'schedule.temporary_ends_before': refusal(422, 'The temporary schedule ends before it starts.', 'Choose a later end.'),
  'schedule.temporary_over': refusal(
    422,
    'The temporary schedule would end in the past.',
    'Choose an end in the future: the past can’t be changed.',
  ),
  'schedule.temporary_shift_outside': refusal(
    422,
    'The shift has no length, or lies outside the temporary schedule.',
    'Choose times within the temporary schedule.',
  ),
  'schedule.cover_not_found': refusal(404, 'There is no such request for cover, or it was answered long ago.', 'Check the schedule.'),
  'schedule.cover_ends_before': refusal(422, 'The end is before the start.', 'Choose a later end.'),
  'schedule.cover_over': refusal(422, 'That time is over.', 'Choose an end in the future.'),
  'schedule.cover_too_long': refusal(422, 'Cover can be asked for up to {days} days at a time.', 'Ask for a shorter part.'),
  'schedule.cover_too_far': refusal(422, 'Cover can be asked for up to {days} days ahead.', 'Ask when it is nearer.'),
  'schedule.cover_of_nobody': refusal(422, 'No one is asked.', 'Choose at least one person, or the team.'),
  'schedule.cover_of_oneself': refusal(422, 'A person can’t cover for themselves.', 'Choose someone else.'),
  'schedule.cover_not_responder': refusal(
    422,
    'They are not a responder of the team, and could not accept.',
    'Choose someone of the team.',
  ),
  'schedule.cover_not_on_call': refusal(
    422,
    'There is nothing to cover: they are not on call at that time.',
    'Choose a time of their shift.',
  ),
  'schedule.cover_swap_with_team': refusal(422, 'A swap has to be offered to people by name.', 'Choose whom to swap with.'),
  'schedule.cover_swap_not_on_call': refusal(
    422,
    'There is nothing to take in return: they are not on call at that time.',
    'Choose a time of their shift.',
  ),
  'schedule.cover_swap_overlaps': refusal(422, 'The two parts of the swap overlap.', 'Choose another time in return.'),
  'schedule.cover_taken': refusal(409, 'Good news: someone took it {seconds} s ago.', 'Nothing to do.'),
  'schedule.cover_closed': refusal(409, 'The request for cover is {state}.', 'Nothing to do; ask again if it is still needed.'),
  'event_subscription.not_found': refusal(404, 'There is no such event subscription.', 'Check the list of event subscriptions.'),
  'alert_group.not_found': refusal(404, 'There is no such alert group.', 'Look in /alerts.'),
  'alert_group.id_taken': refusal(
    409,
    'An alert group with this id exists already; nothing was changed.',
    'Leave the id out for a new one, or add people to that alert group.',
  ),
  'alert_group.already_resolved': refusal(
    409,
    'Good news: it is already resolved.',
    'Nothing to do; reopen it if the problem is still there.',
  ),
  'alert_group.not_acknowledged': refusal(409, 'This alert group is not acknowledged.', 'Acknowledge it instead.'),
  'alert_group.not_snoozed': refusal(409, 'This alert group is not snoozed.', 'Load it again.'),
  'alert_group.snooze_in_the_past': refusal(422, 'A snooze must end in the future.', 'Choose a later time.'),
  'alert_group.snooze_too_long': refusal(422, 'With {urgency} urgency, a snooze lasts at most {limit}.', 'Choose an earlier time.'),
  'alert_group.follows_another': refusal(409, 'This alert group has just begun to follow another group of its storm.', 'Try again.'),
  'bulk_act.not_found': refusal(404, 'There is no such act on many alert groups.', 'Load the list again.'),
  'bulk_act.id_taken': refusal(409, 'This id belongs to an act of another person.', 'Use another id.'),
  'limit.bulk_by_filter': refusal(409, 'More than {limit} alert groups match.', 'Narrow the filter.'),
  'alert_group.nobody_to_escalate_to': refusal(
    409,
    'No one in the escalation policy can be paged.',
    'Add a responder, or check the policy.',
  ),
  'alert_group.not_resolved': refusal(409, 'The alert group is not resolved.', 'Nothing to do.'),
  'alert_group.too_old_to_reopen': refusal(409, 'It was resolved more than 7 days ago.', 'Page someone instead.'),
  'page.ended': refusal(409, 'This page has ended.', 'Add the person as a responder to page them again.'),
  'page.not_found': refusal(404, 'There is no such page.', 'Check the alert group.'),
  'page_link.invalid': refusal(404, 'This link is not valid.', 'Open the alert group from the list.'),
  'page_link.undo_over': refusal(409, 'It is too late to undo this here.', 'Sign in to unacknowledge the alert group.'),
  'page_link.expired': refusal(409, 'This link has expired.', 'Sign in to see the alert group.'),
  'outgoing.private_address': refusal(
    422,
    'The address points into a private network.',
    'An admin can allow it with the setting TOCSIN_ALLOW_CIDR.',
  ),
  'ingest.unknown_key': refusal(401, 'The integration key is not known.', 'Copy the address from the integration’s page.'),
  'ingest.not_an_object': refusal(400, 'The body is valid JSON, but not an object.', 'Send one JSON object in each request.'),
  'ingest.missing_field': refusal(400, 'A required field is missing: {field}.', 'See the integration’s page for an example.'),
  'clock.not_manual': refusal(404, 'This server runs on the system clock.', 'Start it with TOCSIN_CLOCK=manual.'),
} as const satisfies Record<string, Refusal>;

export type RefusalCode = keyof typeof refusals;

/** What stands in the way of a refused act: it names what was to go, or belongs to it. */
export interface InTheWay {
  readonly kind: 'policy' | 'schedule' | 'service' | 'token' | 'event_subscription';
  readonly id: string;
  readonly teamId: string;
  readonly name: string;
}

/** RFC 9457 problem details, as every error of the API is answered. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: RefusalCode;
  readonly detail: string;
  readonly todo: string;
  readonly errors?: readonly { readonly path: string; readonly code: string; readonly message: string }[];
  readonly correlationId: string;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly inTheWay?: readonly InTheWay[];
}

/** Fills `{name}` in a sentence. Unknown names stay as they are. */
export const fill = (sentence: string, params: Readonly<Record<string, string | number>> = {}): string =>
  sentence.replace(/\{(\w+)\}/g, (whole, key: string) => String(params[key] ?? whole));
