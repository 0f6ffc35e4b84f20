import type { IntegrationAddressShown } from '@tocsin/contracts/http.js';
import { filledIn, toUuid } from '@tocsin/contracts/integrations/senders.js';
import { senderOf } from './senders/senders.js';

/** The address that a monitoring system of this kind sends to; `url` without a trailing slash. */
export const addressOf = (url: string, kind: string, key: string): string =>
  `${url}${senderOf(kind).format.routes[0]!.path.replace(':key', key)}`;

/** The address that a job pings with a key of its own, as a UUID: clients of Healthchecks take no other form. */
export const pingAddressOf = (url: string, key: string): string => `${url}/ping/${toUuid(key)}`;

const shellQuote = (value: unknown): string => JSON.stringify(value).replaceAll("'", "'\\''");
const post = (address: string, body: unknown): string =>
  `curl -sS -X POST '${address}' -H 'content-type: application/json' -d '${shellQuote(body)}'`;

/** The address to paste, and a command to test it. */
export const describeAddress = (url: string, kind: string, key: string): IntegrationAddressShown => {
  const address = addressOf(url, kind, key);
  const { snippet, example, exampleAt = '' } = senderOf(kind);
  const values = { address, key, url };
  return {
    address,
    key,
    curl: post(`${address}${filledIn(exampleAt, values)}`, example(key)),
    snippet: snippet && filledIn(snippet, values),
  };
};
