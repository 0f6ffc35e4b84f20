import { z } from 'zod';
import { alert, refusedBecause } from './alert-group-origin.js';
import { urgency } from './contacts.js';
import { cutList } from './cut-list.js';
import { endingRow } from './ending.js';
import { nextRung } from './escalation.js';
import { holder } from './holder.js';
import { id, instant } from './ids.js';
import { namedGroup } from './linked-groups.js';
import { link } from './signals.js';

export const alertGroupStates = ['firing', 'acknowledged', 'snoozed', 'resolved'] as const;
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
  holder: holder.nullable(),
  responders: z.array(id),
  /** Who was asked to take it over, and until when they may. */
  reassigning: z.object({ personId: id, until: instant }).optional(),
  openedAt: instant,
  /** Since it was opened, or its sender opened it again; what persons do to it makes it no younger. */
  firingSince: instant,
  acknowledgedAt: instant.nullable(),
  /** While it is snoozed: when it returns to firing. */
  snoozedUntil: instant.optional(),
  resolvedAt: instant.nullable(),
  resolvedBy: z.object({ by: z.enum(['person', 'sender', 'timer']), actorId: z.string() }).nullable(),
  /** Who is rung next, and when; null when nothing is planned. */
  next: nextRung.nullable(),
  /** Persons being paged at this moment. */
  paging: z.array(id),
  /** The people of `paging` who are paged because of a schedule: person → schedule. Absent: none. */
  pagingBy: z.record(id, id).optional(),
  /** The people of `paging` whose page waits for their morning, and until when. Absent: none. */
  asleep: z.record(id, instant).optional(),
  /** People who may act on it whatever their role: everyone paged for it, and the person who paged manually or sent the test. */
  involved: z.array(id),
  /** Everyone in the policy was paged, and no one acknowledged. */
  nobodyHasIt: z.boolean(),
  senderStillFiring: z.boolean(),
  firing: z.number().int(),
  alerts: z.number().int(),
  /** Alerts that fire beyond those that the group lists. */
  counted: z.number().int(),
  /** A storm group, and how many alerts joined since it was acknowledged. */
  storm: z.object({ newSince: z.number().int() }).optional(),
  /** Of a storm: the group that is paged for in its place. */
  follows: namedGroup.optional(),
  /** The sender cut its list. Absent, or null: its list is whole. */
  cutList: cutList.nullable().optional(),
  links: z.array(link),
  /** `label=value` of its alerts, each once, those seen first: what the list is searched by. */
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
  /** Signals of this integration are refused: how many were, as far as it has been told. */
  refused: z.object({ integrationId: id, signals: z.number().int(), because: refusedBecause.optional() }).optional(),
  /** Alerts that their sender no longer lists. Absent, or null: none are ending. */
  ending: endingRow.nullable().optional(),
  /** How many notes were written. */
  notes: z.number().int(),
  /** Its current opening was marked as noise. Absent: it was not. */
  noise: z.literal(true).optional(),
});
export type AlertGroupRow = z.infer<typeof alertGroupRow>;

/** The alerts of a group, those that fired last. Id: the group’s. */
export const alertsRow = z.object({
  id,
  commonLabels: z.record(z.string(), z.string()),
  alerts: z.array(
    alert.extend({
      state: z.enum(['firing', 'resolved']),
      /** Of one that fired again after newer ones had taken its place in the row: when it did. */
      firstSeenAt: instant,
      /** Of a storm: its sender acknowledged this one. */
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

/** How often a group’s sender repeated itself in one minute. Id: `<group>:<minute>`. */
export const repeatsRow = z.object({ id: z.string(), groupId: id, minute: instant, repeats: z.number().int(), lastSeenAt: instant });
export type RepeatsRow = z.infer<typeof repeatsRow>;

/** What the API answers at `GET /api/views/:view`, by the name of the view. */
export const alertGroupViews = { alertGroups: alertGroupRow, alerts: alertsRow, repeats: repeatsRow };
