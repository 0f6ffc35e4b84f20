import type { DrillRow } from '@tocsin/contracts/drills/noun.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import type { World } from '@tocsin/kernel/replay/world.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { highService, lowService, people } from './installation.js';

const minute = 60_000;
const openDrill = (world: World): string => [...world.memory.rows<DrillRow>('openDrills').all()][0]?.id ?? highService;

/** What people do about a drill that pages them. */
export const drillActs: Readonly<Record<string, (world: World, n: number) => Message>> = {
  PlanDrill: ({ now }, n) => ({
    type: 'PlanDrill',
    data: {
      from: now,
      to: addMillis(now, (20 + 60 * n) * minute),
      night: null,
      personIds: people,
      openings: [
        { serviceId: highService, policyId: null, urgency: 'high', after: 0 },
        { serviceId: n === 0 ? lowService : highService, policyId: null, urgency: n === 0 ? 'low' : 'high', after: 10 * minute },
      ],
    },
  }),
  GiveDrillConsent: (world) => ({ type: 'GiveDrillConsent', data: { drillId: openDrill(world) } }),
  WithdrawDrillConsent: (world) => ({ type: 'WithdrawDrillConsent', data: { drillId: openDrill(world) } }),
  StartDrill: (world) => ({ type: 'StartDrill', data: { drillId: openDrill(world) } }),
  EndDrill: (world) => ({ type: 'EndDrill', data: { drillId: openDrill(world) } }),
};

class DrillChecker {
  private consenting = new Set<string>();
  private isRunning = false;
  /** Tests, and what rehearses: they page nobody for real. */
  private readonly tests = new Set<string>();
  private readonly drilled = new Set<string>();
  private readonly personOf = new Map<string, string>();
  /** Real pages of high urgency that run: their people. */
  private readonly real = new Map<string, string>();

  onEvent({ type, data, ordinal }: Recorded): string[] {
    this.follow[type]?.(data);
    return type === 'AttemptStarted' && this.isUnwanted(data as FactOf<'AttemptStarted'>)
      ? [`${ordinal}: a drill pages somebody who did not agree, or who is paged for real`]
      : [];
  }

  private readonly follow: Readonly<Record<string, ((data: unknown) => void) | undefined>> = {
    DrillPlanned: () => (this.consenting = new Set()),
    DrillStarted: () => (this.isRunning = true),
    DrillEnded: () => {
      this.consenting = new Set();
      this.isRunning = false;
    },
    DrillConsentGiven: (data) => this.consenting.add((data as FactOf<'DrillConsentGiven'>).personId),
    DrillConsentWithdrawn: (data) => this.consenting.delete((data as FactOf<'DrillConsentWithdrawn'>).personId),
    AlertGroupOpened: (data) => this.opened(data as FactOf<'AlertGroupOpened'>),
    PageStarted: (data) => this.paged(data as FactOf<'PageStarted'>),
    PageCancelled: (data) => this.ended(data),
    PageAnswered: (data) => this.ended(data),
    PageFailed: (data) => this.ended(data),
  };

  private ended(data: unknown): void {
    this.real.delete((data as FactOf<'PageCancelled'>).pageId);
  }

  private isUnwanted({ groupId, pageId }: FactOf<'AttemptStarted'>): boolean {
    const personId = this.personOf.get(pageId)!;
    return this.drilled.has(groupId) && (!this.consenting.has(personId) || [...this.real.values()].includes(personId));
  }

  private opened({ groupId, test, rehearses, origin }: FactOf<'AlertGroupOpened'>): void {
    if (test || rehearses) this.tests.add(groupId);
    if (origin.kind === 'drill') this.drilled.add(groupId);
  }

  /** While it runs: from a real page of high urgency on, whatever else is on its way. */
  private paged({ groupId, pageId, personId, urgency, quiet }: FactOf<'PageStarted'>): void {
    this.personOf.set(pageId, personId);
    if (urgency !== 'high' || quiet || this.tests.has(groupId)) return;
    this.real.set(pageId, personId);
    if (this.isRunning) this.consenting.delete(personId);
  }
}

/** Messages of drills to people who did not agree, for whom a real page runs, or to whom one came since. */
export const findUnwantedDrills = (events: readonly Recorded[]): readonly string[] => {
  const checker = new DrillChecker();
  return events.flatMap((event) => checker.onEvent(event));
};
