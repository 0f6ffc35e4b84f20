import type { InhibitionRuleRow } from '@tocsin/contracts/inhibition/noun.js';
import type { SilenceRow } from '@tocsin/contracts/silences/noun.js';
import { canMatch, valuesOf } from '../../../../rules/known-labels.js';
import { fieldsOfRule } from '../../../../rules/inhibition-fields.js';
import { fieldsOf, type Labels } from '../../../../rules/mute-source.js';
import { inOrder, listsFor, rowsFor } from '../../../../rules/team-rows.js';
import type { GroupAlert } from '../../alert-table.js';
import type { Draft } from '../../draft.js';
import { firingAlertsOf } from '../../shared/mutable.js';
import { seeingOf } from '../../shared/seen-alerts.js';
import { teamOf } from '../../shared/reads.js';
import type { AlertGroupState } from '../../state.js';
import type { Reaction } from '../reaction.js';

const on: Reaction['on'] = new Set([
  'AlertGroupOpened',
  'AlertGroupReopened',
  'AlertsFired',
  'AlertsReworded',
  'AlertsResolved',
  'AlertGroupResolved',
]);

const firingIn = (state: AlertGroupState): readonly GroupAlert[] =>
  state.status === 'none' || state.status === 'resolved' ? [] : firingAlertsOf(state);

/** What silences and rules see of an alert. A rule’s target counts, too: a source that is one may be in a circle. */
type Look = (alert: GroupAlert) => string;
const lookOf =
  (silences: readonly SilenceRow[], rules: readonly InhibitionRuleRow[], see: (alert: GroupAlert) => Labels): Look =>
  (alert) => {
    const labels = see(alert);
    return JSON.stringify([
      silences.map(({ matchers }) => canMatch(matchers, labels)),
      rules.map(({ source, target, equal }) => [canMatch(source, labels), canMatch(target, labels), valuesOf(equal, labels)]),
    ]);
  };

const hasSameWords = (one: GroupAlert, other: GroupAlert): boolean =>
  one.labels === other.labels && one.name === other.name && one.summary === other.summary && one.severityWord === other.severityWord;

const isSame = (one: GroupAlert, other: GroupAlert | undefined, look: Look): boolean =>
  other !== undefined && (hasSameWords(one, other) || look(one) === look(other));

/** Alerts that fire now and did not before, or the other way round, or that look different. */
const changedAlerts = (before: AlertGroupState, after: AlertGroupState, look: Look): readonly GroupAlert[] => {
  const [old, current] = [firingIn(before), firingIn(after)].map((alerts) => new Map(alerts.map((alert) => [alert.fingerprint, alert])));
  const differs = (among: ReadonlyMap<string, GroupAlert>) => (alert: GroupAlert) => !isSame(alert, among.get(alert.fingerprint), look);
  return [...[...old!.values()].filter(differs(current!)), ...[...current!.values()].filter(differs(old!))];
};

/** Silences that end with what they cover: of each list once. */
const waitingSilences = new WeakMap<readonly SilenceRow[], readonly SilenceRow[]>();
const waitingIn = (list: readonly SilenceRow[]): readonly SilenceRow[] => {
  const waiting = waitingSilences.get(list) ?? list.filter(({ untilResolved }) => untilResolved);
  waitingSilences.set(list, waiting);
  return waiting;
};

/** Alerts that mute others, or that a silence waits for, fire or end: what follows from that is asked again. */
const react = (draft: Draft, _facts: unknown, before: AlertGroupState): void => {
  const { group, context } = draft;
  const { reads } = context;
  const teamId = teamOf(group, reads);
  if (teamId === null || group.test) return;
  const silences = listsFor(reads.activeSilences, teamId)
    .flatMap(waitingIn)
    .filter(({ exempt }) => !exempt.includes(group.groupId))
    .toSorted(inOrder);
  const rules = rowsFor(reads.inhibitionRules, teamId).filter(({ isOn }) => isOn);
  if (silences.length + rules.length === 0) return;
  const fields = [...silences.flatMap(fieldsOf), ...rules.flatMap(fieldsOfRule)];
  const see = seeingOf(group, reads, fields);
  const changed = changedAlerts(before, group, lookOf(silences, rules, see));
  const waiting = silences.filter(({ matchers }) => changed.some((alert) => canMatch(matchers, see(alert)))).map(({ id }) => id);
  const inhibiting = rules.filter(({ source }) => changed.some((alert) => canMatch(source, see(alert))));
  if (waiting.length + inhibiting.length === 0) return;
  const inhibits = inhibiting.length === 0 ? null : { teamId: inhibiting.some((rule) => rule.teamId === null) ? null : teamId };
  draft.add({ type: 'MuteCausesChanged', data: { groupId: group.groupId, silences: waiting, inhibits } });
};

export const muteCausesReaction: Reaction = { on, react };
