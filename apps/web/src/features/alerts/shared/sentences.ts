import type { Mute } from '@tocsin/contracts/alert-groups/mutes.js';
import { withMentions } from '@tocsin/contracts/mentions.js';
import { textOrErased } from '@tocsin/contracts/redactions/noun.js';
import type { alertGroupEvents } from '@tocsin/contracts/alert-groups/events.js';
import type { Holder } from '@tocsin/contracts/alert-groups/holder.js';
import type { events as bulkActEvents } from '@tocsin/contracts/bulk-acts/noun.js';
import type { fanOutEvents } from '@tocsin/contracts/alert-groups/fan-outs.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Names } from '../../../data/words/names.js';
import type { PolicyTarget } from '@tocsin/contracts/policies/noun.js';
import { isForPrograms } from '@tocsin/contracts/policies/targets.js';
import { contactTraits } from '@tocsin/contracts/contacts/kinds.js';
import { reasonClause } from '../../messages/shared/reason-words.js';
import { repeatWords, returnWords } from './group-words.js';
import { capital } from '../../../data/words/capital.js';
import { listNames } from '../../../data/words/list-names.js';
import { clockIn } from './attempt-words.js';
import type { PageFact } from './page-sentences.js';
import { targetWords } from '../../policies/shared/target-words.js';
import { unmetWords } from '../../policies/shared/unmet-words.js';
import { postRuleWords } from './post-rule-words.js';
import { dayAndTime, span } from '../../../data/time/times.js';
import { count, type Sentences } from '../../../data/words/sentence.js';

const holderName = (holder: Holder | null, names: Names): string =>
  holder === null
    ? 'no one'
    : holder.kind === 'person'
      ? names.person(holder.personId)
      : holder.kind === 'token'
        ? names.token(holder.tokenId)
        : names.integration(holder.integrationId);

const actionNeededWords: Record<FactOf<'ActionNeededAnswered'>['answer'], string> = {
  yes: 'answered: there was something to do.',
  no: 'answered: there was nothing to do.',
  skip: 'skipped the question whether there was anything to do.',
};

const spanBetween = (from: string, to: string): string => span(Date.parse(to) - Date.parse(from));

const stepWords = (step: FactOf<'EscalationStepTaken'>['step']): string =>
  step === 'exhausted' ? 'the team’s managers' : step === 'owners' ? 'the owners' : step === 0 ? 'the last assignee' : `step ${step}`;

/** ` (repeat 1)`, behind a step inside a sentence. */
const inRepeat = (round: number): string => (round > 1 ? ` (repeat ${round - 1})` : '');

/** Which rule led a group to its service, and what it is grouped by. */
const routeWords = ({ origin, serviceId }: FactOf<'AlertGroupOpened'>, names: Names): string => {
  if (origin.kind !== 'signal') return '';
  const { route, router, grouping, linking } = origin;
  const rules = [
    ...(router ? [`rule ${router.place} of the organisation (version ${router.version})`] : []),
    ...(route ? [`rule ${route.place} (version ${route.version})`] : []),
  ];
  const linked = linking ? ` Linked by ${linking.by.join(', ')} (version ${linking.version}).` : '';
  const grouped = grouping ? ` Grouped by ${grouping.by.join(', ')} (version ${grouping.version}).` : '';
  return `${rules.length > 0 ? ` It went to ${names.service(serviceId)} by ${rules.join(' and ')}.` : ''}${grouped}${linked}`;
};

