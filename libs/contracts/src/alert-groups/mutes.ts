import { z } from 'zod';
import { urgency } from '../contacts/events.js';
import { id, instant } from '../ids.js';
import { event, late } from '../message.js';
import { namedGroup } from './linked-groups.js';

export const muteKinds = ['silence', 'maintenance', 'inhibition', 'hold'] as const;

/** What mutes an alert: a silence, a maintenance window, an inhibition rule, or the rule of a route that holds it; and how long. */
export const mute = z.object({
  kind: z.enum(muteKinds),
  id,
  /** Of a silence: the changes of its end are counted from 1. */
  version: z.number().int().optional(),
  /** Null: as long as the alert group `by` fires. */
  until: instant.nullable(),
  /** Of an inhibition: the alert group that fires. */
  by: namedGroup.optional(),
});
export type Mute = z.infer<typeof mute>;

const fingerprints = z.array(z.string());

/** Muted alerts, in the stream of the alert group: a group is suppressed only when all its firing alerts are muted. */
export const muteEvents = {
  AlertGroupSuppressed: event(
    1,
    ['alerts', 'Suppressed'],
    'All alerts that fire are muted: no one is paged, and pages that the escalation caused are cancelled.',
    z.object({
      groupId: id,
      /** Of the alert that will be free first, what mutes it longest; then everything else that mutes. */
      mutes: z.array(mute),
      /** An alert is no longer muted: it counts from then on. Null: each of them is muted. */
      settlesAt: instant.nullable(),
      /** While nothing counts: the urgency that it would have. */
      urgency,
      /** It was firing, and is not paged anew when the last window ends. */
      firedBefore: z.boolean(),
      /** It fired before its silence began, or its silence was extended. */
      isOlder: z.boolean(),
      /** Someone had acknowledged it, or it was reopened: they are paged first when it fires again. */
      holderFirst: z.boolean(),
    }),
  ),
  AlertsMuted: event(
    1,
    ['alerts', 'Alerts muted'],
    'Alerts are muted while others count: they neither page nor raise the urgency while they are muted.',
    z.object({ groupId: id, fingerprints }),
  ),
  AlertsLowered: event(
    1,
    ['alerts', 'Alerts lowered'],
    'Alerts fired in a maintenance window that gives them low urgency: they count by their own when it ends.',
    z.object({ groupId: id, fingerprints }),
  ),
  AlertsUnmuted: event(
    1,
    ['alerts', 'Alerts no longer muted'],
    'Alerts that were muted, or had low urgency, count from now on, as if they had just fired.',
    z.object({ groupId: id, fingerprints, urgency, because: z.enum(['settled', 'hold_ended', 'low_window_ended']), late }),
  ),
  AlertGroupSettling: event(
    1,
    ['alerts', 'Mutes ended'],
    'The last mute of these alerts ended and they still fire: they count from that time, unless they are resolved by then.',
    z.object({ groupId: id, fingerprints, dueAt: instant }),
  ),
  HoldEnded: event(
    1,
    ['alerts', 'Hold ended'],
    'The time was over for which a rule held alerts in case they resolve: those that still fire page.',
    z.object({ groupId: id, /** When the next hold ends; null: none is left. */ next: instant.nullable(), late }),
  ),
  AlertGroupUnsuppressed: event(
    1,
    ['alerts', 'No longer suppressed'],
    'It fires: its mutes ended, or an alert fired that is not muted.',
    z.object({ groupId: id, because: z.enum(['mutes_ended', 'unmuted_alert']), urgency, late }),
  ),
  MuteCausesChanged: event(
    1,
    ['alerts', 'Mute causes changed'],
    'Alerts fired or ended that mute others by an inhibition rule, or that a silence “until it resolves” covers.',
    z.object({
      groupId: id,
      silences: z.array(id),
      /** The team whose alert groups are reviewed; `teamId` null: all. Null: none of them inhibits others. */
      inhibits: z.object({ teamId: id.nullable() }).nullable(),
    }),
  ),
};
