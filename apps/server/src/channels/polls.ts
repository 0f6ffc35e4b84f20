import type { Inbound, InboundResult } from './inbound.js';

/** Limits of one call. */
interface Call {
  /** A hard limit in milliseconds. */
  readonly deadlineMs: number;
  /** Ends all calls of one round. */
  readonly signal?: AbortSignal;
}

/** A message of a page that runs, of a kind whose provider is asked about it. */
export interface OpenMessage {
  readonly groupId: string;
  readonly personId: string;
  readonly attemptId: string;
  /** The provider’s name of it. */
  readonly providerId: string;
  /** Of the page’s link. */
  readonly secret: string;
  /** What an answer means. */
  readonly act: 'acknowledge' | 'answer';
  readonly isDelivered: boolean;
  readonly sentAt: string;
}

/** What was found out at a provider. */
export interface Polled {
  readonly inbound: Inbound;
  /** Who wrote it, and gets an answer; absent: nobody waits for one. */
  readonly from?: string;
  /** The provider’s id of it. */
  readonly id?: string;
}

/** What a channel asks its provider while pages run, because the provider may be unable to call this server. */
export interface Polls {
  /** What has become of open messages, each as it is found. Everything in it may be repeated. Throws at its end when the provider couldn’t be reached. */
  readonly read: (open: readonly OpenMessage[], call: Call) => AsyncIterable<Polled>;
  /** Says to whoever wrote what came of it. Left out: nothing is said. */
  readonly answer?: (polled: Polled, result: InboundResult, call: Call) => Promise<void>;
}
