import type { NightWeek } from '@tocsin/contracts/reports/reports.js';

/** Night pages by person, policy and week, folded from what was counted in budgets. */
export class NightWeeks {
  private readonly weeks = new Map<string, NightWeek>();

  take({ personId, policyId, week, budget }: Omit<NightWeek, 'pages'>): void {
    const key = `${week} ${policyId} ${personId}`;
    const pages = (this.weeks.get(key)?.pages ?? 0) + 1;
    this.weeks.set(key, { personId, policyId, week, pages, budget });
  }

  /** Those above the budget that held last, in the order of weeks. */
  overBudget(): NightWeek[] {
    return [...this.weeks]
      .filter(([, { pages, budget }]) => pages > budget)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, one]) => one);
  }
}
