import { z } from 'zod';
import { id, instant } from '../ids.js';

/**
 * What the auditor checks: a signal is `route`d, the group exists (`open`), the escalation of a firing group is planned (`escalate`), a step runs,
 * each further batch of its people is paged, an attempt follows a rule, a step `call`s a webhook, a provider `answer`s, alerts `lapse` whose sender gave their end, a `hold` by a rule ends, the assignee is asked, and a
 * group without an assignee pages again.
 */
export const dueKinds = [
  'route',
  'open',
  'escalate',
  'step',
  'part',
  'attempt',
  'call',
  'answer',
  'reminder',
  'reassignment',
  'ack_timeout',
  'snooze',
  'storm_return',
  'update',
  'settling',
  'flapping',
  'hold',
  'lapse',
] as const;
export type DueKind = (typeof dueKinds)[number];

/** Outcome of something due. `moved`: replaced by a new plan. */
export const dueOutcomes = ['taken', 'attempted', 'joined', 'dropped', 'cancelled', 'moved'] as const;
export type DueOutcome = (typeof dueOutcomes)[number];

/**
 * `late`: done, or no longer needed, after its due time. `never`: due, without an outcome on the log. `not_planned`: an attempt or step that was
 * never planned, or was cancelled before. `not_paged`: a step recorded a paged person, but no page started.
 */
export const findingKinds = ['late', 'never', 'not_planned', 'not_paged'] as const;

export const auditFinding = z.object({
  kind: z.enum(findingKinds),
  what: z.enum(dueKinds),
  /** When it was due; for something unplanned, when it happened. */
  dueAt: instant,
  /** When it ended; null: it has not. */
  endedAt: instant.nullable(),
  outcome: z.enum(dueOutcomes).nullable(),
  /** Milliseconds, without the time in which Tocsin was away. */
  lateBy: z.number().int(),
  groupId: id.nullable(),
  number: z.number().int().nullable(),
  /** Ordinal of the planning event, or of the unexpected one. */
  ordinal: z.number().int(),
});
export type AuditFinding = z.infer<typeof auditFinding>;

export const auditCounts = z.object({
  /** All that came due; the others are parts of it. */
  due: z.number().int(),
  /** On time. */
  done: z.number().int(),
  late: z.number().int(),
  never: z.number().int(),
  /** Of those done: due while Tocsin was down. */
  away: z.number().int(),
});
export type AuditCounts = z.infer<typeof auditCounts>;

/** Lateness percentiles in milliseconds. */
export const latenessShown = z.object({ p50: z.number(), p95: z.number(), p99: z.number(), most: z.number() });

export const auditReport = z.object({
  /** The instant, and the log position, of this report. */
  at: instant,
  ordinal: z.number().int(),
  all: auditCounts,
  lateness: latenessShown,
  /** The last hours in which something was due, the oldest first. */
  hours: z.array(auditCounts.extend({ hour: instant })),
  /** Overdue by more than the tolerance, oldest first; the rest is counted. */
  overdue: z.array(auditFinding),
  /** Overdue by so much that the audit fails. */
  overdueMuch: z.number().int(),
  /** The last things that were late or wrong, the newest first. */
  findings: z.array(auditFinding),
  /** Number of findings for which the audit fails, since the beginning, and the time of the last one. */
  alarms: z.object({ count: z.number().int(), lastAt: instant.nullable() }),
  /** Times without an active reactor, newest first. */
  absences: z.array(z.object({ from: instant, to: instant })),
});
export type AuditReport = z.infer<typeof auditReport>;
