import type { Labels } from '../../../../rules/mute-source.js';

/** An alert that fires, where it fires. */
export interface FiringAlert {
  readonly labels: Labels;
  /** Of its labels. */
  readonly text: string;
  readonly teamId: string | null;
  /** Null: it is recorded only. */
  readonly group: { readonly groupId: string; readonly number: number } | null;
}

/** Alerts that a rule’s source matches and that have the same `equal` labels: they inhibit the same alerts. */
export interface Inhibitors {
  readonly key: string;
  readonly alerts: readonly FiringAlert[];
}

/** Inhibitors that one decision may still ask for circles of rules. */
export interface Budget {
  left: number;
}

/** Which alerts one with these labels inhibits, directly or round others. */
export class Circles {
  private readonly known = new Map<string, boolean>();

  constructor(
    /** Of its labels. */
    private readonly target: string,
    private readonly inhibitorsOf: (alert: FiringAlert) => readonly Inhibitors[],
    private readonly budget: Budget,
  ) {}

  /** Both would inhibit each other. More than can be asked counts as a circle. */
  hasIn(source: FiringAlert): boolean {
    this.budget.left -= 1;
    if (this.budget.left < 0 || source.text === this.target) return true;
    return this.inhibitorsOf(source).some((inhibitors) => this.isAmong(inhibitors));
  }

  /** Whether the target is among these, or among what inhibits them. */
  private isAmong(first: Inhibitors): boolean {
    const asked = new Set([first.key]);
    const waiting = [first];
    const isFound = (): boolean => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const before = this.known.get(next.key);
        if (before === true) return true;
        if (before === undefined && this.isIn(next, asked, waiting)) return true;
      }
      return false;
    };
    const found = isFound();
    // what led nowhere leads nowhere again; of what led to the target only the first is known to
    for (const key of found ? [first.key] : asked) this.known.set(key, found);
    return found;
  }

  private isIn({ alerts }: Inhibitors, asked: Set<string>, waiting: Inhibitors[]): boolean {
    for (const alert of alerts) {
      this.budget.left -= 1;
      if (this.budget.left < 0 || alert.text === this.target) return true;
      for (const inhibitors of this.inhibitorsOf(alert))
        if (!asked.has(inhibitors.key)) {
          asked.add(inhibitors.key);
          waiting.push(inhibitors);
        }
    }
    return false;
  }
}
