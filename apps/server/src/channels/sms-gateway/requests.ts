import { createHash } from 'node:crypto';
import { duration } from '@tocsin/contracts/duration.js';
import { toMillis } from '@tocsin/kernel/time.js';
import { isSameText } from '@tocsin/platform/signatures/same-bytes.js';
import type { ConnectionRow } from '@tocsin/contracts/connections/noun.js';
import type { Inbound, ProviderRequest } from '../inbound.js';
import type { SmsDependencies, SmsInboundDependencies, SmsRequest } from '../sms/provider.js';
import { isKnownNumber } from '../sms/waiting-pages.js';
import { callbackMac } from '../../secrets/purpose-macs.js';
import { numbersOf } from './numbers.js';
import { readBy } from './parameters.js';

interface Called {
  readonly row: ConnectionRow;
  /** Of a report; null: the request is a reply. */
  readonly message: { readonly secret: string; readonly attemptId: string } | null;
}

const aboutOf = ({ message }: Pick<Called, 'message'>): string => (message ? `${message.secret}\n${message.attemptId}` : '');

/** What a request is about, if its path is one that this installation made; null: it is not. */
export const calledBy = ({ server }: Pick<SmsInboundDependencies, 'server'>, path: string): Called | null => {
  const [, connectionId = '', mac = '', secret, attemptId] =
    /^\/api\/channels\/gateway\/([^/?]+)\/([^/?]+)(?:\/([^/?]+)\/([^/?]+))?(?:\?|$)/.exec(path) ?? [];
  const row = server.reads.endingConnections.get(connectionId);
  const message = secret !== undefined && attemptId !== undefined ? { secret, attemptId } : null;
  const isOurs = row?.kind === 'gateway' && isSameText(callbackMac(server.vault, connectionId, aboutOf({ message })), mac);
  return isOurs ? { row, message } : null;
};

/** Where the gateway reports about one message, or with what phones reply. */
export const gatewayAddress = (
  { server, address }: Pick<SmsInboundDependencies, 'address'> & { readonly server: Pick<SmsInboundDependencies['server'], 'vault'> },
  connectionId: string,
  message: Called['message'],
): string => {
  const path = [callbackMac(server.vault, connectionId, aboutOf({ message })), ...(message ? [message.secret, message.attemptId] : [])];
  return `${address.url()}/api/channels/gateway/${connectionId}/${path.join('/')}`;
};

const usualNames = 'from={from}&text={text}&id={id}&state={state}';
/** Of Kannel’s `%d`: 1 delivered, 2 failed, 16 refused by the SMSC. */
const usual = { delivered: '1', failed: '2 16' };

const isOneOf = (fields: ConnectionRow['fields'], which: keyof typeof usual, state: string): boolean =>
  (fields[which] || usual[which]).toLowerCase().split(' ').includes(state.toLowerCase());

const readReport = ({ row: { fields } }: Called, message: NonNullable<Called['message']>, state: string): readonly Inbound[] => {
  if (isOneOf(fields, 'delivered', state)) return [{ kind: 'receipt', receipt: 'delivered', ...message }];
  if (!isOneOf(fields, 'failed', state)) return [];
  const shown = state.replace(/[^\w .:-]/g, '').slice(0, 40);
  return [{ kind: 'failure', reason: 'delivery.provider_rejected', detail: `Reported as ${shown}.`, ...message }];
};

/** Gateways give the same id again, after a restart or always, and repeat a call within seconds: by our clock, as theirs may stand still. */
const keyOf = (connectionId: string, parts: readonly (string | undefined)[], now: string): string => {
  const minute = Math.floor(toMillis(now) / duration.minute);
  return `gateway ${createHash('sha256')
    .update(JSON.stringify([connectionId, ...parts, minute]))
    .digest('hex')}`;
};

/** The only one of the numbers that it may be which somebody here has. What may be no whole number is said where the connection is shown. */
const senderOf = (
  { server, connections }: Pick<SmsInboundDependencies, 'server'> & Pick<SmsDependencies, 'connections'>,
  { id, fields }: ConnectionRow,
  from: string,
): string | null => {
  const numbers = numbersOf(from, fields['countries'] ?? '');
  const [known, ...more] = numbers.filter((number) => isKnownNumber(server, number));
  if (known !== undefined && more.length === 0) {
    connections.onNotListening?.(id);
    return known;
  }
  // a stranger with a whole number is none of ours
  if (more.length > 0 || /^0[1-9]/.test(from)) connections.onListening?.(id, unreadable);
  return null;
};
const unreadable = 'the last reply came from a number without its country code: let the gateway give it';

export const readRequest = (
  dependencies: SmsInboundDependencies & Pick<SmsDependencies, 'connections'>,
  called: Called,
  { path, body }: Pick<ProviderRequest, 'path' | 'body'>,
): SmsRequest | null => {
  const query = path.includes('?') ? path.slice(path.indexOf('?') + 1) : '';
  const given = new URLSearchParams([...new URLSearchParams(query), ...new URLSearchParams(body)]);
  const { from, text, id, state } = readBy(called.row.fields['incoming'] || usualNames, given);
  if (called.message) return state === undefined ? null : { report: readReport(called, called.message, state) };
  if (from === undefined || text === undefined) return null;
  const number = senderOf(dependencies, called.row, from);
  if (number === null) return { report: [] };
  const key = keyOf(called.row.id, [number, text, id], dependencies.server.clock.now());
  return { reply: { from: number, text, key, ...(id ? { id } : {}) } };
};
