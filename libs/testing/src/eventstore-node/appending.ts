import { Any } from 'google-protobuf/google/protobuf/any_pb.js';
import { Empty } from 'google-protobuf/google/protobuf/empty_pb.js';
import {
  AllStreamPosition,
  Empty as NodeEmpty,
  MaximumAppendSizeExceeded,
  StreamDeleted,
  WrongExpectedVersion,
  type UUID,
} from '@eventstore/db-client/generated/shared_pb.js';
import { Status } from '@eventstore/db-client/generated/status_pb.js';
import { AppendResp, BatchAppendResp, type AppendReq, type BatchAppendReq } from '@eventstore/db-client/generated/streams_pb.js';
import { status, type sendUnaryData, type ServerDuplexStream, type ServerReadableStream } from '@grpc/grpc-js';
import { deletedFault, faultOf, type Fault, type Faults } from './faults.js';
import { nameOf, proposedFrom } from './messages.js';
import type { AppendOutcome, NodeExpected, NodeLog, ProposedEvent } from './node-log.js';

type Refusal = Extract<AppendOutcome, { done: false }>;

/** Append: one call, one append. */
export const appendHandler =
  (log: NodeLog, faults: Faults) =>
  async (call: ServerReadableStream<AppendReq, AppendResp>, answer: sendUnaryData<AppendResp>): Promise<void> => {
    const injected = faults.take('append', call.metadata);
    const appendRequest = await askedIn(call);
    if (!appendRequest) return;
    const fault = await injected;
    // a connection that breaks in the middle ends the messages as if they were complete
    if (call.cancelled || appendRequest.proposed.length === 0) return;
    if (fault && !fault.isApplied) return answer(fault);
    const stream = nameOf(appendRequest.options?.getStreamIdentifier());
    const outcome = log.append(stream, expectedOf(appendRequest.options!), appendRequest.proposed);
    while (faults.whenThawed) await faults.whenThawed;
    if (fault) return answer(fault);
    if (outcome.done || outcome.because === 'conflict') answer(null, appendAnswer(outcome));
    else answer(refusalOf(outcome, stream));
  };

interface AppendRequest {
  readonly options: AppendReq.Options | undefined;
  readonly proposed: readonly ProposedEvent[];
}

/** All messages of a call; undefined when its connection broke. */
const askedIn = async (call: ServerReadableStream<AppendReq, AppendResp>): Promise<AppendRequest | undefined> => {
  let options: AppendReq.Options | undefined;
  const proposed: ProposedEvent[] = [];
  try {
    for await (const request of call as AsyncIterable<AppendReq>) {
      options ??= request.getOptions();
      const message = request.getProposedMessage();
      if (message) proposed.push(proposedFrom(message));
    }
  } catch {
    return undefined;
  }
  return { options, proposed };
};

const expectedOf = (options: AppendReq.Options): NodeExpected => {
  if (options.hasNoStream()) return 'none';
  if (options.hasStreamExists()) return 'exists';
  return options.hasRevision() ? Number(options.getRevision()) : 'any';
};

const appendAnswer = (outcome: AppendOutcome): AppendResp => {
  if (!outcome.done) return new AppendResp().setWrongExpectedVersion(conflictAnswer(outcome));
  const success = new AppendResp.Success().setCurrentRevision(String(outcome.revision));
  if (outcome.position === undefined) return new AppendResp().setSuccess(success.setNoPosition(new NodeEmpty()));
  const position = String(outcome.position);
  return new AppendResp().setSuccess(
    success.setPosition(new AppendResp.Position().setCommitPosition(position).setPreparePosition(position)),
  );
};

const conflictAnswer = (refusal: Refusal): AppendResp.WrongExpectedVersion => {
  const wrong = new AppendResp.WrongExpectedVersion();
  const current = refusal.because === 'conflict' ? refusal.current : -1;
  return current < 0 ? wrong.setCurrentNoStream(new NodeEmpty()) : wrong.setCurrentRevision(String(current));
};

const refusalOf = (refusal: Refusal, stream: string): Fault => {
  if (refusal.because !== 'too large') return deletedFault(stream);
  const metadata = { exception: 'maximum-append-size-exceeded', 'maximum-append-size': String(refusal.limit) };
  return faultOf(status.INVALID_ARGUMENT, 'too large', metadata);
};

interface Batch {
  readonly options: BatchAppendReq.Options;
  readonly id: UUID;
  readonly proposed: ProposedEvent[];
}

/** BatchAppend: appends of several callers on one stream, each answered by its correlation id. */
export const batchAppendHandler =
  (log: NodeLog, faults: Faults) =>
  (call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>): void => {
    const batches = new Map<string, Batch>();
    const finish = async (key: string): Promise<void> => {
      const fault = await faults.take('batchAppend', call.metadata);
      const batch = batches.get(key)!;
      batches.delete(key);
      if (fault && !fault.isApplied) return void call.emit('error', fault);
      const answer = batchAnswer(
        batch,
        log.append(nameOf(batch.options.getStreamIdentifier()), batchExpected(batch.options), batch.proposed),
      );
      if (fault) call.emit('error', fault);
      else if (!call.cancelled) call.write(answer);
    };
    call.on('data', (request: BatchAppendReq) => {
      const id = request.getCorrelationId()!;
      const batch = batches.get(id.getString()) ?? { options: request.getOptions()!, id, proposed: [] };
      batches.set(id.getString(), batch);
      batch.proposed.push(...request.getProposedMessagesList().map(proposedFrom));
      if (request.getIsFinal()) void finish(id.getString());
    });
    call.on('end', () => call.end());
    call.on('error', () => {});
  };

const batchExpected = (options: BatchAppendReq.Options): NodeExpected => {
  if (options.hasNoStream()) return 'none';
  if (options.hasStreamExists()) return 'exists';
  return options.hasStreamPosition() ? Number(options.getStreamPosition()) : 'any';
};

const batchAnswer = ({ id, options }: Batch, outcome: AppendOutcome): BatchAppendResp => {
  const answer = new BatchAppendResp().setCorrelationId(id).setStreamIdentifier(options.getStreamIdentifier());
  if (!outcome.done) return answer.setError(batchError(outcome));
  const success = new BatchAppendResp.Success().setCurrentRevision(String(outcome.revision));
  if (outcome.position === undefined) return answer.setSuccess(success.setNoPosition(new Empty()));
  const position = String(outcome.position);
  return answer.setSuccess(success.setPosition(new AllStreamPosition().setCommitPosition(position).setPreparePosition(position)));
};

const batchError = (refusal: Refusal): Status => {
  const details = new Any();
  if (refusal.because === 'conflict')
    details.pack(wrongVersion(refusal.current).serializeBinary(), 'event_store.client.WrongExpectedVersion');
  else if (refusal.because === 'deleted') details.pack(new StreamDeleted().serializeBinary(), 'event_store.client.StreamDeleted');
  else {
    const tooLarge = new MaximumAppendSizeExceeded().setMaxappendsize(refusal.limit);
    details.pack(tooLarge.serializeBinary(), 'event_store.client.MaximumAppendSizeExceeded');
  }
  return new Status().setMessage(refusal.because).setDetails(details);
};

const wrongVersion = (current: number): WrongExpectedVersion => {
  const wrong = new WrongExpectedVersion().setExpectedAny(new Empty());
  return current < 0 ? wrong.setCurrentNoStream(new Empty()) : wrong.setCurrentStreamRevision(String(current));
};
