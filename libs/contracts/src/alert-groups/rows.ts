import { z } from 'zod';
import { actionNeededAnswer } from './action-needed.js';
import { alert, refusedBecause } from './origin.js';
import { urgency } from '../contacts/events.js';
import { cutList } from '../cut-list.js';
import { endingRow } from './ending.js';
import { flaps } from './flaps.js';
import { nextRung } from './escalation.js';
import { holder } from './holder.js';
import { id, instant } from '../ids.js';
import { namedGroup } from './linked-groups.js';
import { mute } from './mutes.js';
import { link } from '../routing/signals.js';

export const alertGroupStates = ['firing', 'acknowledged', 'snoozed', 'suppressed', 'resolved'] as const;
export type AlertGroupStatus = (typeof alertGroupStates)[number];

/** One line of the list: a sentence. Id: the group’s. */
export const alertGroupRow = z.object({
  id,
  number: z.number().int(),
  title: z.string(),
  serviceId: id.nullable(),
  teamId: id.nullable(),
  status: z.enum(alertGroupStates),
  urgency,
  test: z.boolean(),
  /** It belongs to this drill. */
  drillId: id.optional(),
  /** Its service rehearsed when it was opened. */
  rehearses: z.literal(true).optional(),
  holder: holder.nullable(),
  responders: z.array(id),
  /** The person asked to take over, and until when they can accept. */
  reassigning: z.object({ personId: id, until: instant }).optional(),
  openedAt: instant,
  /** Since it was opened, or reopened by its source; acts of people do not reset it. */
  firingSince: instant,
  acknowledgedAt: instant.nullable(),
  /** While it is snoozed: when it returns to firing. */
  snoozedUntil: instant.optional(),
  resolvedAt: instant.nullable(),
  resolvedBy: z.object({ by: z.enum(['person', 'sender', 'timer']), actorId: z.string() }).nullable(),
  /** The next notification: people and time; null when nothing is planned. */
  next: nextRung.nullable(),
  /** Persons being paged at this moment. */
  paging: z.array(id),
  /** The people of `paging` who are paged because of a schedule: person → schedule. Absent: none. */
  pagingBy: z.record(id, id).optional(),
  /** People of `paging` whose page waits for the end of their rest, and until when. Absent: none. */
  asleep: z.record(id, instant).optional(),
  /** People who may act on it whatever their role: everyone paged for it, and the person who paged manually or sent the test. */
  involved: z.array(id),
  /** Everyone in the policy was paged, and no one acknowledged. */
  nobodyHasIt: z.boolean(),
  senderStillFiring: z.boolean(),
  firing: z.number().int(),
  alerts: z.number().int(),
  /** The name that all its alerts share. Absent or null: they have several, or none. */
  alertName: z.string().nullable().optional(),
  /** Alerts that fire beyond those that the group lists. */
  counted: z.number().int(),
  /** A storm group, and how many alerts joined since it was acknowledged. */
  storm: z.object({ newSince: z.number().int() }).optional(),
  /** A person or a rule linked it with others. Absent: nobody did. */
  linked: z.literal(true).optional(),
  /** In a storm, or linked: the group that is paged for instead. */
  follows: namedGroup.optional(),
  /** The sender cut its list. Absent, or null: its list is whole. */
  cutList: cutList.nullable().optional(),
  links: z.array(link),
  /** `label=value` of its alerts, without duplicates, oldest first: searched by the list. */
  labels: z.array(z.string()),
  previousGroupId: id.nullable(),
  opening: z.number().int(),
  /** When it closes for lack of actions and signals. Absent or null: not planned. */
  closesAt: instant.nullable().optional(),
  /** Closed by age: since when it had been quiet. */
  quietSince: instant.nullable().optional(),
  /** Stale: since when its sender has been silent. Absent, or null: it is not. */
  staleSince: instant.nullable().optional(),
  /** The same, to filter by. */
  stale: z.boolean().optional(),
  /** The integration whose signals are refused, and the recorded number of them. */
  refused: z.object({ integrationId: id, signals: z.number().int(), because: refusedBecause.optional() }).optional(),
  /** Alerts that their sender no longer lists. Absent, or null: none are ending. */
  ending: endingRow.nullable().optional(),
  /** Suppressed: what mutes it, the deciding one first, and when it counts although nothing mutes it any more. Absent: it is not. */
  suppressed: z.object({ mutes: z.array(mute), settlesAt: instant.nullable() }).optional(),
  /** Suppressed with high urgency, although it fired before its silence, or somebody extended that. */
  olderThanSilence: z.boolean(),
  /** Of those that fire: muted, or not counting yet since the end of their mutes. Absent: none. */
  muted: z.number().int().optional(),
  /** Absent: it does not flap. */
  flaps: flaps.optional(),
  /** Number of notes. */
  notes: z.number().int(),
  /** Its current opening was marked as noise. Absent: it was not. */
  noise: z.literal(true).optional(),
  /** Who was notified in its current opening, or acted in it: they are asked whether there was anything to do. Absent: no one. */
  wasThere: z.array(id).optional(),
  /** Their answers, by person. Absent: none. */
  actionNeeded: z.record(id, actionNeededAnswer).optional(),
});
export type AlertGroupRow = z.infer<typeof alertGroupRow>;

/** The alerts of a group, those that fired last. Id: the group’s. */
export const alertsRow = z.object({
  id,
  commonLabels: z.record(z.string(), z.string()),
  alerts: z.array(
    alert.extend({
      state: z.enum(['firing', 'resolved']),
      /** For an alert that fired again after newer ones replaced it in the row: the time. */
      firstSeenAt: instant,
      /** For a storm: acknowledged by its source. */
      inHand: z.literal(true).optional(),
      /** Its sender no longer lists it: when it resolves. */
      endsAt: instant.optional(),
      resolvedAt: instant.nullable(),
      /** The order in which they fired last. */
      place: z.number().int(),
    }),
  ),
  /** `?before=` pages in the alerts that fired before these. Null: these are all. */
  older: z.string().nullable(),
});
export type AlertsRow = z.infer<typeof alertsRow>;

/**
 * Searched text of a group’s alerts, in parts: summaries and `label=value`, one a line, each once in a part. Id: `<group>:<hash of the text>`, so that
 * an alert that fires again adds nothing.
 */
export const alertTextsRow = z.object({ id: z.string(), groupId: id, text: z.string() });
export type AlertTextsRow = z.infer<typeof alertTextsRow>;

/** Number of a source’s repeats in one minute. Id: `<group>:<minute>`. */
export const repeatsRow = z.object({ id: z.string(), groupId: id, minute: instant, repeats: z.number().int(), lastSeenAt: instant });
export type RepeatsRow = z.infer<typeof repeatsRow>;

/** The number of a group, also of one that has left the lists. */
export const groupNumberRow = z.object({ id, number: z.number().int() });
export type GroupNumberRow = z.infer<typeof groupNumberRow>;

/** Response rows by view name. */
export const alertGroupViews = {
  alertGroups: alertGroupRow,
  alerts: alertsRow,
  alertTexts: alertTextsRow,
  groupNumbers: groupNumberRow,
  repeats: repeatsRow,
};
