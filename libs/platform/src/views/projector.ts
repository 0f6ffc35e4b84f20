import { LRUCache } from 'lru-cache';
import { setImmediate as nextTurn } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { FoldFault } from '@tocsin/kernel/rows/memory-rows.js';
import { keysOf, type AnyView } from '@tocsin/kernel/rows/view.js';
import { laterOf } from '@tocsin/kernel/time.js';
import { Fold } from './fold.js';
import type { Checkpoint, SavedRow, ViewStore } from './view-store.js';
import { ReturningRows, type ReadStream } from './returning-rows.js';
import { Waiters } from './waiters.js';

export interface ProjectorOptions {
  readonly views: readonly AnyView[];
  readonly store: ViewStore;
  /** Called after each commit with the last row of each changed id, perhaps none, and the new position. For work that may be lost in a crash. */
  readonly onSaved?: (rows: readonly SavedRow[], checkpoint: Checkpoint) => void;
  /** Called for a view that throws at an event: its rows stay unchanged, and the other views continue. Without it, the projector stops. */
  readonly onFault?: (fault: FoldFault) => void;
  /** Without it no row comes back that left the lists. */
  readonly readStream?: ReadStream;
  /** The approximate number of changes in one transaction; the store’s default when absent. */
  readonly rowsPerSave?: number;
}

/** Characters of the rows that are kept for the next events about them. */
const keptCharacters = 8 * 1_024 * 1_024;

interface PendingSave {
  readonly changes: readonly SavedRow[];
  readonly checkpoint: Checkpoint;
}

/** Saves rows and checkpoint together. */
export class Projector {
  private readonly store: ViewStore;
  private readonly onSaved: NonNullable<ProjectorOptions['onSaved']>;
  private readonly rowsPerSave: number;
  private readonly onFault: ProjectorOptions['onFault'];
  private readonly readStream: ProjectorOptions['readStream'];
  private readonly waiters = new Waiters();
  private fold: Fold;
  private returning: ReturningRows;
  private currentCheckpoint: Checkpoint = { ordinal: 0, logTime: '', token: '' };
  private readonly queue = new PQueue({ concurrency: 1 });
  /** A failed save that may have been written: if its answer was lost, only the store knows. */
  private inDoubt: PendingSave | undefined;
  /** Rows as they were saved last: in a storm the same few rows change with every save, each with a list of a hundred alerts. */
  private readonly keptRows = new LRUCache<string, KeptRow>({ maxSize: keptCharacters, sizeCalculation: ({ characters }) => characters });

  constructor({ views, store, onSaved = () => {}, onFault, readStream, rowsPerSave = store.rowsPerSave }: ProjectorOptions) {
    this.onFault = onFault;
    this.readStream = readStream;
    this.fold = new Fold(views, onFault);
    this.returning = new ReturningRows(views, readStream, onFault);
    this.store = store;
    this.onSaved = onSaved;
    this.rowsPerSave = rowsPerSave;
  }

  /** Resolves with the position of the views: follow the log from there. */
  start(): Promise<Checkpoint> {
    return this.whilePaused(async () => {}).then(() => this.currentCheckpoint);
  }

  get position(): Checkpoint {
    return this.currentCheckpoint;
  }

  /**
   * Applies events of all types in log order, without gaps; `token` is that of the last. Skips events that were applied before, so a batch may be passed
   * again after a failure. Rejects with the error of the store or of a view; what was saved before stays.
   */
  apply(events: readonly Recorded[], token: string): Promise<void> {
    return this.queue.add(() => this.applyNow(events, token));
  }

  /** Runs work while no event is applied. It may move the checkpoint; it must not call apply. */
  whilePaused<T>(work: () => Promise<T>): Promise<T> {
    return this.queue.add(async () => {
      this.keptRows.clear();
      const result = await work();
      this.currentCheckpoint = await this.store.checkpoint();
      this.waiters.notify(this.currentCheckpoint);
      return result;
    });
  }

  /** Keeps these views too from the next event on. Must be called inside `whilePaused`, when their rows match the checkpoint. */
  include(views: readonly AnyView[]): void {
    const otherViews = this.fold.views.filter((view) => !views.some(({ name }) => name === view.name));
    this.fold = new Fold([...otherViews, ...views], this.onFault);
    this.returning = new ReturningRows(this.fold.views, this.readStream, this.onFault);
  }

  /** True once the views have read the event of this token; false after `deadlineMs` or `end`. */
  async waitForToken(token: string, deadlineMs: number): Promise<boolean> {
    return this.currentCheckpoint.token >= token || this.waiters.wait((checkpoint) => checkpoint.token >= token, deadlineMs);
  }

  async waitForOrdinal(ordinal: number, deadlineMs: number): Promise<boolean> {
    return this.currentCheckpoint.ordinal >= ordinal || this.waiters.wait((checkpoint) => checkpoint.ordinal >= ordinal, deadlineMs);
  }

  /** Ends all waits for a position. Call it when no further event will be applied. */
  end(): void {
    this.waiters.end();
  }

