import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Answer } from '@tocsin/kernel/replay/awaited-answers.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import type { Rows } from '@tocsin/kernel/rows/memory-table.js';
import { World } from '@tocsin/kernel/replay/world.js';
import type { GroupReads } from '../alert-groups/shared/reads.js';

/**
 * Views that a drill folds itself, from nothing. All others are read in place; nothing of them is copied or changed.
 */
const own = new Set(['groups', 'held', 'rings', 'routing', 'storms', 'threads', 'turns']);
/** Views whose rows have the timers of a drill. */
const timed = new Set(['groups', 'rings']);

/** Rows of a drill over those of the installation: round-robin turns continue from the current one. */
const over = <Row>(drilled: Rows<Row>, rows: Rows<Row>): Rows<Row> => ({
  get: (id) => drilled.get(id) ?? rows.get(id),
  where: (column, value) => drilled.where(column, value),
  eachWhere: (column, value) => drilled.eachWhere(column, value),
  whereAfter: (column, value, after) => drilled.whereAfter(column, value, after),
  all: () => drilled.all(),
  entries: () => drilled.entries(),
  size: drilled.size,
});

/** The current rules over this configuration, without open alert groups, recent messages, or timers of other streams. */
const drillDomain = (domain: Domain, reads: GroupReads, views: readonly string[]): Domain => ({
  ...domain,
  memory: domain.memory.filter(({ name }) => own.has(name)),
  views: domain.views.filter(({ name }) => views.includes(name)),
  timers: domain.timers.filter(({ view }) => timed.has(view)),
  reads: (memory): GroupReads => ({
    ...reads,
    groups: memory.rows('groups'),
    held: memory.rows('held'),
    rings: memory.rows('rings'),
    routing: memory.rows('routing'),
    storms: memory.rows('storms'),
    threads: memory.rows('threads'),
    turns: over(memory.rows('turns'), reads.turns),
  }),
});

/** Every provider accepts every message at once, and devices report that they have shown it. */
const takesIt = (event: Recorded): Answer | undefined => {
  if (event.type === 'WebhookCallStarted') {
    const { groupId, callId, attempt } = event.data as FactOf<'WebhookCallStarted'>;
    return { command: { type: 'RecordWebhookCall', data: { groupId, callId, attempt, outcome: { ok: true } } } };
  }
  if (event.type !== 'AttemptStarted') return undefined;
  const { groupId, attemptId } = event.data as FactOf<'AttemptStarted'>;
  return { command: { type: 'RecordAttempt', data: { groupId, attemptId, outcome: { ok: true, state: 'delivered', providerId: null } } } };
};

/** A world that begins at an instant with this configuration. Nothing that happens in it is stored. */
export const drillWorld = (domain: Domain, reads: GroupReads, at: string, views: readonly string[] = []): World =>
  new World(drillDomain(domain, reads, views), { start: at, node: 'drill', answer: takesIt });
