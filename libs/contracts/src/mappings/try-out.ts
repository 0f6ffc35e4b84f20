import { z } from 'zod';
import { instant } from '../ids.js';
import { signal, signalAlert } from '../routing/signals.js';
import { mappingFailure, typedExpressions } from './noun.js';

export const mappingTryOutRequest = z.strictObject({
  fields: typedExpressions,
  /** A body to try it with; without one the recent requests are tried. */
  body: z.string().max(100_000).optional(),
});

/** What of a signal is shown: generic ones have one alert, or none. */
const mappedSignal = signal.pick({ action: true, key: true, test: true }).extend({
  alert: signalAlert
    .pick({ name: true, summary: true, severity: true, startsAt: true, labels: true, links: true, details: true })
    .nullable(),
});
export type MappedSignal = z.infer<typeof mappedSignal>;

const outcome = z.object({
  /** What the request becomes; null: the mapping fails. */
  signal: mappedSignal.nullable(),
  failed: mappingFailure.nullable(),
  /** For people who write the expression. */
  says: z.string().nullable(),
});
export type MappingOutcome = z.infer<typeof outcome>;

/** `POST /api/integrations/:id/mapping/try`: what requests become by a mapping that is being edited. */
export const mappingTryOut = z.object({
  /** Newest first, at most 20: those that fail, then those that change. */
  requests: z.array(
    outcome.extend({
      /** Of the event; null: the body that was given. */
      ordinal: z.number().int().nullable(),
      receivedAt: instant.nullable(),
      /** What it became when it arrived. */
      before: mappedSignal.nullable(),
    }),
  ),
  /** Requests that were tried: at most 200, before the event `upTo`. `untried`: there was no time for them. */
  tried: z.number().int(),
  untried: z.number().int(),
  failed: z.number().int(),
  /** Those that would have another title, key, action or severity. */
  changed: z.number().int(),
  upTo: z.number().int(),
});
export type MappingTryOut = z.infer<typeof mappingTryOut>;

/** `GET /api/integrations/:id/mapping`: the newest requests to write a mapping for, newest first, and whether the saved one fails. */
export const mappingSamples = z.object({
  samples: z.array(
    z.object({
      at: instant,
      /** Of its event; null: it was refused. */
      ordinal: z.number().int().nullable(),
      /** Without keys; cut when it was refused. */
      body: z.string(),
    }),
  ),
  /** Since this server started. */
  failing: z
    .object({ since: instant, lastAt: instant, times: z.number().int(), version: z.number().int(), failed: mappingFailure })
    .nullable(),
});
export type MappingSamples = z.infer<typeof mappingSamples>;
