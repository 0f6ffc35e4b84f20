import { shownText } from '@tocsin/contracts/redactions.js';
import type { alertGroupEvents, Holder } from '@tocsin/contracts/alert-groups.js';
import type { routingEvents } from '@tocsin/contracts/routing.js';
import type { signalEvents } from '@tocsin/contracts/signals.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Names } from '../names.js';
import { contactWords } from '../contact-words.js';
import { attemptWords, causeWords, reasonClause, returnWords } from '../words.js';
import { listed } from '../holding.js';
import { count, type Sentences } from './sentence.js';

const holderName = (holder: Holder | null, names: Names): string =>
  holder === null
    ? 'nobody'
    : holder.kind === 'person'
      ? names.person(holder.personId)
      : holder.kind === 'token'
        ? names.token(holder.tokenId)
        : names.integration(holder.integrationId);

const clockIn = (instant: string, at: string): string => {
  const seconds = Math.max(0, Math.round((Date.parse(instant) - Date.parse(at)) / 1_000));
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
};

const stepWords = (step: FactOf<'EscalationStepTaken'>['step']): string =>
  step === 'exhausted' ? 'the team’s managers' : step === 'owners' ? 'the owners' : step === 0 ? 'who had it' : `step ${step}`;

const opened: Record<FactOf<'AlertGroupOpened'>['origin']['kind'], (d: FactOf<'AlertGroupOpened'>, names: Names) => string> = {
  signal: (d, names) =>
    `${d.origin.kind === 'signal' ? names.integration(d.origin.integrationId) : 'A sender'} opened #${d.number}: ${shownText(d.title)} (${d.urgency} urgency, ${count(d.alerts.length, 'alert')}).`,
  page: (d, names) =>
    `${d.origin.kind === 'page' ? names.person(d.origin.personId) : 'Somebody'} opened #${d.number} by hand: ${shownText(d.title)}.`,
  test: (d, names) => `${d.origin.kind === 'test' ? names.person(d.origin.personId) : 'Somebody'} sent a test alert, #${d.number}.`,
};

const stops: Record<FactOf<'EscalationStopped'>['because'], string> = {
  acknowledged: 'The escalation stopped: somebody has it.',
  resolved: 'The escalation stopped: it is over.',
  low_urgency: 'It does not climb: low urgency.',
  test: 'It does not climb: a test.',
};

const stepTaken = (d: FactOf<'EscalationStepTaken'>, names: Names): string => {
  const round = d.round > 1 ? `, round ${d.round}` : '';
  if (d.empty) return `Nobody stood behind ${stepWords(d.step)}${round}: it was skipped at once.`;
  const people = d.targets.flatMap(({ persons }) => persons);
  const reached = people.filter(({ outcome }) => outcome !== 'not_reachable').map(({ personId }) => personId);
  const missed = people.filter(({ outcome }) => outcome === 'not_reachable');
  const missing = missed.map(
    ({ personId, reason }) => `${names.person(personId)} could not be reached${reason ? `: ${reasonClause(reason)}` : ''}`,
  );
  const paged = reached.length > 0 ? `paged ${listed(reached, { ...names, me: '' })}` : 'reached nobody';
  const [whose, how] = [stepWords(d.step), [paged, ...missing].join('; ')];
  return `${whose.slice(0, 1).toUpperCase()}${whose.slice(1)}${round}: ${how}.`;
};

type PageFact = Extract<keyof typeof alertGroupEvents, `Page${string}` | `Attempt${string}`>;

