import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { ItemCollector } from '@tocsin/testing/await-items.js';

/** How a request ended: with a status, or cut off. */
export type Ended = number | 'cut';

/** Posts JSON on a kept connection; never rejects. */
const post = (agent: Agent, url: string, body: string): Promise<Ended> =>
  new Promise((resolve) => {
    const asked = request(url, {
      method: 'POST',
      agent,
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    });
    const cut = (): void => resolve('cut');
    asked.once('error', cut);
    asked.once('response', (answer) => {
      text(answer).then(() => resolve(answer.statusCode!), cut);
    });
    asked.end(body);
  });

/** A monitoring system that sends as fast as it can, and records which signals were accepted. */
export class Load {
  /** Signals that were answered with 202, by the summary of their own request. */
  readonly acknowledged: string[] = [];
  private readonly ends = new ItemCollector<Ended>('answer');
  private stopped = false;
  private n = 0;
  private waiting: { readonly count: number; readonly resolve: () => void }[] = [];

  /** `keys`: the number of different conditions. */
  constructor(
    private readonly name: string,
    private readonly routingKey: string,
    private readonly keys: number,
    /** Retries when a request is cut off, as senders do. */
    private readonly options: { readonly comesAgain?: boolean } = {},
  ) {}

  /** The result of each request, in order. */
  get statuses(): readonly Ended[] {
    return this.ends.items;
  }

  /** Sends on `wide` connections until it is stopped or cut off. Resolves when the last of them has ended. */
  async run(url: string, wide = 16): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: wide });
    await Promise.all(Array.from({ length: wide }, () => this.sendAll(agent, `${url}/v2/enqueue`)));
    agent.destroy();
    for (const { resolve } of this.waiting) resolve();
  }

  stop(): void {
    this.stopped = true;
  }

  /** Resolves when a request was answered with this status. */
  answered(status: number): Promise<unknown> {
    return this.ends.waitFor((ended) => ended === status);
  }

  /** Resolves when this many requests have been accepted, or no more can be. */
  promised(count: number): Promise<void> {
    if (this.acknowledged.length >= count) return Promise.resolve();
    return new Promise((resolve) => void this.waiting.push({ count, resolve }));
  }

  private async sendAll(agent: Agent, url: string): Promise<void> {
    while (!this.stopped) {
      this.n += 1;
      const summary = `${this.name}, request ${this.n}`;
      const ended = await post(agent, url, this.body(summary));
      this.ends.add(ended);
      if (ended === 202) this.promise(summary);
      if (ended === 'cut' && !this.options.comesAgain) return;
    }
  }

  private promise(summary: string): void {
    this.acknowledged.push(summary);
    this.waiting = this.waiting.filter(({ count, resolve }) => {
      if (this.acknowledged.length < count) return true;
      resolve();
      return false;
    });
  }

  private body(summary: string): string {
    return JSON.stringify({
      routing_key: this.routingKey,
      event_action: 'trigger',
      dedup_key: `${this.name}/${this.n % this.keys}`,
      payload: { summary, source: 'load', severity: 'critical' },
    });
  }
}
