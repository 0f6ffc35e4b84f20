import { z } from 'zod';
import { id, instant } from '../ids.js';
import { event, late } from '../message.js';

/** Since the first of the changes by which it flaps; and since when nothing fires, null: something does. */
export const flaps = z.object({ since: instant, quietSince: instant.nullable() });

/** Flapping, in the stream of the alert group: its first alert fires, its last one resolves, and so on. */
export const flapEvents = {
  AlertGroupFlapped: event(
    1,
    ['alerts', 'Flaps'],
    'It fired and resolved at least twice in 30 minutes: it stays open, and pages no one anew, until nothing has changed for a while.',
    z.object({ groupId: id, ...flaps.shape, /** When it no longer flaps, unless it changes before. */ calmAt: instant }),
  ),
  FlappingEnded: event(
    1,
    ['alerts', 'No longer flaps'],
    'Nothing has changed for 15 minutes, and it fires: it no longer flaps.',
    z.object({ groupId: id, late }),
  ),
};
