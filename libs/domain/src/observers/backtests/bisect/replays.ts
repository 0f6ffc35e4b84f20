import type { SpillOptions } from '@tocsin/kernel/replay/spilling-map.js';
import { foldStart, runWhatIfs, type FoldedStart, type WhatIfOptions } from '@tocsin/kernel/replay/what-if.js';
import { imaginedGroups } from '../../../operation/alert-groups/shared/what-if.js';
import { planRun } from '../backtest.js';
import { findLastBefore } from '../range.js';
import { Tally } from '../tally.js';
import { Undoing, type Edited } from './edits.js';
import { Footprint } from './footprint.js';
import type { Undone } from './halving.js';
import type { BisectEngine, Counted } from './scan.js';

/** Replays that share the memory of a thread. */
const sideBySide = 4;
const eventsBetweenLooks = 500;

const spillTo = (spill: SpillOptions | undefined): Pick<WhatIfOptions, 'streams'> => (spill ? { streams: spill } : {});

/** Replays the worse period from one folded start, with other changes undone each time. */
export class Replays {
  runs = 0;
  readonly footprint = new Footprint();
  readonly impossible = new Set<Edited>();
  private folded: FoldedStart | undefined;
  private readonly after: number;
  private readonly upTo: number;

  constructor(
    private readonly engine: BisectEngine,
    private readonly worse: Counted,
    private readonly isLater: boolean,
    upTo: number,
  ) {
    this.after = findLastBefore(engine.source, worse.from, upTo);
    this.upTo = findLastBefore(engine.source, worse.to, upTo);
  }

  /** Night pages of each; null: the time was up before they were through. Yields once for each event. */
  *count(undone: readonly Undone<Edited>[]): Generator<number, readonly number[] | null, void> {
    const pages: number[] = [];
    for (let n = 0; n < undone.length; n += sideBySide) {
      const together = yield* this.countTogether(undone.slice(n, n + sideBySide));
      if (together === null) return null;
      pages.push(...together);
    }
    return pages;
  }

  private *countTogether(undone: readonly Undone<Edited>[]): Generator<number, readonly number[] | null, void> {
    const { domain, source, streams, isOutOfTime = () => false, ...engine } = this.engine;
    const { from, to, offsets } = this.worse;
    const options: WhatIfOptions = {
      ...imaginedGroups,
      outline: () => undefined,
      ...engine,
      after: this.after,
      upTo: this.upTo,
      until: to,
    };
    const spills = undone.map(() => streams?.());
    this.folded ??= yield* foldStart(domain, source, { ...options, ...spillTo(streams?.()) });
    const shared = streams?.();
    const was = new Tally({ from: '', to }, { name: 'was', spill: shared });
    const runs = undone.map((edited, n) => {
      const undoing = new Undoing(edited, this.isLater);
      return planRun(
        {
          order: { from, to },
          begin: (world) => undoing.begin(world, (one) => this.impossible.add(one)),
          again: (event, world) => undoing.again(event, world),
          assumption: 'recorded',
          offsets,
          was,
          spill: spills[n],
        },
        (event, memory) => this.footprint.take(event, memory),
      );
    });
    const steps = runWhatIfs(
      domain,
      source,
      { ...options, ...spillTo(shared), onRecorded: (event, memory) => was.take(event, memory) },
      runs.map(({ variant }) => variant),
      this.folded,
    );
    let isOver = isOutOfTime();
    for (let step = steps.next(); !step.done && !isOver; step = steps.next()) {
      yield step.value;
      isOver = step.value % eventsBetweenLooks === 0 && isOutOfTime();
    }
    this.runs += runs.length;
    const pages = isOver ? null : runs.map(({ would }) => would.figures().inSleepHours);
    for (const spill of [shared, ...spills]) spill?.store.close?.();
    return pages;
  }
}
