import { z } from 'zod';
import { groupedUnder } from '../grouping.js';
import { id, instant } from '../ids.js';
import { namedGroup } from './linked-groups.js';
import { urgency } from '../contacts/events.js';
import { alertHold, routeVersion } from '../routing/routing.js';
import { signalAlert } from '../routing/signals.js';

/** One deduplicated condition inside a group. The group’s events record whether it still fires. */
export const alert = signalAlert.omit({ state: true, until: true }).extend({
  /** Set by a rule of the routes. */
  urgency: urgency.optional(),
  held: alertHold.optional(),
  /** For a group with too much text: its labels and links are left out, and its words are cut. */
  shortened: z.literal(true).optional(),
});
export type Alert = z.infer<typeof alert>;

export const fromSignal = z.object({ eventId: id, ordinal: z.number().int(), receivedAt: instant });

/** Why signals are refused; absent: the integration is above its hard limit. */
export const refusedBecause = z.enum(['unreadable']);
export type RefusalReason = z.infer<typeof refusedBecause>;

/** Subject of the group: a signal, a manual page, a test, a drill, or a finding of the audit. */
export const origin = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('signal'),
    integrationId: id,
    key: z.string(),
    /** Key that later signals are matched by. */
    thread: z.string(),
    shape: z.enum(['each', 'group']),
    signal: fromSignal,
    /** The rule of the integration’s routes that led it to its service; absent: none did. */
    route: routeVersion.optional(),
    /** The rule of the organisation’s router that matched. */
    router: routeVersion.optional(),
    /** What it is grouped by, by the setting of a service or a rule. Absent: as its sender does. */
    grouping: groupedUnder.optional(),
    /** The rule by which it is linked with others that have the same values, and the first of them. */
    linking: groupedUnder.extend({ set: id }).optional(),
    /** The one group of a storm: further keys of the sender’s join it. */
    storm: z.literal(true).optional(),
    /** For a further group of a storm: its first group, and the one that took new alerts before. */
    linked: z.object({ first: id, follows: namedGroup }).optional(),
  }),
  z.object({ kind: z.literal('page'), personId: id, personIds: z.array(id) }),
  z.object({
    kind: z.literal('test'),
    personId: id,
    wholePolicy: z.boolean(),
    /** Only by this method. */
    contactMethodId: id.optional(),
  }),
  /** Of a drill: it pages only people who agreed to that. */
  z.object({ kind: z.literal('drill'), drillId: id }),
  z.object({ kind: z.literal('audit') }),
  /** Signals of this integration are refused: it is above its hard limit, or they can’t be read. */
  z.object({ kind: z.literal('refused'), integrationId: id, because: refusedBecause.optional() }),
]);

/** The person who opened it manually, or null. */
export const openerOf = (source: z.infer<typeof origin>): string | null => ('personId' in source ? source.personId : null);
