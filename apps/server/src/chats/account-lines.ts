import type { ConnectionKind } from '@tocsin/contracts/connections/kinds.js';
import type { ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import { duration } from '@tocsin/contracts/duration.js';
import type { Pacing } from '@tocsin/platform/clock/pacing.js';
import { answeredAccounts, type Account } from '../connections/accounts.js';
import type { ServerParts } from '../core/server-parts.js';
import { quarantineOf } from '../core/store-quarantine.js';

interface LinesDependencies {
  readonly server: Pick<ServerParts, 'config' | 'logKind' | 'memory' | 'reads' | 'troubles' | 'vault'>;
  readonly pacing: Pick<Pacing, 'after'>;
  readonly kind: ConnectionKind & ContactKind;
  /** `presses in Slack` */
  readonly what: string;
  /** What only one line may be held to; undefined: it needs none. */
  readonly botOf: (account: Account) => string | undefined;
  /** What else changes about an account needs no other line. */
  readonly keyOf: (account: Account) => string;
  readonly open: (account: Account, othersEnded: Promise<void>) => () => Promise<void>;
  /** `now`: its connection without a need for a line; null: it is used no more. */
  readonly onEnd: (account: Account, now: Account | null) => void;
  readonly onFault: (account: Account) => void;
}

interface Line {
  readonly account: Account;
  readonly end: () => Promise<void>;
}

const looksEvery = duration.minute;

/**
 * A line to a chat for each account through which people press buttons. Only the active server holds any, and none while the store is paused. To a
 * connection that was removed, one is held only while a page that went through it waits for an answer: its bot may have moved elsewhere.
 */
export class AccountLines {
  private lines: ReadonlyMap<string, Line> = new Map();
  private ending: Promise<void> = Promise.resolve();
  private isRunning = false;
  private cancelLook: () => void = () => {};

  constructor(private readonly dependencies: LinesDependencies) {
    // each fact about a connection changes them, after `connections`
    dependencies.server.memory.onChange((view) => {
      if (view === 'endingConnections' || view === 'organisation') this.follow();
    });
  }

  start(): void {
    const { logKind, config } = this.dependencies.server;
    this.isRunning = logKind === 'live' && config.roles.includes('reactor');
    this.follow();
  }

  async stop(): Promise<void> {
    this.isRunning = false;
    this.follow();
    await this.ending;
  }

  /** Called within a fold and a start, neither of which may fail because of a chat. */
  private follow(): void {
    const { server, what } = this.dependencies;
    try {
      this.followAccounts();
    } catch (error) {
      server.troubles.note(what, error);
    }
  }

  private followAccounts(): void {
    const { server, kind, pacing } = this.dependencies;
    const accounts = this.isRunning && !quarantineOf(server.reads) ? answeredAccounts(server, kind) : [];
    const wanted = this.wantedOf(accounts);
    const before = this.lines;
    this.lines = new Map([...before].filter(([key]) => wanted.has(key)));
    for (const [key, line] of before) if (!wanted.has(key)) this.end(line, accounts);
    for (const [key, account] of wanted) if (!before.has(key)) this.open(key, account);
    this.cancelLook();
    if ([...wanted.values()].some(({ removedAt }) => removedAt !== undefined))
      this.cancelLook = pacing.after(looksEvery, () => this.follow());
  }

  /** The connection that is set up comes first. */
  private wantedOf(accounts: readonly Account[]): ReadonlyMap<string, Account> {
    const { botOf, keyOf } = this.dependencies;
    const wanted = new Map<string, Account>();
    const bots = new Set<string>();
    for (const account of accounts) {
      const bot = botOf(account);
      if (bot === undefined || bots.has(bot) || !this.isAwaited(account)) continue;
      bots.add(bot);
      wanted.set(keyOf(account), account);
    }
    return wanted;
  }

  /** Whether anybody may still press below what was sent through it. */
  private isAwaited({ removedAt }: Account): boolean {
    if (removedAt === undefined) return true;
    const { server, kind } = this.dependencies;
    for (const { pages } of server.reads.groups.all())
      for (const { state, attempts } of pages)
        if (state === 'running' && Object.values(attempts).some((one) => one.kind === kind && (one.startedAt ?? '9') <= removedAt))
          return true;
    return false;
  }

  /** One that can’t be opened keeps no other from being. */
  private open(key: string, account: Account): void {
    const { server, open, what, onFault } = this.dependencies;
    try {
      this.lines = new Map([...this.lines, [key, { account, end: open(account, this.ending) }]]);
    } catch (error) {
      server.troubles.note(what, error);
      onFault(account);
    }
  }

  private end({ account, end }: Line, accounts: readonly Account[]): void {
    const { onEnd, server, what } = this.dependencies;
    const now = accounts.find(({ connectionId, removedAt }) => connectionId === account.connectionId && removedAt === undefined);
    if (this.isRunning) onEnd(account, now ?? null);
    const ended = end().catch((error: unknown) => server.troubles.note(what, error));
    this.ending = Promise.all([this.ending, ended]).then(() => {});
  }
}
