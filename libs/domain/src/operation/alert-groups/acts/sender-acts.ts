import type { Alert } from '@tocsin/contracts/alert-groups/origin.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import type { SenderAct } from '@tocsin/contracts/routing/sender-acts.js';
import { severities } from '@tocsin/contracts/severities.js';
import type { DataOf } from '@tocsin/kernel/decide/decider.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { Target } from '@tocsin/contracts/policies/noun.js';
import { problemByHand, resolveTarget } from '../../../setup/policies/shared/targets.js';
import { addResponders, countPagedByHand } from '../add-responders.js';
import { findAlert, listAlerts } from '../alert-table.js';
import { addFired } from '../apply-signal.js';
import { pageForNews } from '../paging/page-for-news.js';
import type { InternalCommand } from '../commands.js';
import type { Draft } from '../draft.js';
import { titleWith } from '../group-title.js';
import { escalateNow } from '../paging/escalate-now.js';
import { reassign, refuseRequest } from '../reassign.js';
import { isStorm } from '../storm.js';
import { acknowledge } from './acknowledge.js';
import { giveUp, snooze } from './snooze.js';
import { renew } from './timeout.js';

type Data = DataOf<InternalCommand, 'ActBySender'>;
type ActOf<K extends SenderAct['kind']> = Extract<SenderAct, { kind: K }>;
type Acts = { readonly [K in SenderAct['kind']]: (draft: Draft, act: ActOf<K>, data: Data) => void };

/** Of all labels of an alert. */
const labelsCharacters = 64 * 1_024;

const earlier = (a: string, b: string): string => (a < b ? a : b);

/** The first ones that together are no longer than that: a sender may add more each time. */
const takeWhileShort = <T>(all: readonly T[], lengthOf: (one: T) => number, longest: number): readonly T[] => {
  let length = 0;
  const end = all.findIndex((one) => (length += lengthOf(one)) > longest);
  return end === -1 ? all : all.slice(0, end);
};

const tagsAfter = ({ labels }: Alert, { tags = [], removedTags = [] }: ActOf<'rewrite'>): string | undefined => {
  const before = labels['tags']?.split(', ') ?? [];
  const after = [...new Set([...before, ...tags])].filter((tag) => !removedTags.includes(tag));
  const kept = takeWhileShort(after, (tag) => tag.length + 2, integrationLimits.labelCharacters);
  return kept.length > 0 ? kept.join(', ') : undefined;
};

const labelsAfter = (alert: Alert, act: ActOf<'rewrite'>): Alert['labels'] => {
  const { labels = {}, removedLabels = [] } = act;
  const { tags: _tags, ...before } = alert.labels;
  const tags = tagsAfter(alert, act);
  const after = Object.entries({ ...before, ...labels, ...(tags === undefined ? {} : { tags }) });
  const kept = after.filter(([name]) => !removedLabels.includes(name)).slice(0, integrationLimits.labelsPerAlert);
  return Object.fromEntries(takeWhileShort(kept, ([name, value]) => name.length + value.length, labelsCharacters));
};

/** The alert as its sender describes it from now on. */
const rewritten = (alert: Alert, act: ActOf<'rewrite'>): Alert => {
  const { summary = alert.summary, details = alert.details, severityWord = alert.severityWord } = act;
  return { ...alert, name: act.summary ?? alert.name, summary, details, severityWord, labels: labelsAfter(alert, act) };
};

const isWorse = (one: Alert['severity'], other: Alert['severity']): boolean => severities.indexOf(one) < severities.indexOf(other);

/** Other words wake no one; a raised severity is news as from any sender. */
const rewrite = (draft: Draft, act: ActOf<'rewrite'>, { key, signal }: Data): void => {
  const before = draft.group;
  const firing = listAlerts(before.alerts).filter((alert) => alert.firing);
  const known = findAlert(before.alerts, key) ?? (firing.length === 1 ? firing[0] : undefined);
  if (!known?.firing) return;
  const { firing: _firing, ending: _ending, ...alert } = known;
  const after = rewritten(alert, act);
  const { severity = alert.severity } = act;
  if (isWorse(severity, alert.severity) && !isStorm(before)) {
    const news = addFired(draft, { fired: [{ ...after, severity }], signal }, false);
    return news === null ? undefined : pageForNews(draft, before, news === 'raises_urgency');
  }
  const all = firing.map((one) => (one.fingerprint === alert.fingerprint ? after : one));
  draft.add({ type: 'AlertsReworded', data: { groupId: before.groupId, signal, alerts: [after], title: titleWith(draft, all) } });
};

/** Those who can be asked, and as many as one decision may page: others of the request don’t prevent it. */
const askableOf = ({ group, context: { reads, now } }: Draft, targets: readonly Target[]): readonly Target[] => {
  const isAskable = (target: Target): boolean => problemByHand(target, reads) === null;
  const askable = targets.filter(isAskable);
  const personIds = [...new Set(askable.flatMap((target) => resolveTarget(target, reads, now).map(({ personId }) => personId)))];
  const room = Math.min(alertGroupLimits.calledTogether, alertGroupLimits.pagedByHand - countPagedByHand(group, personIds));
  if (personIds.length <= room) return askable;
  const persons = personIds.map((personId) => ({ kind: 'person', personId }) as const);
  return persons.filter(isAskable).slice(0, Math.max(0, room));
};

const acts: Acts = {
  unacknowledge: (draft) => {
    const { group } = draft;
    if (group.status === 'acknowledged') giveUp(draft, group, 'unacknowledged');
  },
  snooze: (draft, { until }, { integrationId }) => {
    const { group, context } = draft;
    const latest = addMillis(context.now, alertGroupLimits.snooze[group.urgency]);
    if (until > context.now) snooze(draft, { kind: 'sender', integrationId }, earlier(until, latest));
  },
  escalate: (draft) => void escalateNow(draft),
  note: (draft, { text }) => {
    draft.add({ type: 'NoteAdded', data: { groupId: draft.group.groupId, text } });
    renew(draft);
  },
  // someone is asked, who must accept; the sender holds it until then
  assign: (draft, { personId }, { integrationId }) => {
    if (refuseRequest(draft, personId)) return;
    if (draft.group.status === 'firing') acknowledge(draft, { kind: 'sender', integrationId });
    reassign(draft, personId);
  },
  add_responders: (draft, { targets }) => void addResponders(draft, askableOf(draft, targets)),
  rewrite,
};

/** In a storm, one sender’s act says nothing about the alerts of others. */
const ofOneAlert: ReadonlySet<SenderAct['kind']> = new Set(['note', 'rewrite']);

/** What can’t be done is left out: the sender has its answer already. */
export const actBySender = (draft: Draft, data: Data): void => {
  const { act } = data;
  if (isStorm(draft.group) && !ofOneAlert.has(act.kind)) return;
  (acts[act.kind] as (draft: Draft, act: SenderAct, data: Data) => void)(draft, act, data);
};
