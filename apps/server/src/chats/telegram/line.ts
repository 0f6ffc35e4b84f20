import { backOff } from '@tocsin/contracts/back-off.js';
import { duration } from '@tocsin/contracts/duration.js';
import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { z } from 'zod';
import type { Account } from '../../connections/accounts.js';
import { callTelegram, readTelegram, type TelegramAnswer } from '../../connections/telegram.js';
import type { afterReal } from '../after-real.js';
import { sayIn } from './say.js';
import { takeUpdate, type UpdateDependencies } from './take-update.js';
import { readUpdate, type Update } from './updates.js';

interface LineDependencies extends UpdateDependencies {
  readonly account: Account;
  /** Since it was opened. */
  readonly isRemoved: () => boolean;
  readonly http: Pick<OutgoingHttp, 'post'>;
  readonly after: typeof afterReal;
  readonly tell: (problem: string | null) => void;
}

/** Telegram holds a poll for so long; the call’s own limit is longer. */
const pollSeconds = 50;
const pollWithin = { deadlineMs: 65 * duration.second, maxBytes: 8 * 1_024 * 1_024 };
const updatesAtOnce = 50;
const afterFailure = { first: duration.second, most: duration.minute };
/** Telegram ends the older of two polls: at most once in 3 s. */
const afterConflict = 3 * duration.second;
const conflictsWithin = duration.minute;
/** Messages to whoever writes to the bot, in a minute: more would use up what pages need. */
const repliesInAMinute = 20;

const updateOf = z.looseObject({ update_id: z.number() });
const updatesOf = z.array(z.unknown());

/**
 * Asks Telegram for what people did in chats with one bot. Telegram keeps what was not confirmed by the next call, so what a stop interrupted comes again:
 * presses act once by their id.
 */
export class TelegramLine {
  private readonly ending = new AbortController();
  private readonly polling: Promise<void>;
  private readonly saying = new Set<Promise<void>>();
  private offset = 0;
  private failures = 0;
  /** The last poll was answered: the first one asks at once whether it is heard. */
  private isHeard = false;
  private conflicts: readonly number[] = [];
  private replies: readonly number[] = [];

  /** Never two polls of this server at once. */
  constructor(
    private readonly dependencies: LineDependencies,
    othersEnded: Promise<void>,
  ) {
    this.polling = othersEnded.then(() => this.poll());
  }

  async end(): Promise<void> {
    this.ending.abort();
    await this.polling;
    await Promise.all(this.saying);
  }

  private async poll(): Promise<void> {
    const { signal } = this.ending;
    while (!signal.aborted) {
      const wait = await this.pollOnce(signal).catch((error: unknown) => {
        this.dependencies.server.troubles.note('presses in Telegram', error);
        return this.fail('it can’t be read');
      });
      if (wait > 0 && !signal.aborted) await this.pause(wait, signal);
    }
  }

  /** Milliseconds to wait. */
  private async pollOnce(signal: AbortSignal): Promise<number> {
    const params = {
      ...(this.offset > 0 ? { offset: this.offset } : {}),
      timeout: this.isHeard ? pollSeconds : 0,
      limit: updatesAtOnce,
      allowed_updates: ['message', 'callback_query', 'my_chat_member'],
    };
    const answer = await this.call('getUpdates', params, updatesOf, signal);
    if (signal.aborted) return 0;
    if (answer === null) return this.fail('Telegram can’t be reached');
    if (!answer.ok) return this.onRefusal(answer, signal);
    [this.failures, this.isHeard] = [0, true];
    this.tellOfConflicts();
    await this.take(answer.value);
    return 0;
  }

  /** Null: it can’t be reached. */
  private async call<T extends z.ZodType>(method: string, params: object, schema: T, signal: AbortSignal) {
    try {
      return readTelegram(
        await callTelegram(this.dependencies.http, this.dependencies.account, method, params, { ...pollWithin, signal }),
        schema,
      );
    } catch (error) {
      if (error instanceof OutgoingFailed) return null;
      throw error;
    }
  }

  private async onRefusal(
    { status, text, verdict, detail, retryAfter = 0 }: Extract<TelegramAnswer<unknown>, { ok: false }>,
    signal: AbortSignal,
  ): Promise<number> {
    if (status === 409 && text.includes('webhook')) await this.call('deleteWebhook', {}, z.unknown(), signal);
    if (status === 409) {
      this.conflicts = [...this.conflicts, performance.now()].slice(-2);
      this.tellOfConflicts();
      return afterConflict;
    }
    return Math.max(this.fail(verdict === 'refused' ? 'Telegram refuses the token' : detail), retryAfter);
  }

  /** One may be a poll of this server that was cut off. */
  private tellOfConflicts(): void {
    const recent = this.conflicts.filter((at) => performance.now() - at < conflictsWithin);
    this.dependencies.tell(recent.length > 1 ? othersSay : null);
  }

  private fail(why: string): number {
    this.failures += 1;
    this.isHeard = false;
    this.dependencies.tell(why);
    return backOff(this.failures, afterFailure);
  }

  /** Resolves once everything is done: the next poll confirms it. Of one person it is done in its order. */
  private async take(updates: readonly unknown[]): Promise<void> {
    const byUser = new Map<string, Update[]>();
    for (const raw of updates) {
      const id = updateOf.safeParse(raw).data?.update_id;
      if (id !== undefined) this.offset = Math.max(this.offset, id + 1);
      const update = readUpdate(raw);
      if (update) byUser.set(update.user, [...(byUser.get(update.user) ?? []), update]);
    }
    await Promise.all(
      [...byUser.values()].map(async (ofUser) => {
        for (const update of ofUser) await this.takeOne(update);
      }),
    );
  }

  private async takeOne(update: Update): Promise<void> {
    const { server, http, account, isRemoved } = this.dependencies;
    // people write to the bot of the connection that is set up
    if (update.kind !== 'press' && isRemoved()) return;
    try {
      const says = await takeUpdate(this.dependencies, update);
      if (says === null || (says.kind === 'message' && !this.mayReply())) return;
      const said = sayIn(http, account, says).catch((error: unknown) => server.troubles.note('answers in Telegram', error));
      this.saying.add(said);
      void said.finally(() => this.saying.delete(said));
    } catch (error) {
      server.troubles.note('presses in Telegram', error);
    }
  }

  private mayReply(): boolean {
    const now = performance.now();
    this.replies = this.replies.filter((at) => now - at < duration.minute);
    if (this.replies.length >= repliesInAMinute) return false;
    this.replies = [...this.replies, now];
    return true;
  }

  private pause(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.dependencies.after(ms, resolve);
      signal.addEventListener('abort', () => (cancel(), resolve()), { once: true });
    });
  }
}

const othersSay = 'another program asks for the messages of the same bot, so presses get lost: each installation needs a bot of its own';