  private async applyNow(events: readonly Recorded[], token: string): Promise<void> {
    await this.endDoubt();
    const fresh = events.filter((event) => event.ordinal > this.currentCheckpoint.ordinal);
    const overlay = new Overlay(this.store, this.fold, this.returning, this.keptRows);
    const { rowsPerSave } = this;
    let { ordinal, logTime } = this.currentCheckpoint;
    let changes: SavedRow[] = [];
    for (const [index, event] of fresh.entries()) {
      if (event.ordinal !== ordinal + 1) throw new Error(`after event ${ordinal} came ${event.ordinal}`);
      if (index % rowsPerSave === 0) changes.push(...(await overlay.load(fresh.slice(index, index + rowsPerSave), logTime)));
      logTime = laterOf(logTime, event.meta.at);
      ordinal = event.ordinal;
      for (const change of this.fold.applyEvent(event, logTime, overlay.read)) {
        overlay.keep(change);
        changes.push(change);
      }
      const isLast = index === fresh.length - 1;
      if (!isLast && changes.length < rowsPerSave) continue;
      // in the middle of a batch the token stays that of the previous batch: those who wait for a token wait a little longer
      await this.save(changes, { ordinal, logTime, token: isLast ? token : this.currentCheckpoint.token });
      changes = [];
      if (!isLast) await nextTurn();
    }
  }

  private async save(changes: readonly SavedRow[], checkpoint: Checkpoint): Promise<void> {
    const saving = { changes: withLastTexts(changes), checkpoint };
    try {
      await this.store.save(saving.changes, checkpoint, this.currentCheckpoint.ordinal);
    } catch (error) {
      this.keptRows.clear();
      this.inDoubt = saving;
      throw error;
    }
    this.noteSaved(saving);
  }

  /** If the checkpoint is where the failed save would have moved it, that save was written: no other process writes. */
  private async endDoubt(): Promise<void> {
    if (!this.inDoubt) return;
    const { ordinal, token } = await this.store.checkpoint();
    const { checkpoint } = this.inDoubt;
    if (ordinal === checkpoint.ordinal && token === checkpoint.token) this.noteSaved(this.inDoubt);
    this.inDoubt = undefined;
  }

  private noteSaved({ changes, checkpoint }: PendingSave): void {
    this.currentCheckpoint = checkpoint;
    this.waiters.notify(checkpoint);
    const last = [...lastOfEach(changes)];
    for (const [key, { row, text }] of last) this.keptRows.set(key, { row: row ?? undefined, characters: text?.length ?? 1 });
    this.onSaved(
      last.map(([, change]) => this.fold.toVisible(change)),
      checkpoint,
    );
  }
}

const keyOf = ({ view, id }: Pick<SavedRow, 'view' | 'id'>): string => `${view} ${id}`;

const lastOfEach = (changes: readonly SavedRow[]): ReadonlyMap<string, SavedRow> =>
  new Map(changes.map((change) => [keyOf(change), change]));

/** Only the last text of a row is stored, sent and measured. */
const withLastTexts = (changes: readonly SavedRow[]): readonly SavedRow[] => {
  const last = new Set(lastOfEach(changes).values());
  return changes.map((change) => (last.has(change) ? { ...change, text: JSON.stringify(change.row) } : change));
};

interface KeptRow {
  readonly row: unknown;
  readonly characters: number;
}

/** Rows in the middle of a batch: those of the store, overlaid with the batch’s changes so far. */
class Overlay {
  private readonly rows = new Map<string, Map<string, unknown>>();

  constructor(
    private readonly store: ViewStore,
    private readonly fold: Fold,
    private readonly returning: ReturningRows,
    private readonly keptRows: LRUCache<string, KeptRow>,
  ) {
    for (const view of fold.views) this.rows.set(view.name, new Map());
  }

  readonly read = (view: string, id: string): unknown => this.rows.get(view)!.get(id);

  keep({ view, id, row }: SavedRow): void {
    this.rows.get(view)!.set(id, row ?? undefined);
  }

  /** Returns the rows that come back because of these events. */
  async load(events: readonly Recorded[], logTime: string): Promise<readonly SavedRow[]> {
    const firstEvents = this.returning.firstEventsIn(events);
    await this.loadRows(events, firstEvents.keys());
    const returned: SavedRow[] = [];
    for (const [thing, event] of firstEvents) {
      if (this.read(this.returning.leading!.name, thing) !== undefined) continue;
      for (const row of await this.returning.rowsBefore(event, laterOf(logTime, event.meta.at))) {
        this.keep(row);
        returned.push(row);
      }
    }
    return returned;
  }

  private async loadRows(events: readonly Recorded[], things: Iterable<string>): Promise<void> {
    const wantedIds = new Map<string, Set<string>>();
    const want = (view: string, id: string): void => {
      const rows = this.rows.get(view)!;
      if (rows.has(id)) return;
      const kept = this.keptRows.get(keyOf({ view, id }));
      if (kept) rows.set(id, kept.row);
      else if (!wantedIds.get(view)?.add(id)) wantedIds.set(view, new Set([id]));
    };
    for (const thing of things) want(this.returning.leading!.name, thing);
    for (const event of events) {
      for (const view of this.fold.viewsFor(event.type)) {
        for (const id of this.idsOf(view, event)) want(view.name, id);
      }
    }
    await Promise.all(
      [...wantedIds].map(async ([view, ids]) => {
        const loadedRows = await this.store.load(view, [...ids]);
        for (const id of ids) this.rows.get(view)!.set(id, loadedRows.get(id));
      }),
    );
  }

  /** Ignores an error, because folding the event throws it again, and reports it. */
  private idsOf(view: AnyView, event: Recorded): readonly string[] {
    try {
      return keysOf(view, event);
    } catch {
      return [];
    }
  }
}
