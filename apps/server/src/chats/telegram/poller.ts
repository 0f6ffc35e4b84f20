import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { pacingOf } from '@tocsin/platform/clock/pacing.js';
import type { Account } from '../../connections/accounts.js';
import type { ConnectionHealth } from '../../core/connection-health.js';
import { connectionOf } from '../../core/connection-of.js';
import type { ServerParts } from '../../core/server-parts.js';
import { AccountLines } from '../account-lines.js';
import { afterReal } from '../after-real.js';
import { TelegramLine } from './line.js';
import type { UpdateDependencies } from './take-update.js';

interface PollerDependencies extends UpdateDependencies {
  readonly server: Pick<ServerParts, 'clock' | 'config' | 'logKind' | 'memory' | 'reads' | 'troubles' | 'vault'>;
  readonly http: Pick<OutgoingHttp, 'post'>;
  readonly health: Pick<ConnectionHealth, 'onListening'>;
  readonly after?: typeof afterReal;
}

/** Asks Telegram for what people did in chats with the bots, so no public address is needed. */
export class TelegramPoller {
  private readonly lines: AccountLines;

  constructor(private readonly dependencies: PollerDependencies) {
    const { server } = dependencies;
    this.lines = new AccountLines({
      server,
      pacing: pacingOf(server.clock),
      kind: 'telegram',
      what: 'presses in Telegram',
      // a token begins with it
      botOf: ({ secrets }) => secrets['botToken']?.split(':')[0],
      keyOf: ({ secretRef, fields }) => `${secretRef} ${fields['baseUrl']}`,
      open: (account, othersEnded) => this.open(account, othersEnded),
      onEnd: (account) => this.tell(account, 'it was changed or removed, or the store is paused after a restore'),
      onFault: (account) => this.tell(account, 'it can’t be asked'),
    });
  }

  start(): void {
    this.lines.start();
  }

  async stop(): Promise<void> {
    await this.lines.stop();
  }

  private open(account: Account, othersEnded: Promise<void>): () => Promise<void> {
    const { server, after = afterReal } = this.dependencies;
    const tell = (problem: string | null): void => this.tell(account, problem);
    const isRemoved = (): boolean => connectionOf(server, 'telegram')?.id !== account.connectionId;
    const line = new TelegramLine({ ...this.dependencies, account, after, isRemoved, tell }, othersEnded);
    return () => line.end();
  }

  private tell({ connectionId }: Account, problem: string | null): void {
    if (connectionId !== null) this.dependencies.health.onListening(connectionId, problem);
  }
}
