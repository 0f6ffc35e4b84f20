import { setTimeout as pause } from 'node:timers/promises';
import { domain } from '@tocsin/domain/registry.js';
import type { AnyView } from '@tocsin/kernel/view.js';
import type { EventLog, Subscription } from '@tocsin/platform/event-log/event-log.js';
import type { Decode } from '@tocsin/platform/feed/decoding.js';
import { Projector } from '@tocsin/platform/views/projector.js';
import type { Checkpoint, RowSaved, ViewStore } from '@tocsin/platform/views/view-store.js';
import type { ViewsProjector } from './views-projector.js';

const restInStorms = 10;

export interface ProjectorHereParts {
  readonly store: ViewStore;
  readonly log: Pick<EventLog, 'follow'>;
  readonly decode: Decode;
  /** Forgets what was decrypted, while nothing is applied. */
  readonly forgetDecrypted?: () => Promise<void> | void;
  /** False: what room the disk has left is for the log. */
  readonly hasRoom: () => boolean;
  readonly onSaved: (rows: readonly RowSaved[], checkpoint: Checkpoint) => void;
  readonly onTrouble: (error: unknown) => void;
  readonly rowsPerSave?: number;
}

const named = (names: readonly string[]): readonly AnyView[] => domain.views.filter(({ name }) => names.includes(name));

/** Keeps the views on this thread. */
export class ProjectorHere implements ViewsProjector {
  private readonly projector: Projector;
  private following: Subscription | undefined;

  constructor(private readonly parts: ProjectorHereParts) {
    const { store, onSaved, rowsPerSave } = parts;
    this.projector = new Projector({ views: [], store, onSaved, ...(rowsPerSave === undefined ? {} : { rowsPerSave }) });
  }

  get position(): Checkpoint {
    return this.projector.position;
  }

  async start(views: readonly string[]): Promise<void> {
    this.projector.include(named(views));
    this.follow((await this.projector.start()).ordinal);
  }

  reached(token: string, deadlineMs: number): Promise<boolean> {
    return this.projector.reached(token, deadlineMs);
  }

  reachedOrdinal(ordinal: number, deadlineMs: number): Promise<boolean> {
    return this.projector.reachedOrdinal(ordinal, deadlineMs);
  }

  paused(work: () => Promise<readonly string[]>): Promise<void> {
    return this.projector.paused(async () => this.projector.include(named(await work())));
  }

  async forget(): Promise<void> {
    // before the views are prepared there is nothing to wait for, nor a checkpoint to read
    if (this.following) await this.projector.paused(async () => this.parts.forgetDecrypted?.());
    else await this.parts.forgetDecrypted?.();
  }

  async stop(): Promise<void> {
    await this.following?.stop();
  }

  private follow(ordinal: number): void {
    const { log, decode, hasRoom, onTrouble } = this.parts;
    let lastSaved = 0;
    this.following = log.follow(
      ordinal,
      async (events) => {
        if (!hasRoom()) throw new Error('the disk is full: screens wait, and what room is left is for the log');
        await this.projector.apply(events.map(decode), events.at(-1)!.token);
        const isBusy = performance.now() - lastSaved < restInStorms && events.length < 200;
        // In a storm many small batches cost more than a few larger ones; what stands alone is not held back.
        if (isBusy) await pause(restInStorms);
        lastSaved = performance.now();
      },
      onTrouble,
    );
  }
}
