import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { DeliveryReason } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import type { WhyGroup, WhyVerdict } from '@tocsin/contracts/why/why.js';

/** Where a fix is made: contact methods of the person, steps of the policy, the alert group, mail settings, or server health. */
export type FixPlace = 'person' | 'policy' | 'group' | 'mail' | 'health';

export interface WhyFix {
  readonly says: string;
  readonly where: FixPlace;
}

const fix = (where: FixPlace, says: string): WhyFix => ({ where, says });

/** How to make the next page succeed; null: nothing is wrong. */
const fixes: Readonly<Record<DeliveryReason, WhyFix | null>> = {
  'delivery.not_verified': fix('person', 'Verify the contact method.'),
  'delivery.method_disabled': fix('person', 'Set the contact method up again.'),
  'delivery.method_switched_off': fix('person', 'Switch the contact method on.'),
  'delivery.method_removed': fix('person', 'Add another contact method.'),
  'delivery.webhook_switched_off': fix('policy', 'Switch the webhook on, or remove it from the step.'),
  'delivery.webhook_removed': fix('policy', 'Choose another webhook in the step.'),
  'delivery.rule_removed': fix('person', 'Add a notification rule for this urgency.'),
  'delivery.no_method': fix('person', 'Add a contact method and verify it.'),
  'delivery.no_open_tab': fix('person', 'Add a phone: a browser tab alerts only while it is open.'),
  'delivery.provider_rejected': fix('person', 'Check the address, then try the contact method.'),
  'delivery.provider_unreachable': fix('health', 'Check that the server can reach the provider.'),
  'delivery.timeout': fix('health', 'Check that the provider answers in time.'),
  'delivery.outcome_unknown': fix('health', 'Check that the provider answers in time.'),
  'delivery.private_address': fix('person', 'Use a public address, or have an admin allow this one with TOCSIN_ALLOW_CIDR.'),
  'delivery.not_configured': fix('mail', 'Set up mail.'),
  'delivery.subscription_gone': fix('person', 'Add the device again.'),
  'delivery.connection_removed': fix('health', 'Have an admin set the connection up in Settings › Channels.'),
  'delivery.connection_refused': fix('health', 'Have an admin check the connection in Settings › Channels.'),
  'delivery.connection_stopped': fix('health', 'Have an admin check the connection in Settings › Channels.'),
  'delivery.no_answer': fix('person', 'Add a second contact method that can take over.'),
  'delivery.number_refused': fix('person', 'Check the phone number, or add another.'),
  'delivery.opted_out': fix('person', 'Send START to the number that the messages came from, then verify the phone number again.'),
  'delivery.hook_gone': fix('person', 'Make a new incoming webhook in the chat, and add it as a contact method.'),
  'delivery.account_gone': fix('person', 'Link another account, or add another contact method.'),
  'delivery.not_in_channel': fix('policy', 'Invite the app to the channel: /invite @Tocsin.'),
  'delivery.push_key_refused': fix('person', 'Open Tocsin on the device: it subscribes again by itself.'),
  'delivery.access_refused': fix('person', 'Check the access token, then remove the contact method and add it again.'),
  'delivery.bounced': fix('person', 'Check the address, or add it again.'),
  'delivery.too_large': fix('person', 'Add another contact method: this provider takes no message of that size.'),
  'delivery.number_in_use': null,
  'delivery.throttled': fix('person', 'Add a second contact method that can take over.'),
  'delivery.drill_no_consent': null,
  'delivery.drill_real_page': null,
  'delivery.drill_busy': null,
  'delivery.drill_calls_nothing': null,
  'delivery.rehearsing': fix('group', 'Have its manager take the service live.'),
  'delivery.held': fix('health', 'An owner has to press “Go live here”.'),
  'delivery.too_late': fix('health', 'Check why the server was late.'),
  'delivery.follows': null,
  'delivery.suppressed_by_silence': fix('group', 'End what mutes it, or narrow its conditions.'),
  'delivery.handed_on': null,
  'delivery.posted_together': null,
  'delivery.sent_earlier': null,
  'delivery.reassignment_ended': fix('group', 'To page them again, reassign the alert group or add them as a responder.'),
  'delivery.joined': null,
  'delivery.superseded': null,
  'delivery.cancelled_by_answer': null,
  'delivery.passed_on': null,
  'delivery.cancelled_by_acknowledge': fix(
    'policy',
    'To page them anyway, turn on “also page when someone has already acknowledged” in their step.',
  ),
  'delivery.cancelled_by_snooze': fix('group', 'To page them, unsnooze the alert group.'),
  'delivery.cancelled_by_resolve': fix('group', 'To page them, reopen the alert group.'),
  'delivery.person_disabled': fix('policy', 'Enable them, or choose someone else in the policy.'),
  'delivery.person_observes': fix('policy', 'Give them another role, or choose someone else in the policy.'),
  'delivery.person_unknown': fix('policy', 'Choose someone else in the policy.'),
  'delivery.person_away': fix('policy', 'End their time away, or add someone to their step.'),
};

const ofVerdict: Readonly<Partial<Record<WhyVerdict, WhyFix>>> = {
  stopped: fix('policy', 'To page them sooner, put them in an earlier step or shorten the waits before it.'),
  step_pending: fix('group', 'To page them now, escalate the alert group or add them as a responder.'),
  step_skipped: fix('policy', 'To page them, change the conditions of their step.'),
  not_named: fix('policy', 'To page them, add them to a step of the policy.'),
  not_reachable: fix('person', 'Check their contact methods.'),
  not_delivered: fix('person', 'Check their contact methods.'),
};

/** The fix of a verdict; null: they were paged, or nothing is wrong. */
export const whyFix = ({ verdict, reason }: Pick<WhyGroup, 'verdict' | 'reason'>): WhyFix | null =>
  reason === null ? (ofVerdict[verdict] ?? null) : fixes[reason];

/** The policy that the alert group follows, as the event of its opening says; null: none. */
export const policyIn = (events: WhyGroup['events']): string | null => {
  const opened = (events as readonly RecordedFact[]).find(({ type }) => type === 'AlertGroupOpened');
  return opened?.type === 'AlertGroupOpened' ? (opened.data.policy?.policyId ?? null) : null;
};
