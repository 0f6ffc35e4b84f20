import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { Server, ServerCredentials, status, type ServerWritableStream } from '@grpc/grpc-js';
import { freePort } from '../machine/free-port.js';
import { appendHandler, batchAppendHandler } from './appending.js';
import { featuresHandler, gossipHandler } from './cluster.js';
import { faultOf, Faults, type Method } from './faults.js';
import { NodeLog } from './node-log.js';
import { readHandler } from './reading.js';
import { Relay } from './relay.js';
import { certificate, certificateFile, privateKey } from './tls.fixture.js';

export interface EventStoreNodeOptions {
  /** A free one when absent. */
  readonly port?: number;
  readonly hasTls?: boolean;
  /** Simulates a node without ServerFeatures: clients append to it without batches. */
  readonly isOld?: boolean;
  /** Puts a relay in front, so that the whole node can be stopped: see `stop`. */
  readonly canStop?: boolean;
  /** Shared by the nodes of a cluster. */
  readonly log?: NodeLog;
}

/**
 * An EventStoreDB node for tests: the client’s own service definitions on a real gRPC server, events in memory, and controls for
 * faults. It says nothing about a real server’s speed, and has no users, projections or deletion.
 */
export class EventStoreNode {
  readonly faults = new Faults();
  readonly log: NodeLog;
  private readonly subscriptions = new Set<ServerWritableStream<ReadReq, ReadResp>>();
  private server: Server | undefined;
  private relay: Relay | undefined;
  private bound = 0;

  private constructor(private readonly options: EventStoreNodeOptions) {
    this.log = options.log ?? new NodeLog();
  }

  static async start(options: EventStoreNodeOptions = {}): Promise<EventStoreNode> {
    const node = new EventStoreNode(options);
    await node.listen(options.port ?? (await freePort()));
    return node;
  }

  get port(): number {
    return this.bound;
  }

  get connectionString(): string {
    return this.options.hasTls
      ? `esdb://admin:changeit@localhost:${this.bound}?tls=true&tlsCAFile=${encodeURIComponent(certificateFile())}`
      : `esdb://127.0.0.1:${this.bound}?tls=false`;
  }

  /** The number of active subscriptions. */
  get subscribers(): number {
    return this.subscriptions.size;
  }

  /** Fails the next `times` calls of a method; with `applied` only after executing them. */
  fail(method: Method, times = 1, code: status = status.UNAVAILABLE, { applied = false, exception = '' } = {}): void {
    this.faults.plan(method, times, faultOf(code, 'as the test wants it', exception ? { exception } : {}, applied));
  }

  /** Accepts calls and answers none, until `thaw`. With `answers` it still executes appends, but sends no answers. */
  freeze(target: 'calls' | 'answers' = 'calls'): void {
    this.faults.freeze(target);
  }
  thaw(): void {
    this.faults.thaw();
  }

  /** Like a stopped process, until `goOn`: connections stay open, and nothing is answered, not even pings. */
  stop(): void {
    this.relay!.pause();
  }
  goOn(): void {
    this.relay!.resume();
  }

  /** Ends every subscription, with an error or as if the stream had ended. */
  dropSubscriptions(endKind: 'error' | 'end' = 'error'): void {
    for (const call of this.subscriptions) {
      if (endKind === 'end') call.end();
      else call.emit('error', faultOf(status.ABORTED, 'dropped'));
    }
  }

  /** Open subscriptions stay open but get no more messages, as when a middlebox has dropped them. */
  muteSubscriptions(): void {
    for (const call of this.subscriptions) this.faults.hushed.add(call);
  }

  /** From now on it refers callers that need the leader to another node; without a port, it is the leader again. */
  refuseAsFollower(port?: number): void {
    this.faults.leader = port === undefined ? undefined : { host: '127.0.0.1', port };
  }

  /** At once, in the middle of any work; its events stay. */
  kill(): void {
    this.relay?.close();
    this.relay = undefined;
    this.server?.forceShutdown();
    this.server = undefined;
    this.faults.thaw();
  }

  /** On the same port, with the same events. */
  async restart(): Promise<void> {
    this.kill();
    await this.listen(this.bound);
  }

  private async listen(port: number): Promise<void> {
    const server = new Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 });
    server.addService(ServerFeaturesService, {
      getSupportedMethods: startServer(featuresHandler(this.faults, this.options.isOld ?? false)),
    });
    server.addService(GossipService, { read: startServer(gossipHandler(this.faults, () => ({ host: '127.0.0.1', port: this.bound }))) });
    server.addService(StreamsService, {
      append: startServer(appendHandler(this.log, this.faults)),
      batchAppend: batchAppendHandler(this.log, this.faults),
      read: startServer(readHandler(this.log, this.faults, this.subscriptions)),
      delete: unknownMethod,
      tombstone: unknownMethod,
    });
    const credentials = this.options.hasTls
      ? ServerCredentials.createSsl(null, [{ cert_chain: certificate, private_key: privateKey }])
      : ServerCredentials.createInsecure();
    const own = await new Promise<number>((resolve, reject) => {
      const address = `127.0.0.1:${this.options.canStop ? 0 : port}`;
      server.bindAsync(address, credentials, (error, boundPort) => (error ? reject(error) : resolve(boundPort)));
    });
    if (this.options.canStop) this.relay = await Relay.start(port, own);
    this.bound = this.options.canStop ? port : own;
    this.server = server;
  }
}

/** gRPC does not await handlers. */
const startServer =
  <Call extends readonly unknown[]>(handle: (...call: Call) => Promise<void>) =>
  (...call: Call): void =>
    void handle(...call);

const unknownMethod = (_call: unknown, answer: (fault: ReturnType<typeof faultOf>) => void): void =>
  answer(faultOf(status.UNIMPLEMENTED, 'this node deletes nothing'));
