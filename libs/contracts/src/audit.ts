import { z } from 'zod';
import { id, instant } from './ids.js';

/**
 * What the auditor waits for: a signal is `route`d, what it opens is there (`open`), something is planned for what fires (`escalate`); a step, a
 * further part of its people, an attempt by a rule, and a `call` of a webhook by a step, a provider’s `answer`; that an assignee is asked, and
 * that the group pages again without one.
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
] as const;
export type DueKind = (typeof dueKinds)[number];

/** How something that was due ended. `moved`: it was planned anew. */
export const dueOutcomes = ['taken', 'attempted', 'joined', 'dropped', 'cancelled', 'moved'] as const;
export type DueOutcome = (typeof dueOutcomes)[number];

/**
 * `late`: done, or not needed any more, later than it was due. `never`: due, and nothing is on the log about it. `not_planned`: an attempt, or a
 * step, that
 * nothing on the log had planned, or that was cancelled before. `not_paged`: a step recorded that it paged a person, and no page began.
 */
export const findingKinds = ['late', 'never', 'not_planned', 'not_paged'] as const;

export const auditFinding = z.object({
  kind: z.enum(findingKinds),
  what: z.enum(dueKinds),
  /** When it was due; when it happened, of what was not planned. */
  dueAt: instant,
  /** When it ended; null: it has not. */
  endedAt: instant.nullable(),
  outcome: z.enum(dueOutcomes).nullable(),
  /** Milliseconds, without the time in which Tocsin was away. */
  lateBy: z.number().int(),
  groupId: id.nullable(),
  number: z.number().int().nullable(),
  /** Of the event that planned it, or that should not be there. */
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
  /** Of those done, what fell due while Tocsin was away. */
  away: z.number().int(),
});
export type AuditCounts = z.infer<typeof auditCounts>;

/** Milliseconds: at most so late were so many of 100. */
export const latenessShown = z.object({ p50: z.number(), p95: z.number(), p99: z.number(), most: z.number() });

export const auditReport = z.object({
  /** It is the state of this instant, and of the log up to this ordinal. */
  at: instant,
  ordinal: z.number().int(),
  all: auditCounts,
  lateness: latenessShown,
  /** The last hours in which something was due, the oldest first. */
  hours: z.array(auditCounts.extend({ hour: instant })),
  /** What is overdue by more than it may be, the oldest first; the rest is counted. */
  overdue: z.array(auditFinding),
  /** Overdue by so much that the audit fails. */
  overdueMuch: z.number().int(),
  /** The last things that were late or wrong, the newest first. */
  findings: z.array(auditFinding),
  /** For how many of those the audit fails, since the beginning, and when the last one was found. */
  alarms: z.object({ count: z.number().int(), lastAt: instant.nullable() }),
  /** Times without an active reactor, newest first. */
  absences: z.array(z.object({ from: instant, to: instant })),
});
export type AuditReport = z.infer<typeof auditReport>;
