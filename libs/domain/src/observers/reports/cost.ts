import type { CostFigures, ReportOrder } from '@tocsin/contracts/reports/reports.js';
import { toMillis } from '@tocsin/kernel/time.js';
import { createWallClock } from '../../setup/schedules/shared/wall-clock.js';
import { byKey, dateOf, toIdOrNull } from './by-key.js';
import type { ReportFact } from './fact.js';
import { Openings, type Range } from './openings.js';
import { isServiceInOrder } from './response.js';

interface Charged {
  readonly connectionId: string;
  readonly country: string;
  readonly unit: string;
  readonly teamId: string;
  readonly day: string;
  readonly count: number;
}

const sumOf = (some: readonly Charged[], unit: string): number => some.reduce((sum, one) => (one.unit === unit ? sum + one.count : sum), 0);
const amountOf = (some: readonly Charged[]) => ({
  messages: some.filter(({ unit }) => unit === 'part').length,
  parts: sumOf(some, 'part'),
  calls: some.filter(({ unit }) => unit === 'minute').length,
  minutes: sumOf(some, 'minute'),
});

/** The cost report: parts of SMS and begun minutes of calls, tests and codes too, since providers charge them all. */
export class Cost {
  private readonly range: Range;
  private readonly groups;
  /** Of tests, by alert group. */
  private readonly testTeams = new Map<string, string>();
  private readonly list: Charged[] = [];
  private readonly clock;

  constructor(private readonly order: ReportOrder) {
    this.range = { from: toMillis(order.from), to: toMillis(order.to) };
    this.groups = new Openings(this.range);
    this.clock = createWallClock(order.zones, order.zone);
  }

  take(fact: ReportFact): void {
    this.groups.take(fact);
    const { kind, at, words, numbers } = fact;
    if (kind === 'tested') this.testTeams.set(words[0]!, words[1] ?? '');
    if (kind !== 'charged' || at < this.range.from || at >= this.range.to) return;
    const [groupId = '', connectionId = '', country = '', unit = ''] = words;
    if (!this.isInOrder(groupId)) return;
    const teamId = this.teamOf(groupId);
    this.list.push({ connectionId, country, unit, teamId, day: dateOf(this.clock.date(at)), count: numbers[0] ?? 1 });
  }

  figures(): CostFigures {
    const keyOf = ({ connectionId, country, teamId }: Charged): string => `${connectionId} ${country} ${teamId}`;
    return {
      ...amountOf(this.list),
      lines: byKey(this.list, keyOf).map(([, some]) => {
        const [{ connectionId, country, teamId }] = some as readonly [Charged, ...Charged[]];
        return { connectionId, country, teamId: toIdOrNull(teamId), ...amountOf(some) };
      }),
      days: byKey(this.list, ({ day }) => day).map(([day, some]) => ({ day, ...amountOf(some) })),
    };
  }

  private teamOf(groupId: string): string {
    return this.groups.groupOf(groupId)?.teamId ?? this.testTeams.get(groupId) ?? '';
  }

  /** Codes belong to no alert group, and tests to none of a service. */
  private isInOrder(groupId: string): boolean {
    const { team, urgency } = this.order;
    const group = this.groups.groupOf(groupId);
    if (team !== null && this.teamOf(groupId) !== team) return false;
    return isServiceInOrder(this.order, group?.serviceId ?? null) && (urgency === null || group?.urgency === urgency);
  }
}
