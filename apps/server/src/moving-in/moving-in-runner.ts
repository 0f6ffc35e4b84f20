import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { v7 } from 'uuid';
import * as movingInLimits from '@tocsin/contracts/moving-in/limits.js';
import type { MovingIn, MovingInRequest } from '@tocsin/contracts/moving-in/moving-in.js';
import type { PersonNumbers, PhoneNumbersAnswer } from '@tocsin/contracts/moving-in/phone-numbers.js';
import { isFinished } from '@tocsin/moving-in/rescue/manifest.js';
import { onThreadEnd } from '@tocsin/platform/threads/thread-end.js';
import { diskLowProblem, isDiskLow, watchDiskSpace } from '../core/disk-space.js';
import { Uses } from '../core/injection.js';
import type { ServerParts } from '../core/server-parts.js';
import { describeThreadError } from '../core/thread-errors.js';
import { HttpProblem } from '../problems/problem.js';
import { MovingInStore, type StoredMove } from './moving-in-store.js';
import type { MovingInOrder, MovingInReply } from './worker-messages.js';

const dependencies = ['clock', 'config', 'folder', 'troubles'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

const serverEnded = 'The server was restarted, and the token was in its memory alone. Type it again: reading goes on where it was.';
const diskNearlyFull = 'Stopped: the disk is nearly full. Free some space, then go on.';

/** What is under way: a thread, and the token, which is nowhere else. */
interface Running {
  readonly worker: Worker;
  readonly unwatch: () => void;
}

/** Reads another system on its own thread, one move at a time. */
@Injectable()
export class MovingInRunner implements OnModuleDestroy {
  readonly store: MovingInStore;
  private running: Running | null = null;
  private progress: string | null = null;
  private isStarting = false;
  private whenEnded: Promise<unknown> = Promise.resolve();

  constructor(@Uses(dependencies) private readonly parts: Dependencies) {
    this.store = new MovingInStore(join(parts.folder.room('side'), 'moving-in'));
  }

  current(): MovingIn | null {
    const row = this.store.current();
    if (row === null) return null;
    const { accounts: _theirs, ...shown } = row;
    return { ...shown, progress: this.progress };
  }

  /** What an earlier server was reading waits for its token; what it was comparing is compared again. The server starts even if that fails. */
  resume(): void {
    const row = this.store.current();
    this.noteErrors(() => {
      if (row?.state === 'reading') this.change({ state: 'waiting', trouble: serverEnded });
      if (row?.state === 'comparing') this.begin(row, null);
    });
  }

  /** Begins a move, or goes on with the one there is. Throws HttpProblem. */
  async start(request: MovingInRequest, by: string): Promise<void> {
    if (this.running || this.isStarting) throw new HttpProblem('conflict.one_at_a_time', { what: 'Another move' }, undefined, 5);
    if (isDiskLow(this.parts.folder)) throw diskLowProblem();
    this.isStarting = true;
    try {
      await this.startAlone(request, by);
    } finally {
      this.isStarting = false;
    }
  }

  private async startAlone(request: MovingInRequest, by: string): Promise<void> {
    const before = this.store.current();
    const row = rowOf(request, { id: v7(), by, at: this.parts.clock.now() });
    const isSame = before !== null && isSameCopy(before, row);
    const isCopied = request.from === 'folder' || (isSame && isFinished(this.store.copyFolder()));
    const token = (request.from === 'system' && request.token) || null;
    if (!isCopied && token === null) throw new HttpProblem('request.invalid', {}, [tokenMissing]);
    // the thread of the last one may still write
    await (isSame ? this.stop() : this.remove());
    const kept = isSame ? { id: before.id, said: before.said, accounts: row.accounts ?? before.accounts } : {};
    this.begin({ ...row, ...kept }, isCopied ? null : token);
  }

  /** What came of offering phone numbers so far. Those that are offered are in the vault alone: the rest is kept. */
  keepOffered({ people, left }: Pick<PhoneNumbersAnswer, 'people' | 'left'>, rest: readonly PersonNumbers[]): PhoneNumbersAnswer {
    this.store.putPhones(rest);
    const before = this.store.current()?.offered?.people ?? 0;
    const offered = { people: before + people, unknown: rest.length - left, left };
    this.change({ offered });
    return offered;
  }

  async remove(): Promise<void> {
    await this.stop();
    this.store.remove();
  }

  async onModuleDestroy(): Promise<void> {
    await this.stop();
  }

  private begin(row: StoredMove, token: string | null): void {
    try {
      this.launch(row, token);
    } catch (error) {
      void this.end({ state: 'failed', trouble: describeThreadError(error) });
      throw error;
    }
  }

  private launch(row: StoredMove, token: string | null): void {
    this.progress = null;
    this.store.put({ ...row, state: token === null ? 'comparing' : 'reading', trouble: null, report: null });
    const worker = this.createThread(this.orderOf(row, token));
    const unwatch = watchDiskSpace(this.parts.folder, () => void this.end({ state: 'waiting', trouble: diskNearlyFull }));
    const running = { worker, unwatch };
    this.running = running;
    worker.on('message', (reply: MovingInReply) => this.noteErrors(() => this.running === running && this.take(reply)));
    onThreadEnd(worker, (error) => {
      if (this.running !== running) return;
      if (error) this.parts.troubles.note('moving in', error);
      void this.end({ state: 'failed', trouble: describeThreadError(error ?? new Error('the thread has ended')) });
    });
  }

  private take(reply: MovingInReply): void {
    if (reply.kind === 'progress') this.progress = reply.text;
    else if (reply.kind === 'copied') this.change({ state: 'comparing', said: [...reply.said] });
    else if (reply.kind === 'stopped') void this.end({ state: reply.isAway ? 'waiting' : 'failed', trouble: reply.why });
    else {
      this.store.putFiles({ files: [...reply.files] });
      this.store.putPhones(reply.phones);
      void this.end({ state: 'done', report: reply.report });
    }
  }

  private end(result: Partial<StoredMove>): Promise<void> {
    const stopped = this.stop();
    this.noteErrors(() => this.change(result));
    return stopped;
  }

  private change(change: Partial<StoredMove>): void {
    const row = this.store.current();
    if (row) this.store.put({ ...row, ...change });
  }

  private async stop(): Promise<void> {
    const { running } = this;
    this.running = null;
    this.progress = null;
    running?.unwatch();
    if (running) this.whenEnded = running.worker.terminate();
    await this.whenEnded;
  }

  private noteErrors(work: () => unknown): void {
    try {
      work();
    } catch (error) {
      // thrown from a message of the thread, it would end the server
      this.parts.troubles.note('moving in', error);
    }
  }

  private orderOf({ system, from, place, cloud, user, since, team, accounts, rehearses }: StoredMove, token: string | null): MovingInOrder {
    const { config, clock } = this.parts;
    return {
      system,
      folder: from === 'folder' ? place : this.store.copyFolder(),
      copy: token === null ? null : { token, address: place === '' ? null : place, cloud, user, since },
      team,
      accounts,
      rehearses,
      allowCidrs: config.allowCidrs.join(','),
      allowLoopback: clock.kind === 'manual',
    };
  }

  protected createThread(workerData: MovingInOrder): Worker {
    return new Worker(new URL('moving-in.worker.js', import.meta.url), {
      workerData,
      name: 'moving in',
      resourceLimits: { maxOldGenerationSizeMb: movingInLimits.memory },
    });
  }
}

const tokenMissing = { path: 'token', code: 'required', message: 'Type the token: it was not kept.' };

const rowOf = (request: MovingInRequest, begun: Pick<StoredMove, 'id' | 'by' | 'at'>): StoredMove => {
  const { system, team, accounts = null, from, rehearses } = request;
  const ofSystem = from === 'system' ? request : null;
  return {
    ...begun,
    system,
    from,
    place: request.from === 'folder' ? request.folder : (request.address ?? ''),
    cloud: ofSystem?.cloud ?? null,
    user: ofSystem?.user ?? null,
    since: ofSystem?.since ?? null,
    team,
    accounts,
    rehearses,
    state: 'reading',
    said: [],
    trouble: null,
    report: null,
    offered: null,
  };
};

/** Whether what was copied for one is what the other wants: then it goes on. */
const isSameCopy = (one: StoredMove, other: StoredMove): boolean =>
  (['system', 'from', 'place', 'cloud', 'since'] as const).every((field) => one[field] === other[field]);
