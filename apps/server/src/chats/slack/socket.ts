import { LogLevel, SocketModeClient, type Logger, type SocketModeOptions } from '@slack/socket-mode';
import { duration } from '@tocsin/contracts/duration.js';
import { z } from 'zod';
import type { Account } from '../../connections/accounts.js';

/** A frame that Slack wants confirmed within 3 s. */
export interface SlackEnvelope {
  readonly type: string;
  readonly body: unknown;
  readonly ack: () => Promise<void>;
}

export interface SocketEvents {
  /** Presses can come. `connections`: open sockets of this app, everywhere. */
  readonly onHello: (connections: number) => void;
  /** Slack will close it soon: another one should take over before. */
  readonly onWarning: () => void;
  /** It has ended, or never came up; once. */
  readonly onEnd: (why: string) => void;
  readonly onEnvelope: (envelope: SlackEnvelope) => void;
}

/** The library logs what comes, and addresses with tickets. */
const silent: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  setLevel: () => {},
  getLevel: () => LogLevel.ERROR,
  setName: () => {},
};

const helloWithin = 20 * duration.second;
const hello = z.object({ type: z.literal('hello'), num_connections: z.number().default(1) });
const disconnect = z.object({ type: z.literal('disconnect') });

const json = (data: unknown): unknown => {
  try {
    return JSON.parse(String(data));
  } catch {
    return null;
  }
};

/** Slack’s code alone: other texts may hold an address with a ticket. */
const wordsOf = (error: unknown): string => {
  const { data } = (error ?? {}) as { readonly data?: { readonly error?: unknown } };
  return typeof data?.error === 'string' && /^[a-z_]+$/.test(data.error) ? `Slack answered ${data.error}` : 'Slack can’t be reached';
};

/**
 * One socket of Socket Mode. The library connects, answers pings and notices silence. It reconnects neither by itself, which leaves a gap of seconds and
 * rejections that nobody catches (3.1), nor is it trusted to read frames: an odd one would be an unhandled rejection.
 */
export class SlackSocket {
  private readonly client: SocketModeClient;
  private isEnded = false;
  private cancelWait: () => void = () => {};

  constructor(
    { fields, secrets }: Account,
    /** Connects only where this server may. */
    dispatcher: SocketModeOptions['dispatcher'] & object,
    private readonly events: SocketEvents,
    /** Calls back after so many milliseconds of real time; returns what cancels it. */
    private readonly after: (ms: number, call: () => void) => () => void,
  ) {
    this.client = new SocketModeClient({
      appToken: secrets['appToken'] ?? '',
      logger: silent,
      autoReconnectEnabled: false,
      dispatcher,
      clientOptions: {
        slackApiUrl: `${fields['baseUrl']}/`,
        retryConfig: { retries: 0 },
        rejectRateLimitedCalls: true,
        timeout: helloWithin,
      },
    });
    const [read] = this.client.listeners('ws_message') as ((...frame: unknown[]) => Promise<void>)[];
    this.client.removeAllListeners('ws_message');
    // stopped while Slack named the address: thrown here, the library connects nowhere
    this.client.on('authenticated', () => {
      if (this.isEnded) throw new Error('stopped');
    });
    this.client.on('ws_message', (data: unknown, isBinary: unknown) => {
      if (this.isEnded) return;
      const frame = json(data);
      if (disconnect.safeParse(frame).success) return events.onWarning();
      const { data: greeting } = hello.safeParse(frame);
      if (greeting) events.onHello(greeting.num_connections);
      void read?.(data, isBinary).catch(() => {});
    });
    this.client.on('slack_event', (envelope: SlackEnvelope) => {
      if (!this.isEnded) events.onEnvelope(envelope);
    });
    this.client.on('error', (error: unknown) => this.end(wordsOf(error)));
    this.client.on('disconnected', (error: unknown) => this.end(wordsOf(error)));
  }

  start(): void {
    this.cancelWait = this.after(helloWithin, () => {
      this.end('Slack said no hello in time');
      void this.stop();
    });
    void this.client.start().then(
      () => (this.isEnded ? void this.stop() : this.cancelWait()),
      (error: unknown) => this.end(wordsOf(error)),
    );
  }

  /** Resolves once it is closed. */
  async stop(): Promise<void> {
    this.isEnded = true;
    this.cancelWait();
    await Promise.race([this.client.disconnect().catch(() => {}), new Promise<void>((resolve) => this.after(closesWithin, resolve))]);
  }

  /** The library has closed it: asked again, it would keep a timer for half a minute. */
  private end(why: string): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.cancelWait();
    this.events.onEnd(why);
  }
}

const closesWithin = 2 * duration.second;
