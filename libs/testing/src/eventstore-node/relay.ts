import { createServer, connect, type Server, type Socket } from 'node:net';
import { once } from 'node:events';

/** The two sockets of one connection: from the client, and to the node. */
interface Pair {
  readonly client: Socket;
  readonly node: Socket;
}

/**
 * Forwards connections to a node until it is paused: then connections stay open and new ones are accepted, but nothing is answered,
 * not even pings. This is how a stopped process or a hanging machine looks from outside.
 */
export class Relay {
  private readonly pairs = new Set<Pair>();
  private isPaused = false;

  private constructor(
    private readonly server: Server,
    private readonly target: number,
  ) {
    server.on('connection', (client) => this.take(client));
  }

  static async start(port: number, target: number): Promise<Relay> {
    const server = createServer({ allowHalfOpen: true });
    const relay = new Relay(server, target);
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return relay;
  }

  pause(): void {
    this.isPaused = true;
    for (const { client, node } of this.pairs) {
      for (const [from, to] of [
        [client, node],
        [node, client],
      ] as const) {
        from.unpipe(to);
        from.pause();
      }
    }
  }

  resume(): void {
    this.isPaused = false;
    for (const pair of this.pairs) join(pair);
  }

  close(): void {
    this.server.close();
    for (const { client, node } of this.pairs) {
      client.destroy();
      node.destroy();
    }
  }

  private take(client: Socket): void {
    const pair = { client, node: connect(this.target, '127.0.0.1') };
    this.pairs.add(pair);
    for (const [one, other] of [
      [pair.client, pair.node],
      [pair.node, pair.client],
    ] as const) {
      one.on('error', () => {});
      one.once('close', () => {
        this.pairs.delete(pair);
        other.destroy();
      });
    }
    if (this.isPaused) client.pause();
    else join(pair);
  }
}

const join = ({ client, node }: Pair): void => {
  client.pipe(node);
  node.pipe(client);
};
