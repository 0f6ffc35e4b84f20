import { StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb.js';
import { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { NodeRecord, ProposedEvent } from './node-log.js';

/** An event in the form of either kind of append. */
interface ProposedMessage {
  getId(): UUID | undefined;
  getMetadataMap(): { get(key: string): string | undefined };
  getCustomMetadata_asU8(): Uint8Array;
  getData_asU8(): Uint8Array;
}

export const proposedFrom = (message: ProposedMessage): ProposedEvent => ({
  id: message.getId()?.getString() ?? '',
  type: message.getMetadataMap().get('type') ?? '',
  contentType: message.getMetadataMap().get('content-type') ?? '',
  data: message.getData_asU8(),
  metadata: message.getCustomMetadata_asU8(),
});

export const nameOf = (identifier: StreamIdentifier | undefined): string => Buffer.from(identifier?.getStreamName_asU8() ?? []).toString();

const identifierOf = (stream: string): StreamIdentifier => new StreamIdentifier().setStreamName(Uint8Array.from(Buffer.from(stream)));

export const eventMessage = (record: NodeRecord): ReadResp => {
  const position = String(record.position);
  const recordedEvent = new ReadResp.ReadEvent.RecordedEvent()
    .setId(new UUID().setString(record.id))
    .setStreamIdentifier(identifierOf(record.stream))
    .setStreamRevision(String(record.revision))
    .setCommitPosition(position)
    .setPreparePosition(position)
    .setCustomMetadata(record.metadata)
    .setData(record.data);
  recordedEvent.getMetadataMap().set('type', record.type).set('content-type', record.contentType).set('created', String(record.created));
  return new ReadResp().setEvent(new ReadResp.ReadEvent().setEvent(recordedEvent).setCommitPosition(position));
};

export const notFoundMessage = (stream: string): ReadResp =>
  new ReadResp().setStreamNotFound(new ReadResp.StreamNotFound().setStreamIdentifier(identifierOf(stream)));

export const confirmationMessage = (id: string): ReadResp =>
  new ReadResp().setConfirmation(new ReadResp.SubscriptionConfirmation().setSubscriptionId(id));

export const checkpointMessage = (position: bigint): ReadResp =>
  new ReadResp().setCheckpoint(new ReadResp.Checkpoint().setCommitPosition(String(position)).setPreparePosition(String(position)));

export const caughtUpMessage = (): ReadResp => new ReadResp().setCaughtUp(new ReadResp.CaughtUp());
