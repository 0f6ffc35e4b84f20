import { causesOf, hasNamedCauses } from '@tocsin/domain/causes.js';
import { domain } from '@tocsin/domain/registry.js';
import type { FoldFault } from '@tocsin/kernel/rows/memory-rows.js';
import type { AnyView } from '@tocsin/kernel/rows/view.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { systemMonotonicClock } from '@tocsin/platform/clock/monotonic-clock.js';
import { Pace } from '@tocsin/platform/clock/pace.js';
import { CauseKeeper } from '@tocsin/platform/causes/cause-keeper.js';
import type { EventLog, StoredEvent, Subscription } from '@tocsin/platform/event-log/event-log.js';
import type { Decode } from '@tocsin/platform/feed/decoding.js';
import { eventsOfStream } from '@tocsin/platform/views/rows-of-stream.js';
import { Projector } from '@tocsin/platform/views/projector.js';
import type { SqlViewStore } from '@tocsin/platform/views/sql-view-store.js';
import type { Checkpoint, SavedRow, ViewStore } from '@tocsin/platform/views/view-store.js';
import type { ViewsProjector } from './views-projector.js';

/** Where events keep coming, many small saves cost more than few large ones. Single events are not delayed. */
const rests = { least: 10, most: 500, times: 4 } as const;
/** Events. */
const fullPage = 500;

export interface LocalProjectorDependencies {
  readonly store: ViewStore & Pick<SqlViewStore, 'causes' | 'unlistSome'>;
  readonly log: Pick<EventLog, 'follow' | 'head' | 'readStream'>;
  readonly decode: Decode;
  /** Forgets decrypted data, at a moment when no event is being applied. */
  readonly forgetDecrypted?: () => Promise<void> | void;
  /** False: the remaining disk space is for the log. */
  readonly hasRoom: () => boolean;
  readonly onSaved: (rows: readonly SavedRow[], checkpoint: Checkpoint) => void;
  readonly onFault: (fault: FoldFault) => void;
  readonly onTrouble: (error: unknown) => void;
  readonly rowsPerSave?: number;
}

const viewsByName = (names: readonly string[]): readonly AnyView[] => domain.views.filter(({ name }) => names.includes(name));

/** For types whose data contains no cause, only metadata is parsed: nothing is decrypted. */
const forCauses = (storedEvent: StoredEvent, decode: Decode): Recorded =>
  hasNamedCauses(storedEvent.type)
    ? decode(storedEvent)
    : { ...storedEvent, data: null, meta: JSON.parse(storedEvent.meta) as Recorded['meta'] };

/** Runs the projector and the index of causes on this thread. */
export class LocalProjector implements ViewsProjector {
  private readonly projector: Projector;
  private readonly causes: CauseKeeper;
  private readonly pace = new Pace(systemMonotonicClock, rests);
  private following: Subscription | undefined;

  constructor(private readonly dependencies: LocalProjectorDependencies) {
    const { store, log, decode, hasRoom, onSaved, onFault, onTrouble, rowsPerSave } = dependencies;
    this.causes = new CauseKeeper({
      index: store.causes,
      log,
      decode: (storedEvent) => forCauses(storedEvent, decode),
      causesOf,
      hasRoom,
      onTrouble,
    });
    const readStream = async function* (stream: string): AsyncGenerator<Recorded> {
      for await (const storedEvent of eventsOfStream(log, stream)) yield decode(storedEvent);
    };
    this.projector = new Projector({
      views: [],
      store,
      onSaved,
      onFault,
      readStream,
      ...(rowsPerSave === undefined ? {} : { rowsPerSave }),
    });
  }

  get position(): Checkpoint {
    return this.projector.position;
  }

  async start(views: readonly string[]): Promise<void> {
    this.projector.include(viewsByName(views));
    const { ordinal } = await this.projector.start();
    await this.causes.start(ordinal);
    this.follow(ordinal);
  }

  waitForToken(token: string, deadlineMs: number): Promise<boolean> {
    return this.projector.waitForToken(token, deadlineMs);
  }

  waitForOrdinal(ordinal: number, deadlineMs: number): Promise<boolean> {
    return this.projector.waitForOrdinal(ordinal, deadlineMs);
  }

  whilePaused(work: () => Promise<readonly string[]>): Promise<void> {
    return this.projector.whilePaused(async () => this.projector.include(viewsByName(await work())));
  }

  unlist(before: string, after: string): Promise<string | null> {
    const leavingViews = domain.views.filter(({ leaves }) => leaves !== undefined);
    return this.projector.whilePaused(() => this.dependencies.store.unlistSome(leavingViews, before, after));
  }

  async forget(): Promise<void> {
    // before the views are prepared there is nothing to wait for, and no checkpoint to read
    if (this.following) await this.projector.whilePaused(async () => this.dependencies.forgetDecrypted?.());
    else await this.dependencies.forgetDecrypted?.();
  }

  async stop(): Promise<void> {
    this.pace.stop();
    await this.following?.stop();
    this.projector.end();
    await this.causes.stop();
  }

  private follow(ordinal: number): void {
    const { log, decode, hasRoom, onTrouble } = this.dependencies;
    this.following = log.follow(
      ordinal,
      async (events) => {
        if (!hasRoom()) throw new Error('the disk is full: views are paused, and the remaining space is kept for the log');
        this.pace.begin();
        const recordedEvents = events.map(decode);
        await this.projector.apply(recordedEvents, events.at(-1)!.token);
        this.causes.offer(recordedEvents);
        await this.pace.rest({ isMoreThere: events.length >= fullPage });
      },
      onTrouble,
    );
  }
}