export const groupSentences: Sentences<Exclude<keyof typeof alertGroupEvents, PageFact>> = {
  AlertGroupOpened: ({ data }, names) => opened[data.origin.kind](data, names),
  AlertsFired: ({ data }) =>
    `${count(data.alerts.length, 'alert')} began to fire: ${data.alerts
      .slice(0, 3)
      .map((alert) => alert.summary || alert.name)
      .join(', ')}${data.alerts.length > 3 ? ', …' : ''}.${
      data.news === 'raises_urgency' ? ' The urgency rose.' : data.news === 'new_name' ? ' It is of a new kind.' : ''
    }`,
  AlertsResolved: ({ data }) =>
    data.all ? 'The sender resolved all alerts.' : `The sender resolved ${count(data.fingerprints.length, 'alert')}; others go on.`,
  AlertsCounted: ({ data }) => {
    if (data.alerts === 0) return 'All alerts that fire are listed again.';
    const [news, names] = [data.news === 'raises_urgency' ? ' The urgency rose.' : '', data.names.slice(0, 3).join(', ')];
    return `${count(data.alerts, 'more alert')} firing, counted only${names ? `: ${names}${data.names.length > 3 ? ', …' : ''}` : ''}.${news}`;
  },
  SenderStillFiring: () => 'The sender still says firing, although a person had resolved it.',
  AlertGroupAcknowledged: ({ data, meta }, names) =>
    data.holder.kind === 'sender' ? `${holderName(data.holder, names)} acknowledged it.` : `${names.actor(meta.actor)} acknowledged it.`,
  AlertGroupAcknowledgedToo: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} acknowledged it too: ${holderName(data.holder, names)} had it.`,
  AcknowledgementRenewed: ({ meta }, names) => `${names.actor(meta.actor)} is still on it.`,
  AlertGroupTakenOver: ({ data }, names) => `${holderName(data.holder, names)} took it over from ${holderName(data.from, names)}.`,
  ResponderJoined: ({ data }, names) => `${names.person(data.personId)} joined.`,
  AlertGroupReturnedToFiring: ({ data, meta }, names) =>
    data.because === 'unacknowledged'
      ? `${names.actor(meta.actor)} gave it back: nobody has it.`
      : `Nobody has it any more: ${returnWords[data.because]}.`,
  AlertGroupResolved: ({ data, meta }, names) =>
    data.by === 'person'
      ? `${names.actor(meta.actor)} resolved it${data.whileFiring ? ' although its sender still says firing' : ''}.`
      : data.by === 'sender'
        ? 'Its sender resolved it.'
        : 'It ended by itself.',
  AlertGroupReopened: ({ data, meta }, names) =>
    data.because === 'refire'
      ? 'Its sender fired again: it is open again.'
      : `${names.actor(meta.actor)} reopened it${data.holder ? ` and ${holderName(data.holder, names)} has it` : ''}.`,
  NoteAdded: ({ data, meta }, names) => `${names.actor(meta.actor)} noted: ${shownText(data.text)}`,
  EscalationStarted: ({ data }, names) =>
    data.policy
      ? `The policy ${names.policy(data.policy.policyId)} began to run (version ${data.policy.version}).`
      : 'No policy is run: only who was named is paged.',
  EscalationStepPlanned: ({ data, meta }) =>
    `Next: ${stepWords(data.step)}${data.round > 1 ? `, round ${data.round}` : ''}, in ${clockIn(data.dueAt, meta.at)}.`,
  EscalationStepTaken: ({ data }, names) => stepTaken(data, names),
  EscalationExhausted: ({ data, meta }) =>
    `Everybody in the policy was paged and nobody has it. Managers and owners are paged; it starts again in ${clockIn(data.restartAt, meta.at)}.`,
  EscalationStopped: ({ data }) => stops[data.because],
  AckTimeoutPlanned: ({ data, meta }) =>
    `It fires again in ${clockIn(data.dueAt, meta.at)} unless somebody says that they are still on it.`,
  HolderAsked: () => 'Who has it was asked: still on it?',
  UpdateSent: () => 'The holder is told of the new alerts.',
  UpdatePlanned: () => 'The holder will be told of the new alerts, quietly.',
};

export const pageSentences: Sentences<PageFact> = {
  PageStarted: ({ data }, names) =>
    `${names.person(data.personId)} is paged${data.quiet ? ' quietly' : ''}: ${causeWords(data.cause, names)}.`,
  PageAnswered: ({ data }, names) => `${names.person(data.personId)} is here.`,
  PageCancelled: ({ data }, names) => `The page to ${names.person(data.personId)} ended: ${reasonClause(data.reason)}.`,
  PageFailed: ({ data }, names) => `${names.person(data.personId)} could not be reached: ${reasonClause(data.reason)}.`,
  AttemptPlanned: ({ data, meta }, names) =>
    `${names.page(data.pageId)}: ${contactWords[data.kind]} in ${clockIn(data.dueAt, meta.at)}, ${attemptWords[data.because]}.`,
  AttemptCancelled: ({ data }, names) => `${names.page(data.pageId)}: ${reasonClause(data.reason)}.`,
  AttemptStarted: ({ data }, names) => `${names.page(data.pageId)}: an attempt was begun.`,
  AttemptSent: ({ data }, names) => `${names.page(data.pageId)}: handed over.`,
  AttemptDelivered: ({ data }, names) => `${names.page(data.pageId)}: it arrived.`,
  AttemptRead: ({ data }, names) => `${names.page(data.pageId)}: it was looked at.`,
  AttemptFailed: ({ data }, names) =>
    `${names.page(data.pageId)}: a try failed, ${reasonClause(data.reason)}${data.detail && data.reason !== 'delivery.no_open_tab' ? ` (${data.detail.replace(/\.$/, '')})` : ''}${data.retry ? '; tried again' : ''}.`,
  AttemptWentStale: ({ data }, names) => `${names.page(data.pageId)}: ${reasonClause(data.reason)}.`,
};

export const signalSentences: Sentences<keyof typeof signalEvents | keyof typeof routingEvents> = {
  SignalReceived: ({ data }, names) =>
    `${names.integration(data.integrationId)} sent ${data.signal.action} with ${count(data.signal.alerts.length, 'alert')} for ${names.service(data.serviceId)}.`,
  SignalsRouted: ({ data }) => {
    const of = (outcome: string) => data.items.filter((item) => item.outcome === outcome).length;
    const parts = [`${of('opened')} opened`, `${of('resolved')} resolved`, `${of('repeat')} repeats`];
    return `${count(data.items.length, 'signal')} put in place: ${parts.filter((part) => !part.startsWith('0 ')).join(', ') || 'nothing new'}.`;
  },
  PageRequested: ({ data, meta }, names) =>
    data.kind === 'test'
      ? `${names.actor(meta.actor)} asked for a test alert, #${data.number}.`
      : `${names.actor(meta.actor)} paged by hand: #${data.number} ${shownText(data.title)}.`,
};
