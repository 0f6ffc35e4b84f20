import { jsonEvent, type AllStreamRecordedEvent, type EventData, type JSONType } from '@eventstore/db-client';
import type { NewEvent } from '../event-log.js';
import type { Position } from './position.js';

/** Stored with an event, as JSON that the server’s own tools can show. */
interface EventMetadata {
  readonly v: number;
  readonly meta: unknown;
  /** Texts that JSON.parse and JSON.stringify would not reproduce exactly: stored as JSON strings. */
  readonly quoted?: readonly ('data' | 'meta')[];
}

export interface ReceivedEvent extends NewEvent {
  readonly stream: string;
  readonly revision: number;
  readonly position: Position;
}

type Recorded = Pick<AllStreamRecordedEvent, 'id' | 'type' | 'streamId' | 'revision' | 'data' | 'metadata'> & {
  readonly position?: Position;
};

/** Older servers don’t report an event’s position in stream reads: they return the largest number. */
const noPosition = 0x7fff_ffff_ffff_ffffn;

const links = ['correlationId', 'causationId'] as const;

/**
 * The client serialises an event again, so it only gets a parsed value when that reproduces the same text: the bytes on the server are those that were
 * hashed. Throws SyntaxError when data or meta are not JSON.
 */
export const toProposal = ({ id, type, v, data, meta }: NewEvent): EventData => {
  const [dataValue, metaValue] = [valueOf(data), valueOf(meta)];
  const quoted = [...(dataValue.isSame ? [] : ['data' as const]), ...(metaValue.isSame ? [] : ['meta' as const])];
  const eventMetadata: EventMetadata = { v, meta: metaValue.value, ...(quoted.length > 0 && { quoted }) };
  return jsonEvent({ id, type, data: dataValue.value as JSONType, metadata: { ...linksOf(metaValue.value), ...eventMetadata } });
};

const valueOf = (text: string): { readonly value: unknown; readonly isSame: boolean } => {
  const value: unknown = JSON.parse(text);
  const same = JSON.stringify(value) === text;
  return { value: same ? value : text, isSame: same };
};

/** The names by which the server’s tools follow a chain of events. */
const linksOf = (meta: unknown): Readonly<Record<string, string>> => {
  const knownMeta = (typeof meta === 'object' && meta !== null ? meta : {}) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(links.flatMap((name) => (typeof knownMeta[name] === 'string' ? [[`$${name}`, knownMeta[name]]] : [])));
};

/** The event with exactly the appended texts. Throws for an event of another program, and when the server does not report its position. */
export const toReceivedEvent = (event: Recorded, prefix: string): ReceivedEvent => {
  const eventMetadata = event.metadata as EventMetadata | undefined;
  if (typeof eventMetadata?.v !== 'number' || eventMetadata.meta === undefined) {
    throw new Error(`${event.streamId}@${event.revision} was written by another program`);
  }
  if (!event.position || event.position.commit > noPosition) throw new Error('the server is older than 22.6: it does not send positions');
  return {
    id: event.id,
    type: event.type,
    v: eventMetadata.v,
    data: textOf(event.data, eventMetadata, 'data'),
    meta: textOf(eventMetadata.meta, eventMetadata, 'meta'),
    stream: event.streamId.slice(prefix.length),
    revision: Number(event.revision),
    position: { commit: event.position.commit, prepare: event.position.prepare },
  };
};

const textOf = (value: unknown, { quoted }: EventMetadata, name: 'data' | 'meta'): string =>
  quoted?.includes(name) ? (value as string) : JSON.stringify(value);
