import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { ItemCollector } from '@tocsin/testing/await-items.js';

/** How a request ended: with a status, or cut off. */
export type ResponseEnd = number | 'cut';

/** Posts JSON on a kept connection; never rejects. */
const post = (agent: Agent, url: string, body: string): Promise<ResponseEnd> =>
  new Promise((resolve) => {
    const clientRequest = request(url, {
      method: 'POST',
      agent,
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    });
    const endAsCut = (): void => resolve('cut');
    clientRequest.once('error', endAsCut);
    clientRequest.once('response', (answer) => {
      text(answer).then(() => resolve(answer.statusCode!), endAsCut);
    });
    clientRequest.end(body);
  });

/** A monitoring system that sends as fast as it can, and records which signals were accepted. */
export class Load {
  /** Signals that were answered with 202, by the summary of their own request. */
  readonly acceptedSummaries: string[] = [];
  private readonly ends = new ItemCollector<ResponseEnd>('answer');
  private isStopped = false;
  private n = 0;
  private waiters: { readonly count: number; readonly resolve: () => void }[] = [];

  /** `keys`: the number of different conditions. */
  constructor(
    private readonly name: string,
    private readonly routingKey: string,
    private readonly keys: number,
    /** Retries when a request is cut off, as senders do. */
    private readonly options: { readonly shouldRetry?: boolean } = {},
  ) {}

  /** The result of each request, in order. */
  get statuses(): readonly ResponseEnd[] {
    return this.ends.items;
  }

  /** Sends on `connectionCount` connections until it is stopped or cut off. Resolves when the last of them has ended. */
  async run(url: string, connectionCount = 16): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: connectionCount });
    await Promise.all(Array.from({ length: connectionCount }, () => this.sendAll(agent, `${url}/v2/enqueue`)));
    agent.destroy();
    for (const { resolve } of this.waiters) resolve();
  }

  stop(): void {
    this.isStopped = true;
  }

  /** Resolves when a request was answered with this status. */
  waitForStatus(status: number): Promise<unknown> {
    return this.ends.waitFor((requestEnd) => requestEnd === status);
  }

  /** Resolves when this many requests have been accepted, or no more can be. */
  waitForAccepted(count: number): Promise<void> {
    if (this.acceptedSummaries.length >= count) return Promise.resolve();
    return new Promise((resolve) => void this.waiters.push({ count, resolve }));
  }

  private async sendAll(agent: Agent, url: string): Promise<void> {
    while (!this.isStopped) {
      this.n += 1;
      const summary = `${this.name}, request ${this.n}`;
      const responseEnd = await post(agent, url, this.bodyOf(summary));
      this.ends.add(responseEnd);
      if (responseEnd === 202) this.recordAccepted(summary);
      if (responseEnd === 'cut' && !this.options.shouldRetry) return;
    }
  }

  private recordAccepted(summary: string): void {
    this.acceptedSummaries.push(summary);
    this.waiters = this.waiters.filter(({ count, resolve }) => {
      if (this.acceptedSummaries.length < count) return true;
      resolve();
      return false;
    });
  }

  private bodyOf(summary: string): string {
    return JSON.stringify({
      routing_key: this.routingKey,
      event_action: 'trigger',
      dedup_key: `${this.name}/${this.n % this.keys}`,
      payload: { summary, source: 'load', severity: 'critical' },
    });
  }
}
