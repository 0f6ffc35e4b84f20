import type { IntegrationKind } from '@tocsin/contracts/integrations/kinds.js';
import type { SenderMethod } from '../../../apps/server/src/ingest/format.js';
import { formatOf } from '../../../apps/server/src/ingest/senders/senders.js';

/** The key in addresses. */
export const key = '0123456789abcdef0123456789abcdef';

/** A request as a version, a setting or a button of a sender writes it; from its documentation or its source. */
export interface Variant {
  readonly kind: IntegrationKind;
  readonly name: string;
  /** Behind the address of the integration, or the whole path. */
  readonly at?: string;
  readonly method?: SenderMethod;
  readonly type?: string;
  readonly body?: unknown;
  /** Variants of one alert, which have one key. */
  readonly of?: string;
  /** A signal’s `action`, `key`, `title`, `severity`, `test`, `labels`, `links`, `details`; `ping`: its state; or the `kind` of another reading. */
  readonly says: Readonly<Record<string, unknown>>;
  /** The status that its clients insist on, where it is another than the format’s usual one. */
  readonly status?: number;
}

/** With the key, and without a prefix. */
export const addressOf = ({ kind, at = '' }: Pick<Variant, 'kind' | 'at'>): string =>
  at.startsWith('/') ? at : `${formatOf(kind).routes[0]!.path.replace(':key', key)}${at}`;
export const writtenText = ({ body = '' }: Pick<Variant, 'body'>): string => (typeof body === 'string' ? body : JSON.stringify(body));

export const form = 'application/x-www-form-urlencoded';
export const fields = (given: Readonly<Record<string, string>>): Pick<Variant, 'type' | 'body'> => ({
  type: form,
  body: new URLSearchParams(given).toString(),
});
export const multipart = (given: Readonly<Record<string, string>>): Pick<Variant, 'type' | 'body'> => ({
  type: 'multipart/form-data; boundary=----b0undary',
  body: `${Object.entries(given)
    .map(([name, value]) => `------b0undary\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')}------b0undary--\r\n`,
});
export const opens = { action: 'trigger', test: false };
export const ends = { action: 'resolve', test: false };
export const tests = { action: 'trigger', test: true };
