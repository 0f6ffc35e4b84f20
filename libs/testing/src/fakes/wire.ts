import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '../machine/free-port.js';

interface Line {
  readonly near: Socket;
  readonly far: Socket;
}

/** A connection between a program and a server that a test can break: it can be cut, or silently carry nothing more. */
export class Wire {
  private readonly lines = new Set<Line>();
  private server: Server | undefined;
  private isDead = false;

  private constructor(
    private readonly farPort: number,
    readonly port: number,
  ) {}

  /** Forwards to a port of 127.0.0.1 from a free one, which stays reserved while it is cut. */
  static async to(farPort: number): Promise<Wire> {
    const wire = new Wire(farPort, await freePort());
    await wire.mend();
    return wire;
  }

  /** From now on nothing is forwarded, also on new connections, and no error is sent: like a machine that vanished. */
  stopForwarding(): void {
    this.isDead = true;
    for (const { near, far } of this.lines) for (const end of [near, far]) end.pause();
  }
  /** Forwards again, starting with the held data. */
  resumeForwarding(): void {
    this.isDead = false;
    for (const { near, far } of this.lines) for (const end of [near, far]) end.resume();
  }

  /** Breaks every connection and refuses new ones, until it is mended. */
  cut(): void {
    this.server?.close();
    this.server = undefined;
    this.breakAll();
  }
  /** Breaks every connection; new ones work. */
  breakAll(): void {
    for (const { near, far } of this.lines) for (const end of [near, far]) end.destroy();
  }
  async mend(): Promise<void> {
    this.server = createServer((near) => this.join(near));
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  private join(near: Socket): void {
    const line = { near, far: connect(this.farPort, '127.0.0.1') };
    this.lines.add(line);
    const sockets = [near, line.far] as const;
    for (const [one, other] of [sockets, sockets.toReversed()] as [Socket, Socket][]) {
      one.setNoDelay(true);
      one.on('data', (chunk) => other.write(chunk));
      one.on('error', () => {});
      one.on('close', () => {
        this.lines.delete(line);
        other.destroy();
      });
      if (this.isDead) one.pause();
    }
  }
}
