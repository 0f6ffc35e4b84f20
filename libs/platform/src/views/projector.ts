import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { FoldFault } from '@tocsin/kernel/rows/memory-rows.js';
import { keysOf, type AnyView } from '@tocsin/kernel/rows/view.js';
import { later } from '@tocsin/kernel/time.js';
import { Fold } from './fold.js';
import type { Checkpoint, RowSaved, ViewStore } from './view-store.js';
import { Waiters } from './waiters.js';

export interface ProjectorOptions {
  readonly views: readonly AnyView[];
  readonly store: ViewStore;
  /** After each commit: the last row of each id that changed, perhaps none, and how far the views have come. For what may be lost. */
  readonly onSaved?: (rows: readonly RowSaved[], checkpoint: Checkpoint) => void;
  /** Told of a view that throws at an event: its rows stay as they were, and the others go on. Without it nothing goes on. */
  readonly onFault?: (fault: FoldFault) => void;
  /** About how many changes one transaction holds; what suits the store when absent. */
  readonly rowsPerSave?: number;
}

interface Saving {
  readonly changes: readonly RowSaved[];
  readonly checkpoint: Checkpoint;
}

/** Keeps views up to date with the log: events in, rows and checkpoint saved together. */
export class Projector {
  private readonly store: ViewStore;
  private readonly onSaved: NonNullable<ProjectorOptions['onSaved']>;
  private readonly rowsPerSave: number;
  private readonly onFault: ProjectorOptions['onFault'];
  private readonly waiters = new Waiters();
  private fold: Fold;
  private here: Checkpoint = { ordinal: 0, logTime: '', token: '' };
  private turn: Promise<unknown> = Promise.resolve();
  /** What a save may have written although it failed: where its answer was lost, only the store knows. */
  private inDoubt: Saving | undefined;

  constructor({ views, store, onSaved = () => {}, onFault, rowsPerSave = store.rowsPerSave }: ProjectorOptions) {
    this.onFault = onFault;
    this.fold = new Fold(views, onFault);
    this.store = store;
    this.onSaved = onSaved;
    this.rowsPerSave = rowsPerSave;
  }

  /** Where the views stand: follow the log from here. */
  start(): Promise<Checkpoint> {
    return this.paused(async () => {}).then(() => this.here);
  }

  get position(): Checkpoint {
    return this.here;
  }

  /**
   * Events of all types in log order, without gaps; `token` is that of the last. Those that were applied before are passed over, so
   * after a failure the same batch may come again. Rejects with what the store or a view throws; what was saved until then stays.
   */
  apply(events: readonly Recorded[], token: string): Promise<void> {
    return this.inTurn(() => this.applyNow(events, token));
  }

  /** Runs work while nothing is applied. It may move the checkpoint; it must not call apply. */
  paused<T>(work: () => Promise<T>): Promise<T> {
    return this.inTurn(async () => {
      const result = await work();
      this.here = await this.store.checkpoint();
      this.waiters.tell(this.here);
      return result;
    });
  }

  /** From the next event on, keeps these views too. Call it inside `paused`, when their rows are those of the checkpoint. */
  include(views: readonly AnyView[]): void {
    const others = this.fold.views.filter((view) => !views.some(({ name }) => name === view.name));
    this.fold = new Fold([...others, ...views], this.onFault);
  }

  /** True once the views have seen the event of this token; false when that many milliseconds have passed. */
  async reached(token: string, deadlineMs: number): Promise<boolean> {
    return this.here.token >= token || this.waiters.wait((checkpoint) => checkpoint.token >= token, deadlineMs);
  }

  async reachedOrdinal(ordinal: number, deadlineMs: number): Promise<boolean> {
    return this.here.ordinal >= ordinal || this.waiters.wait((checkpoint) => checkpoint.ordinal >= ordinal, deadlineMs);
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.turn.then(work);
    this.turn = result.catch(() => undefined);
    return result;
  }

  private async applyNow(events: readonly Recorded[], token: string): Promise<void> {
    await this.endDoubt();
    const fresh = events.filter((event) => event.ordinal > this.here.ordinal);
    const overlay = new Overlay(this.store, this.fold);
    const { rowsPerSave } = this;
    let { ordinal, logTime } = this.here;
    let changes: RowSaved[] = [];
    for (const [index, event] of fresh.entries()) {
      if (event.ordinal !== ordinal + 1) throw new Error(`after event ${ordinal} came ${event.ordinal}`);
      if (index % rowsPerSave === 0) await overlay.load(fresh.slice(index, index + rowsPerSave));
      logTime = later(logTime, event.meta.at);
      ordinal = event.ordinal;
      for (const change of this.fold.changes(event, logTime, overlay.read)) {
        overlay.keep(change);
        changes.push(change);
      }
      const isLast = index === fresh.length - 1;
      if (!isLast && changes.length < rowsPerSave) continue;
      // In the middle of a batch the token stays that of the batch before: who waits by token waits a little longer.
      await this.save(changes, { ordinal, logTime, token: isLast ? token : this.here.token });
      changes = [];
      if (!isLast) await nextTurn();
    }
  }

  private async save(changes: readonly RowSaved[], checkpoint: Checkpoint): Promise<void> {
    const saving = { changes, checkpoint };
    try {
      await this.store.save(changes, checkpoint, this.here.ordinal);
    } catch (error) {
      this.inDoubt = saving;
      throw error;
    }
    this.saved(saving);
  }

  /** A checkpoint that stands where the failed save would have put it was put there by that save: nobody else writes. */
  private async endDoubt(): Promise<void> {
    if (!this.inDoubt) return;
    const { ordinal, token } = await this.store.checkpoint();
    const { checkpoint } = this.inDoubt;
    if (ordinal === checkpoint.ordinal && token === checkpoint.token) this.saved(this.inDoubt);
    this.inDoubt = undefined;
  }

  private saved({ changes, checkpoint }: Saving): void {
    this.here = checkpoint;
    this.waiters.tell(checkpoint);
    const last = [...new Map(changes.map((change) => [`${change.view} ${change.id}`, change])).values()];
    this.onSaved(
      last.map((change) => ({ ...change, row: this.fold.shown(change) })),
      checkpoint,
    );
  }
}

/** Rows as they are in the middle of a batch: those of the store, and over them what the batch has made so far. */
class Overlay {
  private readonly rows = new Map<string, Map<string, unknown>>();

  constructor(
    private readonly store: ViewStore,
    private readonly fold: Fold,
  ) {
    for (const view of fold.views) this.rows.set(view.name, new Map());
  }

  readonly read = (view: string, id: string): unknown => this.rows.get(view)!.get(id);

  keep({ view, id, row }: RowSaved): void {
    this.rows.get(view)!.set(id, row ?? undefined);
  }

  async load(events: readonly Recorded[]): Promise<void> {
    const wanted = new Map<string, Set<string>>();
    for (const event of events) {
      for (const view of this.fold.interested(event.type)) {
        const ids = this.idsOf(view, event).filter((id) => !this.rows.get(view.name)!.has(id));
        wanted.set(view.name, new Set([...(wanted.get(view.name) ?? []), ...ids]));
      }
    }
    await Promise.all(
      [...wanted].map(async ([view, ids]) => {
        if (ids.size === 0) return;
        const found = await this.store.load(view, [...ids]);
        for (const id of ids) this.rows.get(view)!.set(id, found.get(id));
      }),
    );
  }

  /** One that throws here throws when it folds the event, too: it is said there. */
  private idsOf(view: AnyView, event: Recorded): readonly string[] {
    try {
      return keysOf(view, event);
    } catch {
      return [];
    }
  }
}
