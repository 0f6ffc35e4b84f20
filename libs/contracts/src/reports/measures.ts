import { z } from 'zod';
import { urgency } from '../contacts/events.js';

/**
 * Moments of one opening of an alert group that a measure may begin or end at. `received`: its signal reached Tocsin. `opened`: opened or
 * reopened. `could_page`: it fires, so that it may page. `paged`: a page started. `notified`: a provider accepted a page.
 * `acknowledged`: a person acknowledged or snoozed. `escalated`: step 2 or a later one was taken. `resolved`: resolved by anyone.
 */
export const anchors = ['received', 'opened', 'could_page', 'paged', 'notified', 'acknowledged', 'escalated', 'resolved'] as const;
export type Anchor = (typeof anchors)[number];

const anchorPoint = z.strictObject({ anchor: z.enum(anchors), occurrence: z.enum(['first', 'last']) });

/** Definition of a duration measured once per opening: its two moments, its clock, and the openings that count. */
export const measure = z.strictObject({
  name: z.string().min(1).max(120),
  version: z.number().int().min(1),
  from: anchorPoint,
  to: anchorPoint,
  /** `working`: only working hours between the two count, by the clock of the report. */
  hours: z.enum(['all', 'working']),
  /** Only openings of this urgency. Null: all. */
  urgency: urgency.nullable(),
});
export type Measure = z.infer<typeof measure>;

type Point = Measure['from'];
const firstPoint = (anchor: Anchor): Point => ({ anchor, occurrence: 'first' });
const lastPoint = (anchor: Anchor): Point => ({ anchor, occurrence: 'last' });

/** Named measures. A changed one is a new version beside the old: reports with the old one stay the same. */
export const namedMeasures: readonly Measure[] = [
  { name: 'mtta', version: 1, from: firstPoint('could_page'), to: firstPoint('acknowledged'), hours: 'all', urgency: null },
  { name: 'time_to_resolve', version: 1, from: firstPoint('opened'), to: lastPoint('resolved'), hours: 'all', urgency: null },
  { name: 'time_to_notify', version: 1, from: firstPoint('could_page'), to: firstPoint('notified'), hours: 'all', urgency: null },
];

export const measureWords: Readonly<Record<string, string>> = {
  mtta: 'Time to acknowledge',
  time_to_resolve: 'Time to resolve',
  time_to_notify: 'Time to notify',
};

const measurePattern = /^([a-z_]+)\.(first|last)~([a-z_]+)\.(first|last)(?:~(working))?(?:~(high|low))?$/;

/**
 * A measure by its text: `mtta`, `mtta@1`, or one that is written out: `could_page.first~acknowledged.first`, followed by `~working` to
 * count working hours only, and by `~high` or `~low`. Null for anything else.
 */
export function measureOf(text: string): Measure | null {
  const [name, version] = text.split('@');
  const matchingMeasures = namedMeasures.filter((one) => one.name === name && (version === undefined || one.version === Number(version)));
  if (matchingMeasures.length > 0) return matchingMeasures.at(-1)!;
  const [, from, fromWhich, to, toWhich, hours, only] = measurePattern.exec(text) ?? [];
  const result = measure.safeParse({
    name: text,
    version: 1,
    from: { anchor: from, occurrence: fromWhich },
    to: { anchor: to, occurrence: toWhich },
    hours: hours ?? 'all',
    urgency: only ?? null,
  });
  return result.success ? result.data : null;
}