const openingSentences: Record<FactOf<'AlertGroupOpened'>['origin']['kind'], (d: FactOf<'AlertGroupOpened'>, names: Names) => string> = {
  signal: (d, names) =>
    `${d.origin.kind === 'signal' ? names.integration(d.origin.integrationId) : 'A source'} opened #${d.number}: ${textOrErased(d.title)} (${d.urgency} urgency, ${count(d.alerts.length, 'alert')}).${routeWords(d, names)}`,
  page: (d, names) =>
    `${d.origin.kind === 'page' ? names.person(d.origin.personId) : 'Someone'} opened #${d.number} manually: ${textOrErased(d.title)}.`,
  test: (d, names) => `${d.origin.kind === 'test' ? names.person(d.origin.personId) : 'Someone'} sent a test alert, #${d.number}.`,
  drill: (d) => `A drill opened #${d.number}: it pages those who agreed.`,
  refused: ({ origin, number }, names) => {
    const integration = origin.kind === 'refused' ? names.integration(origin.integrationId) : 'an integration';
    const isUnreadable = origin.kind === 'refused' && origin.because === 'unreadable';
    return `Alerts from ${integration} ${isUnreadable ? 'can’t be read' : 'are above the hard limit'} and are refused: opened #${number}.`;
  },
  audit: (d) => `The audit of the log opened #${d.number}: ${textOrErased(d.title)}.`,
};

const stops: Record<FactOf<'EscalationStopped'>['because'], string> = {
  acknowledged: 'Escalation stopped: acknowledged.',
  snoozed: 'Escalation stopped: snoozed.',
  resolved: 'Escalation stopped: resolved.',
  low_urgency: 'No escalation: low urgency.',
  test: 'No escalation: this is a test.',
  stale: 'Escalation stopped: its source is silent.',
  suppressed: 'Escalation stopped: everything that fires is muted.',
};

const muteWords: Readonly<Record<Mute['kind'], string>> = {
  silence: 'a silence',
  maintenance: 'maintenance',
  inhibition: 'an inhibition rule',
  hold: 'a route',
};
const appliedWords: Readonly<Record<Mute['kind'], string>> = {
  silence: 'Silences',
  maintenance: 'Maintenance windows',
  inhibition: 'Inhibition rules',
  hold: 'Routes',
};

const mutedWords = ({ mutes: [mute], settlesAt }: FactOf<'AlertGroupSuppressed'>): string => {
  if (settlesAt) return `what muted it ended; it counts again at ${dayAndTime(settlesAt)}`;
  if (!mute) return 'everything that fires is muted';
  if (mute.kind === 'hold' && mute.until) return `a route holds it until ${dayAndTime(mute.until)}, in case it resolves`;
  const end = mute.until ? `until ${dayAndTime(mute.until)}` : `while #${mute.by?.number ?? ''} fires`;
  const version = mute.version === undefined ? '' : ` (version ${mute.version})`;
  return `${muteWords[mute.kind]}${version} mutes everything that fires, ${end}`;
};

const stepTaken = (d: FactOf<'EscalationStepTaken'>, names: Names): string => {
  const step = capital(repeatWords(stepWords(d.step), d.round));
  if (isForPrograms({ targets: d.targets.map(({ target }) => target) }))
    return `${step}: ${d.targets.map(({ target }) => targetWords(target as PolicyTarget, names)).join(', ')} called; no one is paged.`;
  if (d.empty) return `No one in ${stepWords(d.step)}${inRepeat(d.round)}: skipped.`;
  const people = d.targets.flatMap(({ persons }) => persons);
  const reached = people.filter(({ outcome }) => outcome !== 'not_reachable').map(({ personId }) => personId);
  const missed = people.filter(({ outcome }) => outcome === 'not_reachable');
  const missing = missed.map(
    ({ personId, reason }) => `${names.person(personId)} could not be reached${reason ? `: ${reasonClause(reason)}` : ''}`,
  );
  const more = d.targets.reduce((sum, target) => sum + (target.more ?? 0), 0);
  if (more > 0) missing.push(count(more, 'other'));
  const paged =
    reached.length > 0 ? `paged ${listNames(reached, { ...names, me: '' })}${d.picked ? ' (round-robin)' : ''}` : 'no one was paged';
  return `${step}: ${[paged, ...missing].join('; ')}.`;
};

const stepSkipped = (d: FactOf<'EscalationStepSkipped'>): string =>
  `${capital(repeatWords(`step ${d.step}`, d.round))} skipped: ${unmetWords(d)}.`;

const webhook = (id: string, names: Names): string => capital(names.webhook(id));

