import { io, type Socket } from 'socket.io-client';
import type { ViewName, ViewRow } from '@tocsin/contracts/catalogue.js';
import type { LiveToBrowser, LiveToServer } from '@tocsin/contracts/live.js';
import { Awaited } from '../awaited.js';
import type { Client } from './client.js';

interface Change {
  readonly view: string;
  readonly row: unknown;
}

/** Rows as a browser is told of them: under the system clock one waits for these, not for time to pass. */
export class Watch {
  private readonly changes = new Awaited<Change>('row');
  private readonly made = new Awaited<readonly string[]>('word of views made anew');

  private constructor(private readonly socket: Socket<LiveToBrowser, LiveToServer>) {
    socket.on('row', ({ view, row }) => this.changes.add({ view, row }));
    socket.on('madeAnew', ({ views }) => this.made.add(views));
  }

  /** From now on; rows that are there already count too. */
  static async on(client: Client, ...views: readonly ViewName[]): Promise<Watch> {
    const socket: Socket<LiveToBrowser, LiveToServer> = io(client.url, {
      path: '/live',
      auth: { token: client.token },
      transports: ['websocket'],
    });
    const watch = new Watch(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    await socket.emitWithAck('watch', views);
    for (const view of views) for (const row of await client.list(view)) watch.changes.add({ view, row });
    return watch;
  }

  /** The first row of this view, there already or still to come, that fits. */
  async row<V extends ViewName>(view: V, fits: (row: ViewRow<V>) => boolean): Promise<ViewRow<V>> {
    const isIt = (change: Change): boolean => change.view === view && change.row !== null && fits(change.row as ViewRow<V>);
    return (await this.changes.waitFor(isIt)).row as ViewRow<V>;
  }

  /** Views that are to be read again, as the server says it first. */
  madeAnew(): Promise<readonly string[]> {
    return this.made.waitFor();
  }

  /** Settles when the server says that this line has ended, and closes it. */
  ended(): Promise<void> {
    return new Promise((resolve) => this.socket.once('signedOut', () => this.socket.once('disconnect', () => resolve())));
  }

  close(): void {
    this.socket.disconnect();
  }
}
