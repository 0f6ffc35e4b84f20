import { backOff } from '@tocsin/contracts/back-off.js';
import { duration } from '@tocsin/contracts/duration.js';
import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { z } from 'zod';
import { answeredAccounts, isSameAccount, type Account } from '../../connections/accounts.js';
import { callTelegram, readTelegram, type TelegramAnswer } from '../../connections/telegram.js';
import type { ConnectionHealth } from '../../core/connection-health.js';
import type { ServerParts } from '../../core/server-parts.js';
import { quarantineOf } from '../../core/store-quarantine.js';
import { afterReal } from '../after-real.js';
import { sayIn } from './say.js';
import { takeUpdate, type UpdateDependencies } from './take-update.js';
import { readUpdate, type Update } from './updates.js';

interface PollerDependencies extends UpdateDependencies {
  readonly server: Pick<ServerParts, 'clock' | 'config' | 'logKind' | 'memory' | 'reads' | 'troubles' | 'vault'>;
  readonly http: Pick<OutgoingHttp, 'post'>;
  readonly health: Pick<ConnectionHealth, 'onListening'>;
  readonly after?: typeof afterReal;
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
 * Asks Telegram for what people did in chats with the bot, so no public address is needed. Only the active server asks, and none while the store is paused.
 * Telegram keeps what was not confirmed by the next call, so what a stop interrupted comes again: presses act once by their id.
 */
export class TelegramPoller {
  private account: Account | null = null;
  private ending = new AbortController();
  private polling: Promise<void> = Promise.resolve();
  private readonly saying = new Set<Promise<void>>();
  private readonly after: typeof afterReal;
  private isRunning = false;
  private offset = 0;
  private failures = 0;
  /** The last poll was answered: the first one asks at once whether it is heard. */
  private isHeard = false;
  private conflicts: readonly number[] = [];
  private replies: readonly number[] = [];

  constructor(private readonly dependencies: PollerDependencies) {
    this.after = dependencies.after ?? afterReal;
    dependencies.server.memory.onChange((view) => {
      if (view === 'connections' || view === 'organisation') this.follow();
    });
  }

  start(): void {
    const { logKind, config } = this.dependencies.server;
    this.isRunning = logKind === 'live' && config.roles.includes('reactor');
    this.follow();
  }

  async stop(): Promise<void> {
    this.isRunning = false;
    this.account = null;
    this.ending.abort();
    await this.polling;
    await Promise.all(this.saying);
  }

  /** Called within a fold and a start, neither of which may fail because of Telegram. */
  private follow(): void {
    try {
      this.followConnection();
    } catch (error) {
      this.dependencies.server.troubles.note('presses in Telegram', error);
      if (this.account) this.tell(this.account, 'it can’t be asked');
    }
  }

  private followConnection(): void {
    const { server } = this.dependencies;
    const wanted = this.isRunning && !quarantineOf(server.reads) ? (answeredAccounts(server, 'telegram')[0] ?? null) : null;
    if (isSameAccount(wanted, this.account)) return;
    if (this.account && this.isRunning) this.tell(this.account, 'it was changed or removed, or the store is paused after a restore');
    this.account = wanted;
    this.ending.abort();
    const ending = new AbortController();
    this.ending = ending;
    // never two polls of this server at once
    this.polling = this.polling.then(() => (wanted ? this.poll(wanted, ending.signal) : undefined));
  }

  private async poll(account: Account, signal: AbortSignal): Promise<void> {
    [this.offset, this.failures, this.conflicts, this.isHeard] = [0, 0, [], false];
    while (!signal.aborted) {
      const wait = await this.pollOnce(account, signal).catch((error: unknown) => {
        this.dependencies.server.troubles.note('presses in Telegram', error);
        return this.fail(account, 'it can’t be read');
      });
      if (wait > 0 && !signal.aborted) await this.pause(wait, signal);
    }
  }

  /** Milliseconds to wait. */
  private async pollOnce(account: Account, signal: AbortSignal): Promise<number> {
    const params = {
      ...(this.offset > 0 ? { offset: this.offset } : {}),
      timeout: this.isHeard ? pollSeconds : 0,
      limit: updatesAtOnce,
      allowed_updates: ['message', 'callback_query', 'my_chat_member'],
    };
    const answer = await this.call(account, 'getUpdates', params, updatesOf, signal);
    if (signal.aborted) return 0;
    if (answer === null) return this.fail(account, 'Telegram can’t be reached');
    if (!answer.ok) return this.onRefusal(account, answer, signal);
    [this.failures, this.isHeard] = [0, true];
    this.tellOfConflicts(account);
    await this.take(account, answer.value);
    return 0;
  }

  /** Null: it can’t be reached. */
  private async call<T extends z.ZodType>(account: Account, method: string, params: object, schema: T, signal: AbortSignal) {
    try {
      return readTelegram(await callTelegram(this.dependencies.http, account, method, params, { ...pollWithin, signal }), schema);
    } catch (error) {
      if (error instanceof OutgoingFailed) return null;
      throw error;
    }
  }

  private async onRefusal(
    account: Account,
    { status, text, verdict, detail, retryAfter = 0 }: Extract<TelegramAnswer<unknown>, { ok: false }>,
    signal: AbortSignal,
  ): Promise<number> {
    if (status === 409 && text.includes('webhook')) await this.call(account, 'deleteWebhook', {}, z.unknown(), signal);
    if (status === 409) {
      this.conflicts = [...this.conflicts, performance.now()].slice(-2);
      this.tellOfConflicts(account);
      return afterConflict;
    }
    return Math.max(this.fail(account, verdict === 'refused' ? 'Telegram refuses the token' : detail), retryAfter);
  }

  /** One may be a poll of this server that was cut off. */
  private tellOfConflicts(account: Account): void {
    const recent = this.conflicts.filter((at) => performance.now() - at < conflictsWithin);
    this.tell(account, recent.length > 1 ? othersSay : null);
  }

  private fail(account: Account, why: string): number {
    this.failures += 1;
    this.isHeard = false;
    this.tell(account, why);
    return backOff(this.failures, afterFailure);
  }

  /** Resolves once everything is done: the next poll confirms it. Of one person it is done in its order. */
  private async take(account: Account, updates: readonly unknown[]): Promise<void> {
    const byUser = new Map<string, Update[]>();
    for (const raw of updates) {
      const id = updateOf.safeParse(raw).data?.update_id;
      if (id !== undefined) this.offset = Math.max(this.offset, id + 1);
      const update = readUpdate(raw);
      if (update) byUser.set(update.user, [...(byUser.get(update.user) ?? []), update]);
    }
    await Promise.all(
      [...byUser.values()].map(async (ofUser) => {
        for (const update of ofUser) await this.takeOne(account, update);
      }),
    );
  }

  private async takeOne(account: Account, update: Update): Promise<void> {
    const { server, http } = this.dependencies;
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

  private tell({ connectionId }: Account, problem: string | null): void {
    if (connectionId !== null) this.dependencies.health.onListening(connectionId, problem);
  }

  private pause(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.after(ms, resolve);
      signal.addEventListener('abort', () => (cancel(), resolve()), { once: true });
    });
  }
}

const othersSay = 'another program asks for the messages of the same bot, so presses get lost: each installation needs a bot of its own';