export const groupSentences: Sentences<Exclude<keyof typeof alertGroupEvents, PageFact>> = {
  AlertGroupOpened: ({ data }, names) => openingSentences[data.origin.kind](data, names),
  AlertsFired: ({ data }) =>
    `${count(data.alerts.length, 'alert')} ${data.joined === undefined ? 'started firing' : 'joined'}: ${data.alerts
      .slice(0, 3)
      .map((alert) => alert.summary || alert.name)
      .join(', ')}${data.alerts.length > 3 ? ', …' : ''}.${
      data.news === 'raises_urgency' ? ' Urgency raised.' : data.news === 'new_name' ? ' New alert name.' : ''
    }`,
  AlertsReworded: ({ data }) =>
    `The source changed the text of ${count(data.alerts.length, 'alert')}: ${data.alerts[0]!.summary || data.alerts[0]!.name}${data.alerts.length > 1 ? ', …' : ''}. No one is paged.`,
  SignalsRefused: ({ data }) => `${count(data.refused, 'more request')} refused.`,
  AlertsEnding: ({ data, meta }) => {
    const which = data.all ? 'its alerts' : data.under !== undefined ? 'its alerts of the storm' : count(data.fingerprints.length, 'alert');
    const what = data.late === undefined ? `The source no longer lists ${which}` : `Tocsin was down, so the wait starts over for ${which}`;
    return `${what}: resolving in ${spanBetween(meta.at, data.dueAt)} unless firing again.`;
  },
  AlertsResumed: ({ data }) => `${count(data.fingerprints.length, 'ending alert')} firing again. No one is paged.`,
  EscalationHeld: ({ data, meta }) => `Escalation delayed for ${spanBetween(meta.at, data.until)}: all alerts are ending.`,
  AlertsResolved: ({ data }) =>
    data.left
      ? `${count(data.fingerprints.length, 'ending alert')} resolved: not firing again.`
      : data.all
        ? 'The source resolved all alerts.'
        : data.under !== undefined
          ? 'A source resolved its alerts; others are still firing.'
          : `The source resolved ${count(data.fingerprints.length, 'alert')}; others are still firing.`,
  AlertsCounted: ({ data }) => {
    if (data.alerts === 0) return 'All firing alerts are listed again.';
    const [news, names] = [data.news === 'raises_urgency' ? ' Urgency raised.' : '', data.names.slice(0, 3).join(', ')];
    return `${count(data.alerts, 'more alert')} firing, counted only${names ? `: ${names}${data.names.length > 3 ? ', …' : ''}` : ''}.${news}`;
  },
  AlertsTakenInHand: () => 'A source acknowledged its alerts; the others are not acknowledged.',
  StormReturnPlanned: ({ data, meta }) => `More high-urgency alerts joined: it returns to firing in ${clockIn(data.dueAt, meta.at)}.`,
  AlertGroupFollows: ({ data: { leader, holder } }, names) =>
    `Part of #${leader.number}${holder ? `: acknowledged by ${holderName(holder, names)}` : ''}. No one is paged for this group separately.`,
  LinkedAlertsFired: ({ data }) => `${count(data.alerts, 'alert')} started firing in #${data.in.number}, part of the same storm.`,
  StormHandedOn: () => 'Other groups of the storm are still firing: the next one continues the escalation.',
  AlertGroupLeads: ({ data: { from } }) => `#${from.number} ended: this group continues its escalation.`,
  AlertGroupLinked: ({ data: { groupId, storm, rule }, meta }, names) => {
    if (rule) return `A rule links it with others of the same ${rule.by.join(', ')} (version ${rule.version}).`;
    return groupId === storm ? 'Others were linked with it.' : `${names.did(meta.actor, 'linked it with another alert')}.`;
  },
  AlertGroupUnlinked: ({ meta }, names) => `${names.did(meta.actor, 'unlinked it')}: it is paged for itself.`,
  StormEnded: () => 'The last group of the storm was resolved: everyone who was paged is notified.',
  AlertsLeftOut: ({ data: { cutList } }) =>
    cutList === null ? 'The source lists all its alerts again.' : `The source listed ${cutList.listed} of ${count(cutList.of, 'alert')}.`,
  SenderStillFiring: () => 'The source still reports firing, although a person resolved it.',
  AlertGroupAcknowledged: ({ data, meta }, names) =>
    data.holder.kind === 'sender' ? `${holderName(data.holder, names)} acknowledged it.` : `${names.did(meta.actor, 'acknowledged it')}.`,
  AlertGroupSnoozed: ({ data, meta }, names) => `${names.did(meta.actor, `snoozed it until ${dayAndTime(data.until)}`)}.`,
  AlertGroupUnsnoozed: ({ data, meta }, names) =>
    `${names.did(meta.actor, 'unsnoozed it')}${data.holder ? `: assigned to ${holderName(data.holder, names)} again` : ''}.`,
  AlertGroupAcknowledgedToo: ({ data, meta }, names) =>
    `${names.did(meta.actor, 'acknowledged it too')}. It stays assigned to ${holderName(data.holder, names)}.`,
  AcknowledgementRenewed: ({ meta }, names) => `${names.did(meta.actor, 'renewed the acknowledgement')}.`,
  AlertGroupTakenOver: ({ data }, names) =>
    data.accepted
      ? `${holderName(data.holder, names)} accepted the reassignment from ${holderName(data.from, names)}.`
      : `${holderName(data.holder, names)} took it over from ${holderName(data.from, names)}.`,
  ReassignmentRequested: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} asked ${names.person(data.personId)} to take it over. It stays assigned to ${holderName(data.from, names)} until then.`,
  ReassignmentLapsed: ({ data }, names) =>
    `${names.person(data.personId)} did not accept within 5 minutes: it stays assigned to ${holderName(data.holder, names)}.`,
  RespondersAdded: ({ data, meta }, names) => {
    const missed = data.notReachable.map(
      ({ personId, reason }) => `${names.person(personId)} could not be reached: ${reasonClause(reason)}`,
    );
    const added = data.targets.map((one) => targetWords(one, names)).join(', ');
    return `${[`${names.actor(meta.actor)} added ${added}`, ...missed].join('; ')}.`;
  },
  ResponderJoined: ({ data }, names) => `${names.person(data.personId)} joined.`,
  AlertGroupEscalated: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} escalated it to ${stepWords(data.step)}${inRepeat(data.round)}.`,
  MessageResent: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} resent the ${contactTraits[data.kind].word} to ${names.person(data.personId)}.`,
  AlertGroupReturnedToFiring: ({ data, meta }, names) =>
    data.because === 'unacknowledged' ? `${names.did(meta.actor, 'unacknowledged it')}.` : `Unacknowledged: ${returnWords[data.because]}.`,
  AlertGroupResolved: ({ data, meta }, names) =>
    data.by === 'person'
      ? data.act && data.act.actorId !== meta.actor.id
        ? `${names.person(data.act.actorId)} resolved it together with the other groups of the storm.`
        : `${names.did(meta.actor, 'resolved it')}${data.whileFiring ? ' although its source still reports firing' : ''}.`
      : data.by === 'sender'
        ? 'Its source resolved it.'
        : data.quietSince === undefined
          ? 'Resolved automatically.'
          : `Closed: no action and no alert for ${spanBetween(data.quietSince, meta.at)}.`,
  AlertGroupReopened: ({ data, meta }, names) =>
    data.because === 'refire'
      ? 'Reopened: its source fired again.'
      : `${names.actor(meta.actor)} reopened it${data.holder ? `, assigned to ${holderName(data.holder, names)}` : ''}.`,
  AlertGroupClosingPlanned: ({ data, meta }) =>
    `No action and no alert for ${spanBetween(data.quietSince, meta.at)}: closes in ${spanBetween(meta.at, data.dueAt)} unless its source reports it again.`,
  AlertGroupWentStale: ({ data, meta }) =>
    `Stale: nothing from its source for ${spanBetween(data.quietSince, meta.at)}. No automatic pages until its source sends again.`,
  AlertGroupHeardAgain: () => 'Its source reported it again: it is no longer stale.',
  AlertGroupSuppressed: ({ data }) => `Suppressed: ${mutedWords(data)}. No one is paged.`,
  AlertsMuted: ({ data }) => `${capital(count(data.fingerprints.length, 'alert'))} muted: no one is paged for it.`,
  AlertsLowered: ({ data }) => `${capital(count(data.fingerprints.length, 'alert'))} with low urgency: maintenance.`,
  AlertsUnmuted: ({ data }) =>
    data.fingerprints.length === 0
      ? 'No alert that was muted fires any more.'
      : `${capital(count(data.fingerprints.length, 'alert'))} no longer muted.`,
  HoldEnded: ({ data }) =>
    data.next === null ? 'Alerts are no longer held by a route.' : `Some alerts are still held by a route, until ${dayAndTime(data.next)}.`,
  AlertGroupSettling: ({ data, meta }) =>
    `Nothing mutes ${count(data.fingerprints.length, 'alert')} any more: counts in ${spanBetween(meta.at, data.dueAt)} unless resolved by then.`,
  AlertGroupFlapped: ({ data }) =>
    `It flaps: it fires and resolves again and again. ${data.quietSince === null ? 'It fires again: no one is paged anew' : 'Nothing fires: it stays open'}.`,
  FlappingEnded: () => 'It no longer flaps: it fires, and nothing has changed for 15 min.',
  AlertGroupUnsuppressed: ({ data }) =>
    data.because === 'mutes_ended' ? 'It still fires after its mutes ended.' : 'An alert fires that is not muted.',
  MuteCausesChanged: ({ data }) =>
    data.inhibits ? 'Its alerts mute others while they fire.' : 'A silence “until it resolves” covers its alerts.',
  AlertGroupClosingReviewed: ({ data }) =>
    data.nextReviewAt === null ? 'Not closed automatically: its source does not repeat alerts.' : 'Not closed yet.',
  NoteAdded: ({ data, meta }, names) => `${names.actor(meta.actor)} added a note: ${withMentions(textOrErased(data.text), names.mention)}`,
  AlertGroupMarkedAsNoise: ({ data, meta }, names) => `${names.actor(meta.actor)} marked it as noise: ${textOrErased(data.text)}`,
  NightPageCounted: ({ data: { personId, budget } }, names) =>
    `It counts as a night page of ${names.person(personId)}: the policy allows ${budget} a week.`,
  ActionNeededAnswered: ({ data, meta }, names) => `${names.actor(meta.actor)} ${actionNeededWords[data.answer]}`,
  AlertGroupNoiseMarkRemoved: ({ meta }, names) => `${names.actor(meta.actor)} removed the noise mark.`,
  EscalationStarted: ({ data }, names) =>
    data.policy
      ? `Escalation started with the policy ${names.policy(data.policy.policyId)} (version ${data.policy.version}).`
      : 'No escalation policy: only the chosen people are paged.',
  AlertGroupFollowedClock: ({ data }) =>
    `Scheduled times moved ${span(Date.parse(data.from) - Date.parse(data.to))} earlier: the server’s clock was set back.`,
  EscalationPolicyApplied: ({ data: { policy } }, names) =>
    `The escalation continues with ${names.policy(policy.policyId)}, version ${policy.version}.`,
  EscalationStepPlanned: ({ data, meta }) => `Next: ${repeatWords(stepWords(data.step), data.round)}, in ${clockIn(data.dueAt, meta.at)}.`,
  EscalationStepTaken: ({ data }, names) => stepTaken(data, names),
  EscalationStepSkipped: ({ data }) => stepSkipped(data),
  PeopleCalledInPart: ({ data }) => {
    const whom = { step: 'step', managers: 'managers', owners: 'owners', told: 'people notified that it is resolved' }[data.whom];
    return `Batch ${data.part} of the ${whom}${data.dueAt === null ? ', the last one' : '; the next one follows immediately'}.`;
  },
  EscalationExhausted: ({ data, meta }) =>
    `Everyone in the policy was paged and no one acknowledged. Managers and owners are paged; the policy restarts in ${clockIn(data.restartAt, meta.at)}.`,
  WebhookCallPlanned: ({ data }, names) =>
    data.route
      ? `It will be posted to ${names.webhook(data.subscriptionId)} by ${postRuleWords(data.route)}.`
      : `${webhook(data.subscriptionId, names)} will be called by step ${data.step}.`,
  WebhookCallStarted: ({ data }, names) =>
    `The call of ${names.webhook(data.subscriptionId)} started${data.attempt > 1 ? `, try ${data.attempt}` : ''}.`,
  WebhookCallSucceeded: ({ data }, names) =>
    data.route
      ? `It was posted to ${names.webhook(data.subscriptionId)} by ${postRuleWords(data.route)}.`
      : `${webhook(data.subscriptionId, names)} was called and accepted the call.`,
  WebhookCallFailed: ({ data, meta }, names) =>
    `The call of ${names.webhook(data.subscriptionId)} failed: ${data.detail.replace(/\.$/, '') || reasonClause(data.reason)}${data.retryAt ? `; retrying in ${clockIn(data.retryAt, meta.at)}` : ''}.`,
  WebhookCallWentStale: ({ data }, names) =>
    `The outcome of the call of ${names.webhook(data.subscriptionId)} is unknown${data.again ? ', so it is called again' : ''}.`,
  WebhookCallCancelled: ({ data }, names) =>
    data.route
      ? `It is not posted to ${names.webhook(data.subscriptionId)} by ${postRuleWords(data.route)}: ${reasonClause(data.reason)}.`
      : `${webhook(data.subscriptionId, names)} is not called: ${reasonClause(data.reason)}.`,
  EscalationStopped: ({ data }) => stops[data.because],
  AckTimeoutPlanned: ({ data, meta }) => `Pages again in ${clockIn(data.dueAt, meta.at)} unless the acknowledgement is renewed.`,
  HolderAsked: () => 'The assignee was asked: still working on it?',
  UpdateSent: () => 'The assignee was notified of new alerts.',
  UpdatePlanned: () => 'The assignee will be notified of new alerts, quietly.',
};

export const fanOutSentences: Sentences<keyof typeof fanOutEvents> = {
  PersonReleasedFromGroups: ({ data }, names) =>
    `${names.person(data.personId)} was released from ${count(data.groups.length, 'alert group')}.`,
  PolicyAppliedToOpenGroups: ({ data }, names) =>
    `The policy ${names.policy(data.policyId)}, version ${data.version}, was applied to ${count(data.groups.length, 'open alert group')}.`,
  MutesAppliedToOpenGroups: ({ data }, names) =>
    `${appliedWords[data.kind]}${data.teamId ? ` of ${names.team(data.teamId)}` : ''} compared with ${count(data.groups.length, 'open alert group')}.`,
  ContactsChangedWhilePaged: ({ data }, names) =>
    `Pending pages of ${names.person(data.personId)} were updated in ${count(data.groups.length, 'alert group')}.`,
  OpenGroupsFollowedClock: ({ data }) => `Timers of ${count(data.groups.length, 'open alert group')} were moved earlier with the clock.`,
};

const actWords = { AcknowledgeAlertGroup: 'acknowledges', ResolveAlertGroup: 'resolves' } as const;

export const bulkActSentences: Sentences<keyof typeof bulkActEvents> = {
  BulkActStarted: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} ${actWords[data.act]} all alert groups matching a filter: ${count(data.groupIds.length, 'alert group')}.`,
  BulkActWorked: ({ data }) =>
    `${data.undo ? 'Undone' : 'Done'}: ${count(data.groupIds.length, 'alert group')}${data.leftOut.length > 0 ? `; skipped: ${data.leftOut.length}` : ''}.`,
  BulkActGroupLeftOut: ({ data }) => `${data.number === null ? 'An alert group' : `#${data.number}`} had changed: skipped.`,
  BulkActUndone: ({ meta }, names) => `${names.actor(meta.actor)} undid it.`,
};
