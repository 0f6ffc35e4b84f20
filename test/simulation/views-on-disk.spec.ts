// simulation: full
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { ana, bo, Scenario, pages, contactsOfPerson } from '@tocsin/domain/operation/alert-groups/groups.fixture.js';
import { domain } from '@tocsin/domain/registry.js';
import { alertmanager, alertOf, resolvedAlert } from '@tocsin/domain/operation/routing/signals.fixture.js';
import { Projector } from '@tocsin/platform/views/projector.js';
import { SqlViewStore } from '@tocsin/platform/views/sql-view-store.js';
import { openSqliteViews } from '@tocsin/platform/views/sqlite-dialect.js';

const mebibyte = 1024 * 1024;

/** The views of a world in SQLite, as on a server. */
class DiskViews {
  private constructor(
    private readonly folder: string,
    private readonly store: SqlViewStore,
    private readonly projector: Projector,
    private readonly scenario: Scenario,
  ) {}
  private eventCount = 0;

  static async of(scenario: Scenario): Promise<DiskViews> {
    const folder = mkdtempSync(join(tmpdir(), 'tocsin-disk-'));
    const store = new SqlViewStore(openSqliteViews(folder));
    await store.prepare(domain.views);
    const projector = new Projector({ views: domain.views, store });
    await projector.start();
    return new DiskViews(folder, store, projector, scenario);
  }

  /** Applies new events; returns the bytes of the log and the bytes of the views. */
  async keepUp(): Promise<{ readonly log: number; readonly views: number }> {
    const events = this.scenario.world.events.slice(this.eventCount);
    this.eventCount += events.length;
    await this.projector.apply(events, String(this.eventCount).padStart(9, '0'));
    return { log: events.reduce((sum, event) => sum + JSON.stringify(event).length, 0), views: this.measureSize() };
  }

  async close(): Promise<void> {
    await this.store.close();
    rmSync(this.folder, { recursive: true });
  }

  private measureSize(): number {
    const database = new Database(join(this.folder, 'views.db'), { readonly: true });
    const readPragma = (name: string): number => Number(database.pragma(name, { simple: true }));
    const usedBytes = (readPragma('page_count') - readPragma('freelist_count')) * readPragma('page_size');
    database.close();
    return usedBytes;
  }
}

describe('the disk that views take', () => {
  it('is at most 5 MB a day for a group that nobody acknowledges, on the fifth day as on the first', async () => {
    const everyMethod = [
      ['high', 0, 0],
      ['high', 1, 1],
    ] as const;
    const contacts = Object.fromEntries([ana, bo].map((id) => [id, contactsOfPerson(id, ['browser', 'email'], everyMethod)]));
    const steps = [ana, bo].map((personId) => pages([personId], { waitMinutes: 3 }));
    const scenario = new Scenario({ steps, repeats: 5, contacts });
    const diskViews = await DiskViews.of(scenario);
    scenario.receives(alertmanager([alertOf('Disk')]));
    let { views: before } = await diskViews.keepUp();
    for (let day = 1; day <= 5; day += 1) {
      scenario.passes(24 * 60);
      const { views } = await diskViews.keepUp();
      expect(views - before).toBeLessThan(5 * mebibyte);
      before = views;
    }
    expect(scenario.row().status).toBe('firing');
    await diskViews.close();
  }, 300_000);

  it('grows no faster than the stream of a group whose alerts change with every message', async () => {
    const toPod = (n: number) => ({ fingerprint: `pod-${n}`, labels: { alertname: 'PodDown', cluster: 'eu', pod: `p${n}` } });
    const scenario = new Scenario();
    const diskViews = await DiskViews.of(scenario);
    scenario.receives(alertmanager([alertOf('PodDown', toPod(0))]));
    let { views: before } = await diskViews.keepUp();
    for (let hundredIndex = 0; hundredIndex < 4; hundredIndex += 1) {
      for (let n = hundredIndex * 100 + 1; n <= hundredIndex * 100 + 100; n += 1) {
        scenario.receives(alertmanager([alertOf('PodDown', toPod(n)), resolvedAlert('PodDown', toPod(n - 1))]));
        scenario.passes(0.1);
      }
      const { log, views } = await diskViews.keepUp();
      expect(views - before).toBeLessThan(log);
      before = views;
    }
    expect(scenario.row().alerts).toBe(401);
    await diskViews.close();
  }, 300_000);
});
