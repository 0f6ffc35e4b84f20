import type { Meta, Recorded } from '@tocsin/contracts/envelope.js';
import { eventWordsOf } from '@tocsin/contracts/event-kinds.js';
import { isRaw } from '@tocsin/contracts/routing/signals.js';
import type { PermissionInput } from '@tocsin/domain/rules/permissions.js';
import type { Redactions } from '@tocsin/domain/operation/redactions/redactions.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { keysOf, putAt } from '@tocsin/platform/codec/paths.js';
import { facetToken, indexedTokens } from '@tocsin/platform/search/tokens.js';
import { textsIn } from '../event-text.js';
import { showEvent, withoutBody } from '../event-visibility.js';

/** Tokens of one event; further ones are left out. */
const most = 2_000;
/** Characters of one event’s texts that are read. */
const charactersRead = 128 * 1024;

const isId = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
const isInstant = (text: string): boolean => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text);

/** Of an event with an encrypted name, address or text: only decrypting shows whether it has a word. */
export const encryptedToken = facetToken('encrypted', '');
export const typeToken = (type: string): string => facetToken('type', type);
export const actorToken = (id: string): string => facetToken('actor', id);
export const streamToken = (stream: string): string => facetToken('stream', stream);
/** Of a person, team, service, integration or anything else that an event names. */
export const aboutToken = (id: string): string => facetToken('about', id.toLowerCase());

/** What the least privileged reader sees is indexed: nobody finds by searching what they may not read. */
const anyReader: PermissionInput = { actor: { kind: 'person', id: '', roles: [] } };

/** Parsed, with encrypted fields empty: no key is needed to index. */
const plainEvent = (stored: StoredEvent): { readonly event: Recorded; readonly isEncrypted: boolean } => {
  const data: unknown = JSON.parse(stored.data);
  const meta = JSON.parse(stored.meta) as Meta;
  for (const { path } of meta.enc ?? []) putAt(data, keysOf(path), '');
  const isEncrypted = meta.enc?.some(({ subject }) => !isRaw(subject)) === true;
  return { event: { ...stored, data, meta }, isEncrypted };
};

interface OfThing {
  readonly teamId?: unknown;
  readonly serviceId?: unknown;
  readonly origin?: { readonly integrationId?: unknown } | null;
}

/** Team, service and source that all events of a thing’s stream belong to, from its first event. Streams that many things share have none. */
export const tokensOfStream = ({ event: { stream, data } }: { readonly event: Recorded }): readonly string[] => {
  const { teamId, serviceId, origin } = (data ?? {}) as OfThing;
  const isShared = !isId(stream.slice(-36)) || stream.endsWith(`-${String(teamId)}`);
  const ids = isShared ? [] : [teamId, serviceId, origin?.integrationId];
  return ids.filter((id): id is string => typeof id === 'string').map(aboutToken);
};

export interface EventTokens {
  readonly ordinal: number;
  readonly tokens: readonly string[];
}

export interface TokenSource {
  readonly redactions: Pick<Redactions, 'redact'>;
  readonly ofStream: (stream: string) => readonly string[];
  readonly setStream: (stream: string, tokens: readonly string[]) => void;
}

/** What the index knows of an event: facets, and the words of its clear text and of its type. */
export const createTokens = ({ redactions, ofStream, setStream }: TokenSource) => {
  const inherited = (plain: { readonly event: Recorded }): readonly string[] => {
    if (plain.event.revision > 0) return ofStream(plain.event.stream);
    const tokens = tokensOfStream(plain);
    if (tokens.length > 0) setStream(plain.event.stream, tokens);
    return tokens;
  };
  return (stored: StoredEvent): EventTokens => {
    const plain = plainEvent(stored);
    const { data, meta, type, stream, ordinal } = withoutBody(showEvent(redactions.redact(plain.event), anyReader));
    const texts = textsIn(data);
    const ids = [
      ...texts.filter(isId),
      ...(isId(meta.actor.id) ? [meta.actor.id] : []),
      ...(isId(stream.slice(-36)) ? [stream.slice(-36)] : []),
    ];
    const facets = [
      typeToken(type),
      actorToken(meta.actor.id),
      streamToken(stream),
      ...ids.map(aboutToken),
      ...inherited(plain),
      ...(plain.isEncrypted ? [encryptedToken] : []),
    ];
    const words = texts
      .filter((text) => !isId(text) && !isInstant(text))
      .join('\n')
      .slice(0, charactersRead);
    return { ordinal, tokens: [...new Set([...facets, ...indexedTokens(`${eventWordsOf(type)}\n${words}`)])].slice(0, most) };
  };
};
