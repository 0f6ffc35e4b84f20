import { Metadata, status } from '@grpc/grpc-js';
import { ItemCollector } from '../await-items.js';

/** The methods of a node. A subscription is a read without an end. */
export type Method = 'append' | 'batchAppend' | 'read' | 'subscribe' | 'getSupportedMethods' | 'gossip';

export interface Fault {
  readonly code: status;
  readonly details: string;
  readonly metadata: Metadata;
  /** Execute the call, and fail only afterwards. */
  readonly isApplied: boolean;
}

/** A refusal by the node, with the name by which clients recognise the reason. */
export const faultOf = (code: status, details: string, trailers: Readonly<Record<string, string>> = {}, applied = false): Fault => {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, value);
  return { code, details, metadata, isApplied: applied };
};

export const deletedFault = (stream: string): Fault =>
  faultOf(status.FAILED_PRECONDITION, 'stream deleted', { exception: 'stream-deleted', 'stream-name': stream });

/** Faults that a test injects into a node, and the calls that it received. */
export class Faults {
  readonly calls = new ItemCollector<Method>('call');
  /** Reads and subscriptions that have ended, on either side. */
  readonly finished = new ItemCollector<Method>('finished read');
  /** Subscriptions that have reached the end of the log. */
  readonly caughtUp = new ItemCollector<Method>('subscription that has caught up');
  /** The credentials that callers sent. */
  readonly authorizations = new Set<string>();
  leader: { readonly host: string; readonly port: number } | undefined;
  private readonly plannedFaults: { readonly method: Method; remaining: number; readonly fault: Fault }[] = [];
  private thawed: Promise<void> | undefined;
  private isFrozen: 'calls' | 'answers' = 'calls';
  private release: () => void = () => {};

  countOf(method: Method): number {
    return this.calls.items.filter((one) => one === method).length;
  }

  plan(method: Method, times: number, fault: Fault): void {
    this.plannedFaults.push({ method, remaining: times, fault });
  }

  /** Subscriptions that stay open but get no more messages; calls and new subscriptions work. */
  readonly hushed = new Set<unknown>();

  freeze(target: 'calls' | 'answers'): void {
    this.isFrozen = target;
    this.thawed ??= new Promise((resolve) => (this.release = resolve));
  }

  thaw(): void {
    this.thawed = undefined;
    this.release();
  }

  /** Undefined when nothing is frozen. */
  get whenThawed(): Promise<void> | undefined {
    return this.thawed;
  }

  /** Handles the start of a call: waits while the node is frozen, and returns the fault to inject. */
  async take(method: Method, metadata: Metadata): Promise<Fault | undefined> {
    this.calls.add(method);
    for (const authorization of metadata.get('authorization')) this.authorizations.add(String(authorization));
    while (this.thawed && this.isFrozen === 'calls') await this.thawed;
    return this.faultForFollower(metadata) ?? this.next(method);
  }

  private faultForFollower(metadata: Metadata): Fault | undefined {
    if (!this.leader || metadata.get('requires-leader')[0] !== 'true') return undefined;
    const { host, port } = this.leader;
    const trailers = { exception: 'not-leader', 'leader-endpoint-host': host, 'leader-endpoint-port': String(port) };
    return faultOf(status.NOT_FOUND, 'this node is not the leader', trailers);
  }

  private next(method: Method): Fault | undefined {
    const plan = this.plannedFaults.find((one) => one.method === method && one.remaining > 0);
    if (plan) plan.remaining--;
    return plan?.fault;
  }
}
