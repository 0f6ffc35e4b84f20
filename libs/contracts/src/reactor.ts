import { z } from 'zod';
import { event, type Messages } from './message.js';
import { instant } from './ids.js';

/** Facts of the stream `reactor`: who leads, and when nobody did. */
export const reactorEvents = {
  ReactorStarted: event(
    1,
    'A server began to route, escalate and page. Attempts of an earlier epoch whose outcome is unknown are repeated.',
    z.object({ epoch: z.number().int(), /** The last sign of life before it; null the first time. */ awayFrom: instant.nullable() }),
  ),
};
export type ReactorFact = Messages<typeof reactorEvents>;
