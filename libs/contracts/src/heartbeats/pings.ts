import { z } from 'zod';
import { id, instant, personal } from '../ids.js';
import { event } from '../message.js';
import { rawSubject } from '../routing/signals.js';

export const pingKinds = ['success', 'start', 'fail', 'log'] as const;
export type PingKind = (typeof pingKinds)[number];

/** Facts of a stream `inbox-<node>`, beside received signals: an answered ping is one of them. */
export const pingEvents = {
  PingReceived: event(
    1,
    ['signals', 'Ping received'],
    'A job said how it goes; it was on disk before it got its answer.',
    z.object({
      heartbeatId: id,
      integrationId: id,
      receivedAt: instant,
      kind: z.enum(pingKinds),
      exitStatus: z.number().int().nullable(),
      /** Which run it is of, where the job tells several apart. */
      runId: id.nullable(),
      method: z.string(),
      /** The address that it came from, and its user agent. */
      from: z.string(),
      agent: z.string(),
      /** The end of the output of a failure, for the page. */
      details: z.string().nullable(),
      /** The output as a raw body is kept; null: none. */
      raw: personal(z.string()).nullable(),
    }),
    [{ path: 'raw', subject: (d) => rawSubject(d.integrationId, d.receivedAt) }],
  ),
  PingsCounted: event(
    1,
    ['signals', 'Pings counted'],
    'Jobs that ping often said that they go on: their pings of half a minute, taken together.',
    z.object({
      /** Milliseconds since the last one, and how many there were; absent: one. */
      pings: z.array(z.object({ id, ago: z.number().int(), n: z.number().int().optional() })),
    }),
  ),
};
