import { io, type Socket } from 'socket.io-client';
import type { ViewName, ViewRow } from '@tocsin/contracts/catalogue.js';
import type { LiveToBrowser, LiveToServer } from '@tocsin/contracts/live.js';
import { ItemCollector } from '../await-items.js';
import type { Client } from './client.js';

interface Change {
  readonly view: string;
  readonly row: unknown;
}

/** Rows as browsers receive them: with the system clock, tests wait for these instead of advancing time. */
export class Watch {
  private readonly changes = new ItemCollector<Change>('row');
  private readonly reloads = new ItemCollector<readonly string[]>('word of views made anew');

  private constructor(private readonly socket: Socket<LiveToBrowser, LiveToServer>) {
    socket.on('row', ({ view, row }) => this.changes.add({ view, row }));
    socket.on('madeAnew', ({ views }) => this.reloads.add(views));
  }

  /** From now on; existing rows count too. */
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

  /** The first matching row of this view, existing or future. */
  async waitForRow<V extends ViewName>(view: V, isMatching: (row: ViewRow<V>) => boolean): Promise<ViewRow<V>> {
    const isIt = (change: Change): boolean => change.view === view && change.row !== null && isMatching(change.row as ViewRow<V>);
    return (await this.changes.waitFor(isIt)).row as ViewRow<V>;
  }

  /** The views of the next message that tells browsers to reload. */
  waitForReload(): Promise<readonly string[]> {
    return this.reloads.waitFor();
  }

  /** Resolves when the server has ended this connection, and closed it. */
  waitForEnd(): Promise<void> {
    return new Promise((resolve) => this.socket.once('signedOut', () => this.socket.once('disconnect', () => resolve())));
  }

  close(): void {
    this.socket.disconnect();
  }
}
