import { z } from 'zod';
import { event, late, type Messages } from '../message.js';
import { id, instant } from '../ids.js';
import { routed } from './routing.js';

/** Facts of a stream `lapse-<thread>`: the ends of alerts whose sender says only until when they fire. */
export const lapseEvents = {
  AlertsLapsed: event(
    1,
    ['signals', 'Alerts no longer sent'],
    'The end that the sender gave for these alerts has passed, and it did not send them again: they are resolved.',
    z.object({ lapseId: id, item: routed, late }),
  ),
  LapsePostponed: event(
    1,
    ['signals', 'End of alerts postponed'],
    'The end that the sender gave for alerts passed while Tocsin may not have heard it: they get more time.',
    z.object({ lapseId: id, groupId: id, thread: z.string(), until: instant, late }),
  ),
};
export type LapseFact = Messages<typeof lapseEvents>;
