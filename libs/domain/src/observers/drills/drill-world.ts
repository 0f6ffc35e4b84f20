import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import type { ExternalAnswer } from '@tocsin/kernel/replay/pending-answers.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import type { Rows } from '@tocsin/kernel/rows/memory-table.js';
import { World, type WorldOptions } from '@tocsin/kernel/replay/world.js';
import type { GroupReads } from '../../operation/alert-groups/shared/reads.js';

/**
 * Views that a drill folds itself, from nothing. All others are read in place; nothing of them is copied or changed.
 */
const drillViews = new Set(['groups', 'held', 'rings', 'routing', 'storms', 'threads', 'turns']);
/** Views whose rows have the timers of a drill. */
const timedViews = new Set(['groups', 'rings']);

/** Rows of a drill over those of the installation: round-robin turns continue from the current one. */
const overlayRows = <Row>(drillRows: Rows<Row>, rows: Rows<Row>): Rows<Row> => ({
  get: (id) => drillRows.get(id) ?? rows.get(id),
  where: (column, value) => drillRows.where(column, value),
  kept: (column, value) => drillRows.kept(column, value),
  eachWhere: (column, value) => drillRows.eachWhere(column, value),
  whereAfter: (column, value, after) => drillRows.whereAfter(column, value, after),
  sum: (column, value) => drillRows.sum(column, value),
  all: () => drillRows.all(),
  entries: () => drillRows.entries(),
  size: drillRows.size,
});

/** As if they were live: a drill asks whom their policies reach, and a rehearsal reaches nobody. */
const asLive = (services: Rows<ServiceRow>): Rows<ServiceRow> => ({
  get: (id) => {
    const row = services.get(id);
    return row && { ...row, rehearsingSince: undefined };
  },
  where: (column, value) => services.where(column, value),
  kept: (column, value) => services.kept(column, value),
  eachWhere: (column, value) => services.eachWhere(column, value),
  whereAfter: (column, value, after) => services.whereAfter(column, value, after),
  sum: (column, value) => services.sum(column, value),
  all: () => services.all(),
  entries: () => services.entries(),
  size: services.size,
});

/** The current rules over this configuration, without open alert groups, recent messages, or timers of other streams. */
const createDrillDomain = (domain: Domain, reads: GroupReads, views: readonly string[]): Domain => ({
  ...domain,
  memory: domain.memory.filter(({ name }) => drillViews.has(name)),
  views: domain.views.filter(({ name }) => views.includes(name)),
  timers: domain.timers.filter(({ view }) => timedViews.has(view)),
  reads: (memory): GroupReads => ({
    ...reads,
    services: asLive(reads.services),
    groups: memory.rows('groups'),
    held: memory.rows('held'),
    rings: memory.rows('rings'),
    routing: memory.rows('routing'),
    storms: memory.rows('storms'),
    threads: memory.rows('threads'),
    turns: overlayRows(memory.rows('turns'), reads.turns),
  }),
});

/** Every provider accepts every message at once, and devices report that they have shown it. */
const answerAtOnce = (event: Recorded): ExternalAnswer | undefined => {
  if (event.type === 'WebhookCallStarted') {
    const { groupId, callId, attempt } = event.data as FactOf<'WebhookCallStarted'>;
    return { command: { type: 'RecordWebhookCall', data: { groupId, callId, attempt, outcome: { ok: true } } } };
  }
  if (event.type !== 'AttemptStarted') return undefined;
  const { groupId, attemptId } = event.data as FactOf<'AttemptStarted'>;
  return { command: { type: 'RecordAttempt', data: { groupId, attemptId, outcome: { ok: true, state: 'delivered', providerId: null } } } };
};

/** A world that begins at an instant with this configuration. Nothing that happens in it is stored. */
export const createDrillWorld = (
  domain: Domain,
  reads: GroupReads,
  at: string,
  { views = [], ...more }: { readonly views?: readonly string[] } & Pick<WorldOptions, 'onEvent' | 'keeps'> = {},
): World => new World(createDrillDomain(domain, reads, views), { start: at, node: 'drill', answer: answerAtOnce, ...more });
