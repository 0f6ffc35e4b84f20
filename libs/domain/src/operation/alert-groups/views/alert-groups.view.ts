import type { AlertGroupFact } from '@tocsin/contracts/alert-groups/events.js';
import { type Alert, openerOf } from '@tocsin/contracts/alert-groups/origin.js';
import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { EscalationHandover } from '@tocsin/contracts/alert-groups/linked-groups.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { textOrErased } from '@tocsin/contracts/redactions/noun.js';
import { alertGroupText } from '@tocsin/contracts/search.js';
import { tableOf } from '@tocsin/contracts/tables.js';
import type { View } from '@tocsin/kernel/rows/view.js';
import { earlierOf } from '@tocsin/kernel/time.js';
import { actingPerson, personActTypes, withPresent } from '../aspects/action-needed/presence.js';
import { isActivity } from '../aspects/closing/plan.js';
import { isResolvedBy } from '../is-resolved-by.js';
import { linksOf } from '../links.js';
import { foldByGroup } from '../fold-by-group.js';
import { withKeys } from './key-list.js';
import { keepFiringKeys, applyFiring, applyEnding, clearEnding } from './ending-row.js';
import { clearSnooze, applyLeader, applyHolder, noHolder, clearNewInStorm, clearReassignment } from './holder-row.js';
import type { StoredAlertGroupRow as Row } from './list-row.js';
import { keepMuted, muteAlerts, muteAll, silencesOf, unmuteAlerts } from './muted-row.js';
import { leavesWithGroup } from './stream-of-group.js';
import { wakePerson, bySchedule, withAsleep, withPages, withSchedules, withoutPage } from './paged-row.js';

const maxLabels = 30;

/** `label=value` of all alerts seen, without duplicates. */
const labelsOf = (alerts: readonly Alert[], before: readonly string[] = []): string[] =>
  [...new Set([...before, ...alerts.flatMap(({ labels }) => Object.entries(labels).map(([label, value]) => `${label}=${value}`))])].slice(
    0,
    maxLabels,
  );

/** Their common name; null: they have several, or none. `before`: that of the alerts so far; undefined: there were none. */
const nameOf = (alerts: readonly Alert[], before?: string | null): string | null => {
  const names = new Set([...(before === undefined ? [] : [before]), ...alerts.map(({ name }) => name)]);
  const [only] = names;
  return names.size === 1 && only ? only : null;
};

const withoutItem = (list: readonly string[], one: string): string[] => list.filter((other) => other !== one);

/** It is no longer suppressed. */
const clearSuppressed = ({ suppressed: _suppressed, ...row }: Row): Row => ({ ...row, olderThanSilence: false });

const withoutFlaps = ({ flaps: _flaps, ...row }: Row): Row => row;

const withoutNoise = ({ noise: _noise, ...row }: Row): Row => row;

const addPresent = (row: Row, personId: string | undefined): Row => {
  const wasThere = withPresent(row.wasThere ?? [], personId);
  return wasThere.length === (row.wasThere?.length ?? 0) ? row : { ...row, wasThere: [...wasThere] };
};
const withoutPresent = ({ wasThere: _wasThere, actionNeeded: _answers, ...row }: Row): Row => row;

/** Their authors were there, unless it was over already. */
const isActInOpening = (type: string, before: Row): boolean => actTypes.has(type) && before.status !== 'resolved';
const actTypes: ReadonlySet<string> = new Set(personActTypes);

/** Clears the planned closing. Rows that never had a plan lack the field. */
const clearClosing = (row: Row): Row => (row.closesAt ? { ...row, closesAt: null } : row);

/** Its sender reports again. Rows that were never stale lack the fields. */
const clearStale = (row: Row): Row => (row.stale ? { ...row, stale: false, staleSince: null } : row);

type Change = (row: Row, event: RecordedFact) => Row;

/** It is changed otherwise by none of them, but a person or a sender did it. */
const activities = [
  'AcknowledgementRenewed',
  'AlertGroupAcknowledgedToo',
  'AlertGroupEscalated',
  'AlertsTakenInHand',
  'RespondersAdded',
] as const;

/** Of what is resolved no closing is planned. */
const resolved: ReadonlySet<string> = new Set<AlertGroupFact['type']>(['AlertGroupResolved', 'SenderStillFiring']);

/** A person acts on the group, or its sender reports it: it is not closed by age. */
const withTouches = (changes: Parameters<typeof foldByGroup<Row>>[0]): View<Row, RecordedFact>['on'] => {
  const all: Readonly<Record<string, unknown>> = { ...tableOf(activities, () => (row: Row) => row), ...changes };
  const touching = ([type, change]: readonly [string, unknown]): readonly [string, Change] => [
    type,
    (row, event) => {
      const changed = (change as Change)(row, event);
      const after = row && isActInOpening(type, row) ? addPresent(changed, actingPerson(event.meta.actor)) : changed;
      return isActivity(event.meta.actor) && !resolved.has(type) ? clearClosing(after) : after;
    },
  ];
  return foldByGroup<Row>(Object.fromEntries(Object.entries(all).map(touching)) as unknown as typeof changes);
};

