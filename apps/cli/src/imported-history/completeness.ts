import type { CompletenessOfKind } from '@tocsin/contracts/imported-history/events.js';
import { aboutKind, type Counted } from '@tocsin/domain/observers/moving-in/history/about-kind.js';
import type { ForeignFact } from '@tocsin/domain/observers/moving-in/history/foreign-fact.js';

const countedAs: Readonly<Record<ForeignFact['kind'], Counted>> = { signal: 'alerts', act: 'acts', page: 'pages', duty: 'duty' };

const monthOf = (at: string | null): string => (at === null ? '' : at.slice(0, 7));

/** How much there is of each kind and month: listed, read, refused, not understood. */
export class Completeness {
  private readonly counts: Map<string, CompletenessOfKind>;
  private readonly monthOfAlert = new Map<string, string>();

  constructor(counts: readonly CompletenessOfKind[] = []) {
    this.counts = new Map(counts.map((one) => [`${one.kind} ${one.month}`, one]));
  }

  get all(): readonly CompletenessOfKind[] {
    return [...this.counts.values()].toSorted((one, other) => (`${one.kind} ${one.month}` < `${other.kind} ${other.month}` ? -1 : 1));
  }

  /** In which month an alert is, so that what is refused of it is counted there. */
  know(alertId: string, at: string | null): void {
    this.monthOfAlert.set(alertId, monthOf(at));
  }

  listed(fact: ForeignFact): void {
    this.add(countedAs[fact.kind], monthOf(fact.at), { listed: 1 });
  }

  read(fact: ForeignFact): void {
    const isUnknown = fact.kind === 'act' && fact.act === 'not_understood';
    this.add(countedAs[fact.kind], monthOf(fact.at), { read: 1, ...(isUnknown ? { notUnderstood: 1 } : {}) });
  }

  refused(kind: string, asked: string): void {
    const alertId = decodeURIComponent(/\/alerts\/([^/?]+)/.exec(asked)?.[1] ?? '');
    this.add(aboutKind[kind] ?? 'alerts', this.monthOfAlert.get(alertId) ?? '', { refused: 1 });
  }

  private add(kind: string, month: string, more: Partial<Record<'listed' | 'read' | 'refused' | 'notUnderstood', number>>): void {
    const key = `${kind} ${month}`;
    const was = this.counts.get(key) ?? { kind, month, listed: 0, read: 0, refused: 0, notUnderstood: 0 };
    const sum = (name: 'listed' | 'read' | 'refused' | 'notUnderstood') => was[name] + (more[name] ?? 0);
    this.counts.set(key, {
      kind,
      month,
      listed: sum('listed'),
      read: sum('read'),
      refused: sum('refused'),
      notUnderstood: sum('notUnderstood'),
    });
  }
}
