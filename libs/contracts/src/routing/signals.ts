import { arrivedAs } from '../relays/noun.js';
import { z } from 'zod';
import { cutList } from '../cut-list.js';
import { event } from '../message.js';
import { id, instant } from '../ids.js';
import { integrationKinds } from '../integrations/kinds.js';
import { senderAct } from './sender-acts.js';
import { appliedLookup } from '../lookups/noun.js';
import { appliedMapping } from '../mappings/noun.js';
import { severities } from '../severities.js';

export const link = z.object({ kind: z.enum(['runbook', 'dashboard', 'source', 'image', 'other']), href: z.string(), text: z.string() });
export type Link = z.infer<typeof link>;

/** One condition inside a signal, as the sender reports it. */
export const signalAlert = z.object({
  /** Deduplication key within the integration. */
  fingerprint: z.string(),
  state: z.enum(['firing', 'resolved']),
  /** Start time given by the source, if any: a later one is a re-fire, the same one a repeat. */
  startsAt: instant.nullable(),
  /** Fires until then, unless it is sent again. Absent: until its sender says that it is over. */
  until: instant.optional(),
  /** `alertname`, class, or the summary: a new one in a group is news. */
  name: z.string(),
  summary: z.string(),
  severity: z.enum(severities),
  severityWord: z.string(),
  labels: z.record(z.string(), z.string()),
  links: z.array(link),
  /** Further content of the source as text (JSON for objects), cut at the limit. */
  details: z.string().nullable(),
});
export type SignalAlert = z.infer<typeof signalAlert>;

/** One inbound message, normalised: what every sender’s wire format becomes. */
export const signal = z.object({
  action: z.enum(['trigger', 'acknowledge', 'resolve', 'act']),
  /** With the action `act`: what else the sender does to an open alert. */
  act: senderAct.optional(),
  /** The sender’s key of the whole: groupKey, dedup_key. Groups are looked up by (integration, key). */
  key: z.string(),
  /** `each`: one alert a key (PagerDuty, generic). `group`: a sender that groups (Alertmanager): its word on the group counts. */
  shape: z.enum(['each', 'group']),
  /** The message lists every firing alert of the key: one that is absent is resolved. */
  complete: z.boolean(),
  /** The sender cut its list. Absent: it did not. */
  cutList: cutList.optional(),
  /** The group is split by alert name: the sender groups by nothing at all. */
  splitByName: z.boolean(),
  alerts: z.array(signalAlert),
  /** Fields that were too long, and cut; `lookups`: what lookup tables would add is too long, and none is used. */
  cut: z.array(z.string()),
  test: z.boolean(),
});
export type Signal = z.infer<typeof signal>;

/** Whether this subject’s key encrypts raw bodies: only the history shows them, so readers of the log leave them encrypted. */
export const isRaw = (subject: string): boolean => subject.startsWith('raw:');

/** Key subject of an integration’s raw bodies in the month of this instant. */
export const rawSubject = (integrationId: string, instant: string): string => `raw:${integrationId}:${instant.slice(0, 7)}`;

/** Facts of a stream `inbox-<node>`: one writer each, one event for each request, however many alerts it carries. */
export const signalEvents = {
  SignalReceived: event(
    1,
    ['signals', 'Alert received'],
    'A monitoring system sent a signal; it was on disk before the sender got its answer.',
    z.object({
      integrationId: id,
      serviceId: id,
      kind: z.enum(integrationKinds),
      receivedAt: instant,
      signal,
      /** Absent: the integration had no mapping. */
      mapping: appliedMapping.optional(),
      /** The lookup tables that added labels or links to its alerts. Absent: none. */
      lookups: z.array(appliedLookup).optional(),
      /** How it came, where it is relayed. Absent: it is not. */
      arrived: arrivedAs.optional(),
      /** The body as it came: `t:` text, `z:` base64 of deflated text; encrypted; cut when too long; integration keys blanked. Null: we said it ourselves. */
      raw: z.union([z.string(), z.object({ erased: z.literal(true) })]).nullable(),
    }),
    [{ path: 'raw', subject: (d) => rawSubject(d.integrationId, d.receivedAt) }],
  ),
};
