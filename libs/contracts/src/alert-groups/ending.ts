import { z } from 'zod';
import { event, late } from '../message.js';
import { id, instant } from '../ids.js';

const fromSignal = z.object({ eventId: id, ordinal: z.number().int(), receivedAt: instant });
const about = { groupId: id, signal: fromSignal, fingerprints: z.array(z.string()) };

/** Alerts that their sender no longer lists, in the stream of the alert group: whether they have ended is not certain yet. */
export const endingEvents = {
  AlertsEnding: event(
    1,
    ['alerts', 'Alerts ending'],
    'The sender no longer lists these alerts: they resolve at that time unless they fire again.',
    z.object({
      ...about,
      /** Every alert that fires: none is listed. */
      all: z.literal(true).optional(),
      /** For a storm: all firing alerts whose key has this prefix, instead of a list. */
      under: z.string().optional(),
      /** The sender reports that the whole is resolved: the group resolves with them. */
      over: z.literal(true).optional(),
      dueAt: instant,
      /** They were due to resolve while Tocsin was down: the wait starts over. */
      late,
    }),
  ),
  AlertsResumed: event(
    1,
    ['alerts', 'Alerts firing again'],
    'The sender lists ending alerts as firing again: they are firing again, and no one is paged.',
    z.object(about),
  ),
  EscalationHeld: event(
    1,
    ['paging', 'Escalation delayed'],
    'All alerts of the group are ending: the next step is postponed until they have resolved. People can act on it as usual.',
    z.object({ groupId: id, until: instant }),
  ),
};

/** The ending alerts of one group. */
export const endingRow = z.object({
  /** Number of ending alerts among the firing ones. */
  alerts: z.number().int(),
  /** When the last of them resolves. */
  at: instant,
  /** Whether no other alert fires: the escalation is postponed. */
  all: z.boolean(),
  /** The group resolves then. */
  over: z.boolean(),
});
