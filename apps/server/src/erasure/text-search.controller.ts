import { Worker } from 'node:worker_threads';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { limits } from '@tocsin/contracts/limits.js';
import { textSearchRequest, type TextSearchAnswer } from '@tocsin/contracts/redactions/noun.js';
import type { ServerParts } from '../core/server-parts.js';
import { onThreadEnd } from '@tocsin/platform/threads/thread-end.js';
import { Uses } from '../core/injection.js';
import { HttpProblem, parseOrThrow } from '../problems/problem.js';
import type { TextSearchOrder } from './text-search.worker.js';

const dependencies = ['config', 'folder'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** Finds a person’s name or addresses in what other people typed or monitoring systems sent. */
@Controller('api/erasure')
export class TextSearchController {
  private isSearching = false;

  constructor(@Uses(dependencies) private readonly parts: Dependencies) {}

  /** One search at a time, because it reads the whole log. */
  @Post('search')
  @HttpCode(200)
  async search(@Body() body: unknown): Promise<TextSearchAnswer> {
    const { texts } = parseOrThrow(textSearchRequest, body);
    if (this.parts.config.profile !== 'embedded') throw new HttpProblem('redaction.search_here');
    if (this.isSearching) throw new HttpProblem('conflict.one_at_a_time', { what: 'Another search of the history' }, undefined, 5);
    this.isSearching = true;
    try {
      return await this.byWorker(texts);
    } finally {
      this.isSearching = false;
    }
  }

  private byWorker(texts: readonly string[]): Promise<TextSearchAnswer> {
    const { folder, config } = this.parts;
    const rooms = { log: folder.room('log'), vault: folder.room('vault') };
    const workerData: TextSearchOrder = { rooms, masterKey: config.masterKey, texts };
    const worker = new Worker(new URL('text-search.worker.js', import.meta.url), { workerData, name: 'text-search' });
    return new Promise<TextSearchAnswer>((resolve, reject) => {
      const deadline = setTimeout(() => reject(new Error('the search took too long')), limits.textSearch);
      worker.once('message', resolve);
      onThreadEnd(worker, (error) => {
        clearTimeout(deadline);
        reject(error ?? new Error('the search ended without an answer'));
      });
    }).finally(() => void worker.terminate());
  }
}
