import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import type { Account } from '../../connections/accounts.js';
import type { ConnectionHealth } from '../../core/connection-health.js';
import type { ServerParts } from '../../core/server-parts.js';
import { quarantineOf } from '../../core/store-quarantine.js';
import { pacingOf, type Pacing } from '@tocsin/platform/clock/pacing.js';
import { AccountLines } from '../account-lines.js';
import { afterReal } from '../after-real.js';
import { SlackLine } from './line.js';
import type { SlackPressing } from './pressing.js';
import type { SlackEnvelope } from './socket.js';

interface ListenerDependencies {
  readonly server: Pick<ServerParts, 'clock' | 'config' | 'logKind' | 'memory' | 'reads' | 'troubles' | 'vault'>;
  readonly pressing: Pick<SlackPressing, 'begin' | 'whenSettled'>;
  readonly http: Pick<OutgoingHttp, 'guard'>;
  readonly health: Pick<ConnectionHealth, 'onListening' | 'onNotListening'>;
  /** A connection lives in real time. */
  readonly after?: typeof afterReal;
  /** Waits between connections. */
  readonly pacing?: Pick<Pacing, 'after'>;
}

/** Holds sockets to Slack, through which presses come without any public address. */
export class SlackListener {
  private readonly lines: AccountLines;
  private readonly pacing: Pick<Pacing, 'after'>;

  constructor(private readonly dependencies: ListenerDependencies) {
    const { server } = dependencies;
    this.pacing = dependencies.pacing ?? pacingOf(server.clock);
    this.lines = new AccountLines({
      server,
      pacing: this.pacing,
      kind: 'slack',
      what: 'presses in Slack',
      botOf: ({ secrets }) => secrets['appToken'],
      // as the way of presses: none is lost meanwhile
      keyOf: ({ connectionId, fields, secrets }) => `${connectionId} ${fields['baseUrl']} ${secrets['appToken']}`,
      open: (account) => this.open(account),
      onEnd: (account, now) => this.tellOfEnd(account, now),
      onFault: (account) => this.tell(account, 'it can’t be opened'),
    });
  }

  start(): void {
    this.lines.start();
  }

  async stop(): Promise<void> {
    await this.lines.stop();
    await this.dependencies.pressing.whenSettled;
  }

  private open(account: Account): () => Promise<void> {
    const { http, after = afterReal } = this.dependencies;
    const onEnvelope = (envelope: SlackEnvelope): void => this.begin(envelope);
    const tell = (problem: string | null): void => this.tell(account, problem);
    const line = new SlackLine({ account, http, after, pacing: this.pacing, onEnvelope, tell });
    line.open();
    return () => line.end();
  }

  private tell({ connectionId }: Account, problem: string | null): void {
    if (connectionId !== null) this.dependencies.health.onListening(connectionId, problem);
  }

  /** With presses by requests, nothing has to be held open. */
  private tellOfEnd(account: Account, now: Account | null): void {
    if (now) this.dependencies.health.onNotListening(account.connectionId!);
    else this.tell(account, 'it was changed or removed, or the store is paused after a restore');
  }

  private begin({ type, body, ack }: SlackEnvelope): void {
    const { pressing, server } = this.dependencies;
    if (quarantineOf(server.reads)) return;
    pressing.begin(type === 'interactive' ? body : null, ack);
  }
}
