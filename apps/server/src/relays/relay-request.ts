import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { readRaw } from '../ingest/raw-body.js';

/** What the vault has of a relay. */
export interface RelayTarget {
  readonly address: string;
  readonly header: string | null;
  readonly field: string | null;
  readonly credential: string | null;
}

export interface RelayRequest {
  readonly method: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

type Arrived = Pick<FactOf<'SignalReceived'>, 'arrived' | 'raw'>;

/** The last line of a stored body that was too long. */
const isCut = (text: string): boolean => /\n\[cut: the first \d+ of \d+ characters\]$/.test(text);
const isForm = (contentType: string | null): boolean => /^application\/x-www-form-urlencoded\b/i.test(contentType ?? '');
/** Stored as JSON: the form of it can’t be made again. */
const isRewritten = (contentType: string | null): boolean => /^multipart\/|[/+]xml\b/i.test(contentType ?? '');

const parseFields = (text: string): Record<string, unknown> | null => {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Record<string, unknown>) : null;
  } catch {
    return null;
  }
};

/** A form was stored as JSON; null: its values are no texts. */
const toForm = (fields: Record<string, unknown>): string | null =>
  Object.values(fields).every((value) => typeof value === 'string')
    ? new URLSearchParams(fields as Record<string, string>).toString()
    : null;

/** Only one value of the body is replaced: that of the field for the credential. */
const bodyOf = (text: string, contentType: string | null, { field, credential }: RelayTarget): string | null => {
  const isWritten = isForm(contentType);
  if (!isWritten && field === null) return text;
  const fields = parseFields(text);
  if (!fields) return null;
  const changed = field === null || credential === null ? fields : { ...fields, [field]: credential };
  return isWritten ? toForm(changed) : JSON.stringify(changed);
};

/** The arrival as it is relayed: without cookies, keys of ours, and forwarding headers. Null: what the log has of it is not enough. */
export const relayRequestOf = ({ arrived, raw }: Arrived, target: RelayTarget, installation: string): RelayRequest | null => {
  if (!arrived || typeof raw !== 'string') return null;
  const text = readRaw(raw);
  if (isCut(text) || isRewritten(arrived.contentType)) return null;
  const body = bodyOf(text, arrived.contentType, target);
  if (body === null) return null;
  const { header, credential } = target;
  return {
    method: arrived.method,
    body,
    headers: {
      ...(arrived.contentType === null ? {} : { 'content-type': arrived.contentType }),
      ...(header === null || credential === null ? {} : { [header]: credential }),
      'tocsin-relay': installation,
    },
  };
};
