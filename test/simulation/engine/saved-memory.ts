import type { LogCourse, MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { Scheduler, Waiter } from './scheduler.js';

interface SavedView {
  readonly view: string;
  readonly ordinal: number;
  readonly rows: readonly (readonly [string, unknown])[];
}

/**
 * The snapshot of memory on a machine’s disk, with which its next process starts. Views are written one after the other, so later
 * ones are ahead.
 */
export class SavedMemory {
  private saved: { readonly course: LogCourse; readonly views: readonly SavedView[] } | undefined;

  async write(memory: MemoryRows, scheduler: Scheduler, process: Waiter): Promise<void> {
    const course = memory.course();
    const views: SavedView[] = [];
    for (const view of memory.views) {
      await scheduler.pass(scheduler.chance.drawBetween(0, 500), process);
      const { ordinal, rows, end } = memory.copy(view);
      views.push({ view, ordinal, rows: [...rows] });
      end();
    }
    this.saved = { course, views };
  }

  restore(memory: MemoryRows): void {
    if (!this.saved) return;
    for (const { view, ordinal, rows } of this.saved.views) memory.restore(view, ordinal, rows);
    memory.resume(this.saved.course);
  }
}
