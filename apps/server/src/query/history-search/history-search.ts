import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { limits } from '@tocsin/contracts/limits.js';
import { systemMonotonicClock } from '@tocsin/platform/clock/monotonic-clock.js';
import { searchFile, SearchIndex, type IndexAnswer, type IndexQuery } from '@tocsin/platform/search/search-index.js';
import type { ServerParts } from '../../core/server-parts.js';
import { isDiskLow } from '../../core/disk-space.js';
import { Uses } from '../../core/injection.js';
import { HttpProblem } from '../../problems/problem.js';
import { eventsPerPage, SearchKeeper, type ReadPage } from './search-keeper.js';
import { SearchThread } from './search-thread.js';

const dependencies = ['config', 'folder', 'log', 'redactions', 'reserve', 'troubles'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** Milliseconds. At this interval the index catches up by itself, if it is far behind. */
const every = 60_000;
const behind = 2_000;
/** Milliseconds that an answer waits until the index has reached the end of the log. */
const waitsFor = 2_000;
/** Lag in events from which an index counts as still being built: answers don’t wait for it. */
const farBehind = 20_000;

interface Searching {
  readonly hasEnded?: Error | null;
  keepUp(): Promise<number>;
  find(query: IndexQuery): Promise<IndexAnswer | null> | IndexAnswer | null;
  close(): Promise<void>;
}

/** Searches the history by an index, which is made on a thread: started when it is needed, and ended when it was idle for a while. */
@Injectable()
export class HistorySearch implements OnApplicationBootstrap, OnModuleDestroy {
  private searching: Promise<Searching> | undefined;
  private opened: Searching | undefined;
  private position = 0;
  private works = 0;
  private isOver = false;
  private cancelWatch = (): void => {};
  private idle: NodeJS.Timeout | undefined;

  constructor(@Uses(dependencies) private readonly parts: Dependencies) {}

  /** A redacted text leaves the index at once. */
  onApplicationBootstrap(): void {
    const { redactions, folder, config } = this.parts;
    redactions.onRedacted(() => existsSync(searchFile(folder.room('views'))) && void this.keepUp());
    if (!config.hasOneThread) this.watch();
  }

  async onModuleDestroy(): Promise<void> {
    this.isOver = true;
    this.cancelWatch();
    clearTimeout(this.idle);
    await (await this.searching?.catch(() => undefined))?.close();
  }

  /** Whether everything that is on the log now can be found. While the index is made, nothing waits for it. */
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
      return await this.work(async (searching) => searching.find(query));
    } catch (error) {
      this.parts.troubles.note('history search', error);
      throw new HttpProblem('store.views_unavailable', {}, undefined, 5);
    }
  }

  private watch(): void {
    this.cancelWatch = systemMonotonicClock.after(every, () => void this.look(), { isBackground: true });
  }

  private async look(): Promise<void> {
    const { ordinal } = await this.parts.log.head().catch(() => ({ ordinal: 0 }));
    if (ordinal - this.position > behind) await this.keepUp();
    if (!this.isOver) this.watch();
  }

  /** Never rejects. What is there can be searched while there is no room on the disk. */
  private async keepUp(): Promise<void> {
    const { folder, reserve, troubles } = this.parts;
    if (reserve?.isShort || isDiskLow(folder) || this.isOver) return;
    try {
      this.position = await this.work((searching) => searching.keepUp());
    } catch (error) {
      if (!this.isOver) troubles.note('history search', error);
    }
  }

  private async work<Answer>(act: (searching: Searching) => Promise<Answer>): Promise<Answer> {
    clearTimeout(this.idle);
    this.works += 1;
    try {
      return await act(await this.open());
    } finally {
      this.works -= 1;
      if (this.works === 0 && !this.parts.config.hasOneThread && !this.isOver)
        this.idle = setTimeout(() => void this.endIdle(), limits.idleThread).unref();
    }
  }

  private async endIdle(): Promise<void> {
    const { opened } = this;
    this.searching = this.opened = undefined;
    await opened?.close();
  }

  private open(): Promise<Searching> {
    if (this.searching && !this.opened?.hasEnded) return this.searching;
    if (this.isOver) return Promise.reject(new Error('the history search has ended'));
    this.opened = undefined;
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
    if (config.hasOneThread) return new SearchKeeper(SearchIndex.open(views, head), readPage, () => !isDiskLow(folder));
    const isLogHere = config.profile === 'embedded';
    return new SearchThread({ views, log: isLogHere ? folder.room('log') : null, head }, readPage);
  }
}
