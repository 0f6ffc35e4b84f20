import { Metadata, status } from '@grpc/grpc-js';
import { Awaited } from '../awaited.js';

/** What a client may ask of a node. A subscription is a read without an end. */
export type Method = 'append' | 'batchAppend' | 'read' | 'subscribe' | 'getSupportedMethods' | 'gossip';

export interface Fault {
  readonly code: status;
  readonly details: string;
  readonly metadata: Metadata;
  /** Do what was asked all the same, and fail only then. */
  readonly applied: boolean;
}

/** The node says no, with the name by which its clients know the reason. */
export const faultOf = (code: status, details: string, trailers: Readonly<Record<string, string>> = {}, applied = false): Fault => {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, value);
  return { code, details, metadata, applied };
};

export const deletedFault = (stream: string): Fault =>
  faultOf(status.FAILED_PRECONDITION, 'stream deleted', { exception: 'stream-deleted', 'stream-name': stream });

/** What a test does to a node, and the calls it has seen. */
export class Faults {
  readonly calls = new Awaited<Method>('call');
  /** Reads and subscriptions that the node is done with, whoever ended them. */
  readonly finished = new Awaited<Method>('finished read');
  /** Subscriptions that have reached the end of the log. */
  readonly caughtUp = new Awaited<Method>('subscription that has caught up');
  /** What callers have shown for themselves. */
  readonly authorizations = new Set<string>();
  leader: { readonly host: string; readonly port: number } | undefined;
  private readonly planned: { readonly method: Method; left: number; readonly fault: Fault }[] = [];
  private thawed: Promise<void> | undefined;
  private isFrozen: 'calls' | 'answers' = 'calls';
  private release: () => void = () => {};

  countOf(method: Method): number {
    return this.calls.items.filter((one) => one === method).length;
  }

  plan(method: Method, times: number, fault: Fault): void {
    this.planned.push({ method, left: times, fault });
  }

  /** Subscriptions that are open now stay so, and say nothing more; calls are answered, and new subscriptions speak. */
  readonly hushed = new Set<unknown>();

  freeze(what: 'calls' | 'answers'): void {
    this.isFrozen = what;
    this.thawed ??= new Promise((resolve) => (this.release = resolve));
  }

  thaw(): void {
    this.thawed = undefined;
    this.release();
  }

  /** Undefined while nothing is frozen: then nobody needs to wait. */
  get frozen(): Promise<void> | undefined {
    return this.thawed;
  }

  /** Takes a call: waits while the node is frozen, and answers what is to go wrong with it. */
  async take(method: Method, metadata: Metadata): Promise<Fault | undefined> {
    this.calls.add(method);
    for (const shown of metadata.get('authorization')) this.authorizations.add(String(shown));
    while (this.thawed && this.isFrozen === 'calls') await this.thawed;
    return this.misdirected(metadata) ?? this.next(method);
  }

  private misdirected(metadata: Metadata): Fault | undefined {
    if (!this.leader || metadata.get('requires-leader')[0] !== 'true') return undefined;
    const { host, port } = this.leader;
    const trailers = { exception: 'not-leader', 'leader-endpoint-host': host, 'leader-endpoint-port': String(port) };
    return faultOf(status.NOT_FOUND, 'this node is not the leader', trailers);
  }

  private next(method: Method): Fault | undefined {
    const plan = this.planned.find((one) => one.method === method && one.left > 0);
    if (plan) plan.left--;
    return plan?.fault;
  }
}
