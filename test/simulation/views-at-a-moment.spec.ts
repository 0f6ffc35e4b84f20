// simulation: short, a moment of the past is judged by people: each must be exact
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { ana, bo, Scenario, pages } from '@tocsin/domain/operation/alert-groups/groups.fixture.js';
import { alertmanager, alertOf, resolvedAlert } from '@tocsin/domain/operation/routing/signals.fixture.js';
import { domain } from '@tocsin/domain/registry.js';
import { laterOf } from '@tocsin/kernel/time.js';
import type { AnyView } from '@tocsin/kernel/rows/view.js';
import { Projector } from '@tocsin/platform/views/projector.js';
import { SqlViewStore } from '@tocsin/platform/views/sql-view-store.js';
import { openSqliteViews } from '@tocsin/platform/views/sqlite-dialect.js';
import type { ShownRow } from '@tocsin/platform/views/view-store.js';
import { momentOf } from '@tocsin/platform/views/view-table.js';
import { byTier } from '@tocsin/testing/tier.js';

/** Views of a log that is given piece by piece. */
class Views {
  private constructor(
    private readonly folder: string,
    private readonly store: SqlViewStore,
    private readonly projector: Projector,
  ) {}

  static async open(): Promise<Views> {
    const folder = mkdtempSync(join(tmpdir(), 'tocsin-moments-'));
    const store = new SqlViewStore(openSqliteViews(folder));
    await store.prepare(domain.views);
    const projector = new Projector({ views: domain.views, store });
    await projector.start();
    return new Views(folder, store, projector);
  }

  async apply(events: readonly Recorded[]): Promise<void> {
    if (events.length > 0) await this.projector.apply(events, String(events.at(-1)!.ordinal).padStart(9, '0'));
  }

  /** All rows of a view, in the order of one of its columns. */
  async rows({ name, columns = {} }: AnyView, at?: string): Promise<readonly ShownRow[]> {
    const found: ShownRow[] = [];
    const sort = Object.keys(columns).at(-1);
    for (let cursor: string | null | undefined; cursor !== null;) {
      const query = {
        limit: 3,
        ...(sort ? { sort } : {}),
        ...(at === undefined ? {} : { at }),
        ...(cursor === undefined ? {} : { cursor }),
      };
      const page = await this.store.list(name, query);
      found.push(...page.rows);
      cursor = page.next;
    }
    return found;
  }

  async close(): Promise<void> {
    await this.store.close();
    rmSync(this.folder, { recursive: true });
  }
}

/** A week of alerts, with many events in one millisecond: the scenario’s clock stands still between its steps. */
const weekOfEvents = (): readonly Recorded[] => {
  const scenario = new Scenario({ steps: [ana, bo].map((id) => pages([id], { waitMinutes: 3 })), repeats: 2 });
  for (let n = 0; n < 7; n += 1) {
    scenario.receives(alertmanager([alertOf(`Disk${n}`), alertOf('Database')]));
    scenario.passes(n % 2 === 0 ? 11 : 24 * 60);
    scenario.receives(alertmanager([resolvedAlert(`Disk${n}`), ...(n % 3 === 0 ? [resolvedAlert('Database')] : [])]));
    scenario.passes(13 * 60);
  }
  return scenario.world.events;
};

const events = weekOfEvents();
const logTimes: string[] = [];
for (const { meta } of events) logTimes.push(laterOf(logTimes.at(-1) ?? '', meta.at));
/** Where a log can end: the events of a command are appended together. */
const ends = events.flatMap(({ ordinal, meta }, n) => (events[n + 1]?.meta.commandId === meta.commandId ? [] : [ordinal]));
const views = domain.views.filter(({ hasHistory }) => hasHistory);

describe('a view at an ordinal', () => {
  it('equals, for each view, that of a store whose log ended there', async () => {
    const whole = await Views.open();
    await whole.apply(events);
    const stops = fc.uniqueArray(fc.constantFrom(...ends), { minLength: 6, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(stops, async (ordinals) => {
        const ended = await Views.open();
        let applied = 0;
        for (const ordinal of ordinals.toSorted((a, b) => a - b)) {
          await ended.apply(events.slice(applied, ordinal));
          applied = ordinal;
          const at = momentOf(logTimes[ordinal - 1]!, ordinal);
          for (const view of views)
            expect([view.name, ordinal, await whole.rows(view, at)]).toEqual([view.name, ordinal, await ended.rows(view)]);
        }
        await ended.close();
      }),
      { numRuns: byTier({ short: 1, full: 5, deep: 40 }) },
    );
    await whole.close();
  }, 120_000);

  it('tells apart what happened within one millisecond', () => {
    expect(new Set(logTimes).size).toBeLessThan(events.length / 2);
    expect(events.map(({ ordinal }) => ordinal)).toEqual(events.map((_, n) => n + 1));
    expect(new Set(logTimes).size).toBeLessThan(ends.length / 2);
  });
});