/** People who may act on a storm’s group because of what it continues: paged for earlier ones, its assignee, and who is asked to take over. */
const involvedIn = ({ held, rang }: EscalationHandover): readonly string[] => {
  const holder = held?.holder.kind === 'person' ? [held.holder.personId] : [];
  const requested = held?.reassigning ? [held.reassigning.personId] : [];
  return [...rang, ...holder, ...requested];
};

/** One row of the list of alert groups. */
export const alertGroupsView: View<Row, RecordedFact> = {
  name: 'alertGroups',
  hasHistory: true,
  version: 10,
  bookkeeping: ['firingKeys', 'overKeys', 'mutedKeys', 'pageKeys', 'endingKeys'],
  isOpen: (row) => row.status !== 'resolved',
  leaves: leavesWithGroup,
  numbered: { column: 'number', givenAt: ({ openedAt }) => openedAt },
  columns: {
    status: (row) => row.status,
    urgency: (row) => row.urgency,
    serviceId: (row) => row.serviceId,
    teamId: (row) => row.teamId,
    holderId: (row) => (row.holder?.kind === 'person' ? row.holder.personId : null),
    alertName: (row) => row.alertName ?? null,
    number: (row) => row.number,
    openedAt: (row) => row.openedAt,
    test: (row) => (row.test ? 1 : 0),
    stale: (row) => (row.stale ? 1 : 0),
    olderThanSilence: (row) => (row.olderThanSilence ? 1 : 0),
    mutedBy: silencesOf,
  },
  words: alertGroupText,
  on: withTouches({
    AlertGroupOpened: (_row, { data, meta }) => ({
      id: data.groupId,
      number: data.number,
      title: textOrErased(data.title),
      serviceId: data.serviceId,
      teamId: data.teamId,
      status: 'firing',
      urgency: data.urgency,
      test: data.test,
      ...(data.origin.kind === 'drill' ? { drillId: data.origin.drillId } : {}),
      ...(data.rehearses ? { rehearses: data.rehearses } : {}),
      holder: null,
      responders: [],
      openedAt: meta.at,
      firingSince: meta.at,
      acknowledgedAt: null,
      resolvedAt: null,
      resolvedBy: null,
      next: null,
      paging: [],
      involved: [openerOf(data.origin)].filter((one) => one !== null),
      nobodyHasIt: false,
      senderStillFiring: false,
      firing: data.alerts.length,
      alerts: data.alerts.length,
      alertName: nameOf(data.alerts),
      counted: 0,
      ...(data.origin.kind === 'signal' && data.origin.storm ? { storm: { newSince: 0 } } : {}),
      ...(data.origin.kind === 'refused'
        ? {
            refused: {
              integrationId: data.origin.integrationId,
              signals: 1,
              ...(data.origin.because ? { because: data.origin.because } : {}),
            },
          }
        : {}),
      links: linksOf(data.alerts),
      labels: labelsOf(data.alerts),
      previousGroupId: data.previousGroupId,
      olderThanSilence: false,
      opening: 1,
      notes: 0,
      firingKeys: data.alerts.map((alert) => alert.fingerprint),
      overKeys: [],
      pageKeys: {},
    }),
    AlertsFired: (row, { data }) => {
      const firedKeys = data.alerts.map((alert) => alert.fingerprint);
      const { keys: firingKeys, has: isFiring } = withKeys(row.firingKeys, firedKeys);
      // the oldest ones leave a full list
      const most = Math.max(alertGroupLimits.sizes.alertsPerGroup - firingKeys.length, 0);
      const overKeys = row.overKeys
        .filter((key) => !isFiring(key))
        .toReversed()
        .slice(0, most)
        .toReversed();
      const after = {
        ...row,
        title: data.title,
        urgency: data.urgency,
        links: linksOf(data.alerts, row.links),
        labels: labelsOf(data.alerts, row.labels),
        alertName: nameOf(data.alerts, row.alerts > 0 ? row.alertName : undefined),
        firing: firingKeys.length,
        alerts: Math.min(firingKeys.length + overKeys.length, alertGroupLimits.sizes.alertsPerGroup),
        ...(row.storm && row.holder !== null ? { storm: { newSince: row.storm.newSince + firedKeys.length } } : {}),
        firingKeys,
        overKeys,
      };
      return applyFiring(unmuteAlerts(after, firedKeys), firedKeys);
    },
    AlertsReworded: (row, { data }) => ({
      ...row,
      title: data.title,
      links: linksOf(data.alerts, row.links),
      labels: labelsOf(data.alerts, row.labels),
    }),
    SignalsRefused: (row, { data }) =>
      row.refused ? { ...row, refused: { ...row.refused, signals: row.refused.signals + data.refused } } : row,
    AlertsEnding: (row, { data }) => applyEnding(row, data),
    AlertsResumed: (row, { data }) => applyFiring(row, data.fingerprints),
    AlertGroupFollows: (row, { data }) => applyLeader(row, data),
    AlertGroupLinked: (row, { data: { groupId, storm, rule } }) => (rule && groupId === storm ? row : { ...row, linked: true }),
    AlertGroupUnlinked: ({ linked: _linked, follows, ...row }) => (follows ? applyHolder(row, null, null, null) : row),
    LinkedAlertsFired: (row, { data }) => ({
      ...row,
      urgency: data.urgency,
      ...(row.storm && row.holder !== null ? { storm: { newSince: row.storm.newSince + data.alerts } } : {}),
    }),
    AlertGroupLeads: ({ follows: _follows, ...row }, { data: { handedOn } }) => {
      const { held, climb, urgency, responders } = handedOn;
      return {
        ...applyHolder(row, held?.holder ?? null, held?.since ?? null, held?.snooze?.until ?? null),
        ...(held?.reassigning ? { reassigning: { personId: held.reassigning.personId, until: held.reassigning.dueAt } } : {}),
        urgency: row.urgency === 'high' ? 'high' : urgency,
        next: held ? null : climb.next,
        nobodyHasIt: climb.exhausted,
        responders,
        involved: [...new Set([...row.involved, ...involvedIn(handedOn)])],
      };
    },
    AlertsResolved: (row, { data }) => {
      const isOver = isResolvedBy(data);
      const firingKeys = row.firingKeys.filter((key) => !isOver(key));
      const countedNow = data.all ? 0 : row.counted;
      const after = {
        ...row,
        title: data.title,
        firing: firingKeys.length,
        counted: countedNow,
        ...(data.all && row.cutList ? { cutList: null } : {}),
        firingKeys,
        overKeys: [...row.overKeys, ...row.firingKeys.filter(isOver)],
        senderStillFiring: row.senderStillFiring && firingKeys.length + countedNow > 0,
      };
      return keepFiringKeys(keepMuted(after));
    },
    AlertsCounted: (row, { data }) => {
      const after = { ...row, counted: data.alerts, urgency: data.urgency };
      return data.alerts > 0 ? applyFiring(after, []) : after;
    },
    AlertsLeftOut: (row, { data }) => ({ ...row, cutList: data.cutList }),
    AlertGroupClosingPlanned: (row, { data }) => ({ ...row, closesAt: data.dueAt }),
    AlertGroupClosingReviewed: clearClosing,
    AlertGroupWentStale: (row, { data }) => ({ ...row, stale: true, staleSince: data.quietSince, next: null }),
    AlertGroupHeardAgain: clearStale,
    AlertsMuted: (row, { data }) => muteAlerts(row, data),
    AlertGroupSuppressed: (row, { data }) => ({
      ...muteAll(row),
      status: 'suppressed',
      urgency: data.urgency,
      suppressed: { mutes: data.mutes, settlesAt: data.settlesAt },
      olderThanSilence: data.isOlder && data.urgency === 'high',
      next: null,
      nobodyHasIt: false,
    }),
    AlertsUnmuted: (row, { data }) => ({ ...unmuteAlerts(row, data.fingerprints), urgency: data.urgency }),
    AlertGroupSettling: (row, { data }) =>
      row.suppressed
        ? { ...row, suppressed: { ...row.suppressed, settlesAt: earlierOf(row.suppressed.settlesAt ?? data.dueAt, data.dueAt) } }
        : row,
    AlertGroupUnsuppressed: (row, { data }) => ({ ...clearSuppressed(row), status: 'firing', urgency: data.urgency }),
    AlertGroupFlapped: (row, { data: { since, quietSince } }) => ({ ...row, flaps: { since, quietSince } }),
    FlappingEnded: withoutFlaps,
    NoteAdded: (row) => ({ ...row, notes: row.notes + 1 }),
    AlertGroupMarkedAsNoise: (row) => ({ ...row, noise: true }),
    AlertGroupNoiseMarkRemoved: withoutNoise,
    ActionNeededAnswered: (row, { data, meta }) => ({ ...row, actionNeeded: { ...row.actionNeeded, [meta.actor.id]: data.answer } }),
    // a message that is sent afterwards says that it is over
    AttemptSent: (row, { data }) => (row.status === 'resolved' ? row : addPresent(row, data.to.personId)),
    SenderStillFiring: (row) => ({ ...row, senderStillFiring: true }),
    AlertGroupAcknowledged: (row, { data, meta }) => ({
      ...clearSnooze(clearSuppressed(row)),
      status: 'acknowledged',
      holder: data.holder,
      acknowledgedAt: meta.at,
      next: null,
      nobodyHasIt: false,
      ...clearNewInStorm(row),
    }),
    AlertGroupSnoozed: (row, { data, meta }) => ({
      ...clearReassignment(clearSuppressed(row)),
      status: 'snoozed',
      holder: data.holder,
      acknowledgedAt: meta.at,
      snoozedUntil: data.until,
      next: null,
      nobodyHasIt: false,
      ...clearNewInStorm(row),
    }),
    AlertGroupFollowedClock: (row, { data: { snoozedUntil } }) => (snoozedUntil === undefined ? row : { ...row, snoozedUntil }),
    AlertGroupUnsnoozed: (row, { data, meta }) =>
      data.holder ? { ...clearSnooze(row), status: 'acknowledged', holder: data.holder, acknowledgedAt: meta.at } : row,
    ReassignmentRequested: (row, { data: { personId, dueAt } }) => ({ ...row, reassigning: { personId, until: dueAt } }),
    ReassignmentLapsed: clearReassignment,
    AlertGroupTakenOver: (row, { data }) => ({ ...clearSnooze(clearReassignment(row)), status: 'acknowledged', holder: data.holder }),
    ResponderJoined: (row, { data }) => ({ ...row, responders: [...withoutItem(row.responders, data.personId), data.personId] }),
    AlertGroupReturnedToFiring: (row) => ({ ...clearSnooze(clearReassignment(row)), ...noHolder, status: 'firing' }),
    AlertGroupResolved: ({ follows: _follows, ...row }, { data, meta }) => ({
      ...clearSnooze(
        clearReassignment(clearClosing(clearStale(clearEnding(clearSuppressed(withoutFlaps(unmuteAlerts(row, row.mutedKeys ?? []))))))),
      ),
      status: 'resolved',
      resolvedAt: meta.at,
      resolvedBy: { by: data.by, actorId: data.act?.actorId ?? meta.actor.id },
      next: null,
      nobodyHasIt: false,
      ...(data.quietSince === undefined ? {} : { quietSince: data.quietSince }),
      ...(data.by === 'sender'
        ? {
            firing: 0,
            counted: 0,
            firingKeys: [],
            overKeys: [...row.overKeys, ...row.firingKeys],
            ...(row.cutList ? { cutList: null } : {}),
          }
        : {}),
    }),
    AlertGroupReopened: (row, { data, meta }) => ({
      ...addPresent(withoutPresent(withoutNoise(row)), actingPerson(meta.actor)),
      ...noHolder,
      status: data.holder ? 'acknowledged' : 'firing',
      holder: data.holder,
      acknowledgedAt: data.holder ? meta.at : null,
      ...(data.follows ? applyLeader(row, data.follows) : {}),
      opening: data.opening,
      firingSince: data.because === 'refire' ? meta.at : row.firingSince,
      resolvedAt: null,
      resolvedBy: null,
      senderStillFiring: false,
      ...(row.quietSince ? { quietSince: null } : {}),
      ...(row.stale ? { stale: false, staleSince: null } : {}),
    }),
    EscalationStarted: (row) => ({ ...row, next: null, nobodyHasIt: false }),
    EscalationStepPlanned: (row, { data }) => ({ ...row, next: { round: data.round, step: data.step, dueAt: data.dueAt } }),
    EscalationStepTaken: (before, { data }) => {
      const row = withSchedules(before, bySchedule(data.targets));
      return data.part !== undefined ? row : { ...row, next: null, nobodyHasIt: typeof data.step === 'number' ? false : row.nobodyHasIt };
    },
    EscalationExhausted: (row) => ({ ...row, nobodyHasIt: true }),
    EscalationStopped: (row) => ({ ...row, next: null, nobodyHasIt: false }),
    PageStarted: (before, { data }) => {
      const row = { ...before, involved: [...new Set([...before.involved, data.personId])] };
      if (data.quiet) return row;
      const pagedRow = withPages(row, { ...row.pageKeys, [data.pageId]: data.personId });
      return data.waits ? withAsleep(pagedRow, { ...row.asleep, [data.personId]: data.waits.until }) : wakePerson(pagedRow, data.personId);
    },
    MessageResent: (row, { data: { pageId, personId, quiet } }) => (quiet ? row : withPages(row, { ...row.pageKeys, [pageId]: personId })),
    AttemptStarted: (row, { data }) => wakePerson(row, row.pageKeys[data.pageId]),
    PageAnswered: (row, { data }) => withoutPage(row, data),
    PageCancelled: (row, { data }) => withoutPage(row, data),
    PageFailed: (row, { data }) => withoutPage(row, data),
  }),
};
