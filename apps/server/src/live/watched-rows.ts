import type { ViewName } from '@tocsin/contracts/catalogue.js';
import type { PermissionInput } from '@tocsin/domain/rules/permissions.js';
import type { ServerParts } from '../core/server-parts.js';
import { asNow } from '../http/caller.js';
import type { ChangedRow } from '../projector/views-projector.js';
import { personalViews, showRowTo } from '../query/row-visibility.js';
import { isViewName, storedRow } from '../query/stored-rows.js';
import { viewRoom, type LiveServer } from './sockets.js';

type ReadRow = Omit<ChangedRow, 'row' | 'view'> & { readonly view: ViewName; readonly row: unknown };

/** The reader of rows that look the same to everyone. */
const anonymousReader: PermissionInput = { actor: { kind: 'person', id: '', roles: [] } };

/** Sends changed rows to the sockets that watch their view, each as its reader may see it. */
export class WatchedRows {
  constructor(
    private readonly parts: Pick<ServerParts, 'reads' | 'vault'>,
    private readonly server: () => LiveServer,
  ) {}

  /** Returns the number of sockets it was sent to. */
  deliver({ view, id, ordinal, row: rowOf }: ChangedRow): number {
    const watching = this.server().sockets.adapter.rooms.get(viewRoom(view));
    if (!watching || !isViewName(view)) return 0;
    const read: ReadRow = { view, id, row: rowOf(), ordinal };
    if (personalViews.has(view)) this.tellEach(watching, read);
    else this.server().to(viewRoom(view)).emit('row', this.shown(read, anonymousReader));
    return watching.size;
  }

  /** For rows that differ by reader: sends each socket its own version. */
  private tellEach(watching: ReadonlySet<string>, read: ReadRow): void {
    for (const socketId of watching) {
      const socket = this.server().sockets.sockets.get(socketId);
      if (socket) socket.emit('row', this.shown(read, asNow(this.parts, socket.data.who)));
    }
  }

  private shown({ view, row, ...rest }: ReadRow, who: PermissionInput): ReadRow {
    return { ...rest, view, row: row === null ? null : showRowTo(this.parts, view, storedRow(view, row), who) };
  }
}
