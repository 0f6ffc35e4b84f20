import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { systemMonotonicClock } from '@tocsin/platform/clock/monotonic-clock.js';
import { SearchIndex, type IndexAnswer, type IndexQuery } from '@tocsin/platform/search/search-index.js';
import type { ServerParts } from '../../core/server-parts.js';
import { Uses } from '../../core/injection.js';
import { HttpProblem } from '../../problems/problem.js';
import { eventsPerPage, SearchKeeper, type ReadPage } from './search-keeper.js';
import { SearchThread } from './search-thread.js';

const dependencies = ['config', 'folder', 'log', 'reserve', 'troubles'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** Milliseconds. New events are indexed in the background at this interval, and when somebody searches. */
const every = 5_000;
/** Milliseconds that an answer waits until the index has reached the end of the log. */
const waitsFor = 2_000;
/** Lag in events from which an index counts as still being built: answers don’t wait for it. */
const farBehind = 20_000;
/** Milliseconds after which a thread that has ended is replaced. */
const threadEvery = 60_000;

interface Searching {
  readonly hasEnded?: Error | null;
  keepUp(): Promise<number>;
  find(query: IndexQuery): Promise<IndexAnswer | null> | IndexAnswer | null;
  close(): Promise<void>;
}

/** Searches the history by an index, which is made on a thread of its own. Nothing that pages waits for it. */
@Injectable()
export class HistorySearch implements OnApplicationBootstrap, OnModuleDestroy {
  private searching: Promise<Searching> | undefined;
  private opened: Searching | undefined;
  private startedAt = 0;
  private position = 0;
  private isOver = false;
  private cancel = (): void => {};

  constructor(@Uses(dependencies) private readonly parts: Dependencies) {}

  /** Where there is one thread, the index is only made when somebody searches. */
  onApplicationBootstrap(): void {
    if (!this.parts.config.hasOneThread) this.watch();
  }

  async onModuleDestroy(): Promise<void> {
    this.isOver = true;
    this.cancel();
    await (await this.searching?.catch(() => undefined))?.close();
  }

  /** Whether everything that is on the log now can be found. Notes why not, except that the index is still being made. */
  async isReady(): Promise<boolean> {
    const head = (await this.parts.log.head()).ordinal;
    if (this.position >= head) return true;
    const keptUp = this.keepUp();
    if (head - this.position > farBehind && this.position > 0) return false;
    await Promise.race([keptUp, pause(waitsFor, undefined, { ref: false })]);
    return this.position >= head;
  }

  /** Null: the query has no criterion that the index could answer. Throws HttpProblem store.views_unavailable. */
  async find(query: IndexQuery): Promise<IndexAnswer | null> {
    try {
      return await (await this.open()).find(query);
    } catch (error) {
      this.parts.troubles.note('history search', error);
      throw new HttpProblem('store.views_unavailable', {}, undefined, 5);
    }
  }

  private watch(): void {
    const again = (): void => {
      if (!this.isOver) this.cancel = systemMonotonicClock.after(every, () => void this.keepUp().then(again), { isBackground: true });
    };
    again();
  }

  /** Never rejects. What is there can be searched while there is no room on the disk. */
  private async keepUp(): Promise<void> {
    const { reserve, troubles } = this.parts;
    if (reserve?.isShort || this.isOver) return;
    try {
      this.position = await (await this.open()).keepUp();
    } catch (error) {
      if (!this.isOver) troubles.note('history search', error);
    }
  }

  private open(): Promise<Searching> {
    const now = systemMonotonicClock.now();
    const hasEnded = this.opened?.hasEnded && now - this.startedAt >= threadEvery;
    if (this.searching && !hasEnded) return this.searching;
    if (this.isOver) return Promise.reject(new Error('the history search has ended'));
    this.startedAt = now;
    this.searching = this.begin();
    this.searching.then(
      (opened) => (this.opened = opened),
      () => (this.searching = undefined),
    );
    return this.searching;
  }

  private async begin(): Promise<Searching> {
    const { config, folder, log } = this.parts;
    const head = (await log.head()).ordinal;
    const views = folder.room('views');
    const readPage: ReadPage = (after, types) => log.readAll({ after, limit: eventsPerPage, ...(types ? { types } : {}) });
    if (config.hasOneThread) return new SearchKeeper(SearchIndex.open(views, head), readPage);
    const isLogHere = config.profile === 'embedded';
    return new SearchThread({ views, log: isLogHere ? folder.room('log') : null, head }, readPage);
  }
}
