import { z } from 'zod';
import { urgency } from '../contacts/events.js';
import { id, instant } from '../ids.js';
import { event, late } from '../message.js';

/** What mutes an alert, and how long at most. A hold is named by the rule of the routes that set it. */
export const mute = z.object({ kind: z.enum(['silence', 'hold']), id, until: instant });
export type Mute = z.infer<typeof mute>;

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
      /** Someone had acknowledged it, or it was reopened: they are paged first when it fires again. */
      holderFirst: z.boolean(),
    }),
  ),
  AlertsMuted: event(
    1,
    ['alerts', 'Alerts muted'],
    'Muted alerts fired while others count: they neither page nor raise the urgency while they are muted.',
    z.object({ groupId: id, fingerprints: z.array(z.string()) }),
  ),
  AlertsUnmuted: event(
    1,
    ['alerts', 'Alerts no longer muted'],
    'Alerts that fired muted count from now on, as if they had just fired.',
    z.object({ groupId: id, fingerprints: z.array(z.string()), urgency }),
  ),
  AlertGroupSettling: event(
    1,
    ['alerts', 'Mutes ended'],
    'The last mute ended and it still fires: it pages at that time, unless it is resolved by then.',
    z.object({ groupId: id, dueAt: instant }),
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
    z.object({ groupId: id, because: z.enum(['mutes_ended', 'unmuted_alert']), late }),
  ),
};
