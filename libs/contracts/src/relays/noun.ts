import { z } from 'zod';
import { id, instant } from '../ids.js';
import { event, type Messages } from '../message.js';
import * as relayLimits from './limits.js';

/** How an arrival that is relayed came. */
export const arrivedAs = z.object({
  method: z.string().max(20),
  contentType: z.string().max(200).nullable(),
  /** It came with `Tocsin-Relay`: another Tocsin relayed it, and it is not relayed again. */
  relayed: z.literal(true).optional(),
});
export type ArrivedAs = z.infer<typeof arrivedAs>;

const count = z.number().int().min(0);
/** `late`: after 15 minutes of trying, and those above the limit of what waits. `unfit`: cut, or in a form that can’t be made again. */
const counts = { sent: count, refused: count, late: count, unfit: count, loops: count };
const failing = z.object({ since: instant, why: z.string().max(200) }).nullable();

/** Facts of the stream `relay-<integrationId>`. */
export const events = {
  RelayProgressed: event(
    1,
    ['signals', 'Alerts relayed'],
    'Alerts were relayed to the other system, or will not be.',
    z.object({
      integrationId: id,
      /** Ordinals of the signals that are settled. */
      settled: z.array(z.number().int()).max(relayLimits.settledTogether),
      ...counts,
      /** Since when nothing was taken, and why; null: the last one was. */
      failing,
    }),
  ),
};
export type RelayFact = Messages<typeof events>;

/** What became of the arrivals of an integration. Id: the integration’s. */
export const relayRow = z.object({ id, ...counts, failing, lastSentAt: instant.nullable() });
export type RelayRow = z.infer<typeof relayRow>;

/** Response rows by view name. */
export const views = { relays: relayRow };
