import { withJitter } from '@tocsin/contracts/back-off.js';
import { duration } from '@tocsin/contracts/duration.js';
import type { ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import { pacingOf } from '@tocsin/platform/clock/pacing.js';
import type { ServerParts } from '../core/server-parts.js';
import { quarantineOf } from '../core/store-quarantine.js';
import { afterReal } from './after-real.js';
import type { GoneAccounts } from './gone-accounts.js';

/** `unasked`: the chat can’t be asked now, so neither about others. */
export type MemberState = 'there' | 'gone' | 'unasked';

/** Chats that take messages to accounts that were deactivated, and so have to be asked. */
export interface AskedChat {
  readonly kind: ContactKind;
  readonly stateOf: (address: string) => Promise<MemberState>;
}

interface Dependencies {
  readonly server: Pick<ServerParts, 'clock' | 'config' | 'logKind' | 'reads' | 'troubles'>;
  readonly chats: readonly AskedChat[];
  readonly gone: Pick<GoneAccounts, 'disable'>;
  readonly random?: () => number;
  readonly after?: typeof afterReal;
}

/** Servers that start together ask at different times. */
const [firstWithin, every, afterFailure] = [2 * duration.hour, duration.day, duration.hour];
/** Between two members: Slack allows 100 in a minute, and nobody waits for this. */
const between = duration.second;

/** Asks once a day whether linked accounts in chats still exist: pages to those that don’t would count as sent. Only the active server asks. */
export class MemberChecks {
  private readonly random: () => number;
  private readonly after: typeof afterReal;
  private cancel: () => void = () => {};
  private ending = new AbortController();
  private checking: Promise<void> = Promise.resolve();

  constructor(private readonly dependencies: Dependencies) {
    this.random = dependencies.random ?? Math.random;
    this.after = dependencies.after ?? afterReal;
  }

  start(): void {
    const { logKind, config } = this.dependencies.server;
    if (logKind !== 'live' || !config.roles.includes('reactor')) return;
    this.ending = new AbortController();
    this.plan(firstWithin);
  }

  async stop(): Promise<void> {
    this.cancel();
    this.ending.abort();
    await this.checking;
  }

  /** Resolves when nobody is being asked about. */
  get whenSettled(): Promise<void> {
    return this.checking;
  }

  private plan(within: number): void {
    this.cancel = pacingOf(this.dependencies.server.clock).after(withJitter(within, this.random()), () => {
      this.checking = this.check();
    });
  }

  private async check(): Promise<void> {
    const { server, chats } = this.dependencies;
    const states = await Promise.all(
      chats.map((chat) =>
        this.checkChat(chat).catch((error: unknown) => {
          server.troubles.note('members of chats', error);
          return 'unasked' as const;
        }),
      ),
    );
    if (!this.ending.signal.aborted) this.plan(states.includes('unasked') ? afterFailure : every);
  }

  /** One after the other. */
  private async checkChat({ kind, stateOf }: AskedChat): Promise<MemberState> {
    const { server, gone } = this.dependencies;
    for (const [n, address] of this.addressesOf(kind).entries()) {
      if (n > 0) await this.pause();
      if (this.ending.signal.aborted || quarantineOf(server.reads)) return 'unasked';
      const state = await stateOf(address);
      if (state === 'unasked') return state;
      if (state === 'gone') await gone.disable(kind, address);
    }
    return 'there';
  }

  private addressesOf(kind: ContactKind): readonly string[] {
    const methods = [...this.dependencies.server.reads.contacts.all()].flatMap((row) => row.methods);
    const asked = methods.filter((method) => method.kind === kind && method.verified && !method.disabled);
    return asked.flatMap(({ address }) => (typeof address === 'string' ? [address] : []));
  }

  private pause(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.after(between, resolve);
      this.ending.signal.addEventListener('abort', () => (cancel(), resolve()), { once: true });
    });
  }
}
