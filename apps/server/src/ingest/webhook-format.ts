import type { IntegrationKind } from '@tocsin/contracts/integrations/kinds.js';
import type { Signal } from '@tocsin/contracts/routing/signals.js';
import { z } from 'zod';
import { kindOf, refuseUnrecognized, type Arrival, type FormatAnswer, type SenderFormat, type SenderRoute } from './format.js';
import { keyedRoutes } from './keyed-routes.js';
import { described, type Description } from './parsing/described-alert.js';
import { asObject, type JsonFields } from './parsing/lenient-fields.js';
import { toSignal } from './parsing/one-alert.js';
import { toProblemAnswer } from './problem.js';
import type { NothingReading, Refusal, SignalReading } from './reading.js';

export type WebhookReading = SignalReading | NothingReading | Refusal;

interface Webhook {
  readonly kind: IntegrationKind;
  readonly says: string;
  readonly body?: SenderRoute['body'];
  readonly methods?: SenderRoute['methods'];
  /** Addresses besides our own, such as its clients have built in. */
  readonly routes?: readonly SenderRoute[];
  readonly keyIn?: SenderFormat['keyIn'];
  /** Of a success; 202 unless its clients insist on another one. */
  readonly status?: number;
  /** For a body that is a text. */
  readonly fieldsOfText?: (text: string) => JsonFields;
  read(fields: JsonFields, arrival: Arrival): WebhookReading;
}

const shape: FormatAnswer['shape'] = { name: 'WebhookAccepted', schema: z.object({ status: z.literal('accepted') }) };

/** A sender that posts an object to an address that holds the key, and reads no more of the answer than its status. */
export const webhookFormat = (webhook: Webhook): SenderFormat<SignalReading | NothingReading> => {
  const { kind, says, body, methods, routes = [], keyIn = { query: 'key' }, status = 202 } = webhook;
  return {
    kind,
    routes: [...keyedRoutes(kind, says, body, methods), ...routes],
    answers: [{ status, says: 'Stored on disk.', shape }],
    keyIn,
    read: (arrival) => {
      const sent = arrival.method === 'GET' ? arrival.query : arrival.body;
      const fields = typeof sent === 'string' && sent !== '' ? webhook.fieldsOfText?.(sent) : asObject(sent);
      return fields ? webhook.read(fields, arrival) : refuseUnrecognized(`The body is ${kindOf(arrival.body)}, not an object.`);
    },
    answer: (reading) => (reading.kind === 'refusal' ? toProblemAnswer(reading) : { status, body: { status: 'accepted' } }),
  };
};

interface Alert extends Description {
  readonly action: Signal['action'];
  readonly key: string;
  readonly summary: string | null;
  readonly test?: boolean;
  /** The sender gave no key, so it was made of the content. */
  readonly isHashed?: boolean;
}

/** One alert under a key that its sender keeps. */
export const readAlert = ({ action, key, summary, test = false, isHashed = false, ...description }: Alert): SignalReading => ({
  kind: 'signal',
  signal: toSignal({ action, key, summary, test }, described(description)),
  keyFrom: isHashed ? 'hash' : 'sender',
});

/** The parts that are there, in one text: `web-1/disk`. */
export const joined = (parts: readonly (string | null | undefined)[], between: string): string =>
  parts.filter((part) => part !== null && part !== undefined && part !== '').join(between);
