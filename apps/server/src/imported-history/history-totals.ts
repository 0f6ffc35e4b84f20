import type { ImportedSystem } from '@tocsin/contracts/imported-history/answers.js';
import type { ForeignEvent, ForeignEventOf } from '@tocsin/contracts/imported-history/events.js';
import { historyReaders } from '@tocsin/domain/observers/moving-in/history/history-readers.js';
import { aboutKind } from '@tocsin/domain/observers/moving-in/history/about-kind.js';
import type { HistorySummary } from './worker-messages.js';

interface Totals {
  alerts: Set<string>;
  acts: Set<string>;
  pages: Set<string>;
  duty: Set<string>;
  unknown: Set<string>;
  rescues: ForeignEventOf<'ImportedRescue'>[];
  from: string | null;
  to: string | null;
}

const counts = { ImportedSignal: 'alerts', ImportedAct: 'acts', ImportedPage: 'pages', ImportedDuty: 'duty' } as const;

/** How much there is, of the newest states: an original counts once. */
export class HistoryTotals {
  private readonly bySystem = new Map<string, Totals>();
  private readonly former = new Set<string>();
  private readonly pagesTold = new Map<string, number>();
  private readonly seenPages = new Set<string>();

  take(event: ForeignEvent): void {
    if (event.type === 'ImportedPerson') {
      if (event.data.who.kind === 'former') this.former.add(event.data.who.id);
      return;
    }
    if (event.type === 'ImportedTextsRedacted') return;
    const totals = this.of(event.data);
    if (event.type === 'ImportedRescue') {
      totals.rescues.push(event.data);
      return;
    }
    const { foreignId, at } = event.data;
    totals[counts[event.type]].add(foreignId);
    if (event.type === 'ImportedSignal' && at !== null) {
      if (totals.from === null || at < totals.from) totals.from = at;
      if (totals.to === null || at > totals.to) totals.to = at;
    }
    if (event.type === 'ImportedAct') totals.unknown[event.data.act === 'not_understood' ? 'add' : 'delete'](foreignId);
    if (event.type === 'ImportedPage') this.takePage(event.data);
  }

  summary(): Pick<HistorySummary, 'systems' | 'formerPeople' | 'toldPages'> {
    return {
      systems: [...this.bySystem].map(([key, totals]) => systemOf(key, totals)),
      formerPeople: this.former.size,
      toldPages: [...this.pagesTold]
        .map(([key, pages]) => {
          const [month = '', personId = ''] = key.split(' ');
          return { month, personId: personId === '' ? null : personId, pages };
        })
        .toSorted((one, other) => (one.month === other.month ? other.pages - one.pages : one.month < other.month ? -1 : 1)),
    };
  }

  /** A page of the account’s list is the same as the one in its alert. */
  private takePage({ alertId, at, to, foreignId }: ForeignEventOf<'ImportedPage'>): void {
    if (alertId === null || at === null || this.seenPages.has(foreignId)) return;
    this.seenPages.add(foreignId);
    const key = `${at.slice(0, 7)} ${to?.kind === 'person' ? to.id : ''}`;
    this.pagesTold.set(key, (this.pagesTold.get(key) ?? 0) + 1);
  }

  private of({ system, account }: { readonly system: string; readonly account: string }): Totals {
    const key = `${system} ${account}`;
    const known = this.bySystem.get(key);
    if (known) return known;
    const sets = {
      alerts: new Set<string>(),
      acts: new Set<string>(),
      pages: new Set<string>(),
      duty: new Set<string>(),
      unknown: new Set<string>(),
    };
    const fresh: Totals = { ...sets, rescues: [], from: null, to: null };
    this.bySystem.set(key, fresh);
    return fresh;
  }
}

function systemOf(key: string, { alerts, acts, pages, duty, unknown, rescues, from, to }: Totals): ImportedSystem {
  const [system, account] = key.split(' ') as [ImportedSystem['system'], string];
  const tells = [...new Set(Object.keys(historyReaders[system]).flatMap((kind) => aboutKind[kind] ?? []))];
  const newest = rescues.at(-1);
  return {
    system,
    account,
    from,
    to,
    alerts: alerts.size,
    acts: acts.size,
    pages: pages.size,
    duty: duty.size,
    notUnderstood: unknown.size,
    tells,
    completeness: newest?.completeness ?? [],
    untold: newest?.untold ?? [],
    rescues: rescues.map(({ folder, rescuedAt, recordedAt }) => ({ folder, rescuedAt, recordedAt })),
  };
}
