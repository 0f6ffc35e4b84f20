import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { DrillAnswer, DrillRequest } from '@tocsin/contracts/drills/drills.js';
import type { LadderRow } from '@tocsin/contracts/alert-groups/escalation.js';
import * as drillLimits from '@tocsin/contracts/drills/limits.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import type { World } from '@tocsin/kernel/replay/world.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { GroupReads, OpenGroup } from '../../operation/alert-groups/shared/reads.js';
import { createDrillWorld } from './drill-world.js';
import { sendSignal } from './drilled-signal.js';

/** All steps ran and the policy starts over, or nothing more is planned, and no attempt is open. */
const isOver = ({ climb, pages }: OpenGroup): boolean => {
  const isAtEnd = climb.next === null || (climb.exhausted && climb.next.step === 1);
  return isAtEnd && pages.every(({ attempts }) => Object.values(attempts).every(({ state }) => state !== 'queued' && state !== 'sending'));
};

const groupIn = (world: World): OpenGroup | undefined => [...world.memory.rows<OpenGroup>('groups').all()][0];

/** Lets time pass until the policy was gone through once with all its rounds, or until the given instant. */
export const runUntil = (world: World, until: string, isEnough: (group: OpenGroup) => boolean = isOver): void => {
  for (;;) {
    // answers of providers come at once
    world.advance(0);
    const group = groupIn(world);
    if (!group || isEnough(group)) return;
    const next = world.nextDue();
    if (next === undefined || next > until) return;
    world.advanceTo(next > world.now ? next : world.now);
  }
};

export interface Forecast extends DrillAnswer {
  /** The decided events, in order. */
  readonly events: readonly RecordedFact[];
}

/**
 * Simulates a signal at an instant with the running rules and the current configuration, assuming that no one acknowledges and every provider accepts
 * every message. Undefined: it would open no alert group.
 */
export const forecast = (domain: Domain, reads: GroupReads, request: DrillRequest): Forecast | undefined => {
  const world = createDrillWorld(domain, reads, request.at, { views: ['ladders'] });
  sendSignal(world, request, reads);
  runUntil(world, addMillis(request.at, drillLimits.drill.longest));
  const events = world.events as readonly RecordedFact[];
  const openedEvent = events.find((event): event is RecordedOf<'AlertGroupOpened'> => event.type === 'AlertGroupOpened');
  const ladder = openedEvent && world.rows<LadderRow>('ladders').get(openedEvent.data.groupId);
  if (!openedEvent || !ladder) return undefined;
  const { urgency, title, policy } = openedEvent.data;
  const first = events.find((event): event is RecordedOf<'AttemptStarted'> => event.type === 'AttemptStarted');
  const personId = first && ladder.pages.find(({ pageId }) => pageId === first.data.pageId)?.personId;
  return {
    at: request.at,
    until: world.now,
    urgency,
    title: typeof title === 'string' ? title : '',
    policy,
    ladder,
    first: first && personId !== undefined ? { personId, at: first.meta.at } : null,
    events,
  };
};
