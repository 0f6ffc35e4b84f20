import PQueue from 'p-queue';
import * as peopleLimits from '@tocsin/contracts/people/limits.js';
import { domain } from '@tocsin/domain/registry.js';
import { hasHandler } from '@tocsin/kernel/rows/view.js';
import type { ServerParts } from '../core/server-parts.js';
import { destroyTexts } from './destroy-texts.js';

type Dependencies = Pick<
  ServerParts,
  | 'codec'
  | 'config'
  | 'decode'
  | 'decrypted'
  | 'folder'
  | 'log'
  | 'memory'
  | 'redactions'
  | 'runner'
  | 'side'
  | 'troubles'
  | 'vault'
  | 'views'
>;

const mark = 'redactions';

/**
 * After a redaction, destroys the key of the text, rebuilds the views that read events of that type, and makes open screens reload
 * them. Each step is idempotent; a mark in the side store says how far everything is done.
 */
export class Redactor {
  private readonly queue = new PQueue({ concurrency: 1 });
  private retry: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(
    private readonly parts: Dependencies,
    private readonly tellMade: (views: readonly string[]) => void,
  ) {}

  /** Resolves when every redaction known now has been tried. */
  get whenSettled(): Promise<void> {
    return this.queue.onIdle();
  }

  /** Resumes unfinished redactions, and handles new ones. */
  start(): void {
    this.plan();
    this.parts.redactions.onRedacted(() => this.plan());
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.retry);
    await this.queue.onIdle();
  }

  /** A row is folded from its events alone, so only views that read the event’s type can contain its text. */
  private async findViewsWithText(after: number): Promise<readonly string[]> {
    const { log, decode, redactions } = this.parts;
    const types = new Set<string>();
    for (const ordinal of new Set(redactions.placesAfter(after).map((place) => place.ordinal))) {
      const [storedEvent] = await log.readAll({ after: ordinal - 1, limit: 1 });
      if (storedEvent) types.add(decode(storedEvent).type);
    }
    return domain.views.filter((view) => [...types].some((type) => hasHandler(view, type))).map(({ name }) => name);
  }

  private plan(): void {
    void this.queue.add(() => this.tryRedaction());
  }

  private async tryRedaction(): Promise<void> {
    const { parts } = this;
    const { ordinal } = parts.redactions;
    if (this.isStopped || parts.side.checkpoints.get(mark) >= ordinal) return;
    try {
      await destroyTexts(parts, parts.redactions.placesAfter(parts.side.checkpoints.get(mark)));
      if (parts.config.roles.includes('projector')) {
        await parts.views.built;
        const views = await this.findViewsWithText(parts.side.checkpoints.get(mark));
        if (views.length > 0) await parts.views.rebuildInParallel(views, { shouldScrub: true });
        this.tellMade(views);
      }
      parts.side.checkpoints.save(mark, ordinal);
    } catch (error) {
      if (this.isStopped) return;
      parts.troubles.note('redaction', error);
      this.retry = setTimeout(() => this.plan(), peopleLimits.erasureRetry);
    }
  }
}
