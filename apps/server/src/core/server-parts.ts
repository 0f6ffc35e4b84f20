import type { DomainReads } from '@tocsin/domain/domain-reads.js';
import type { SqlViewStore } from '@tocsin/platform/views/sql-view-store.js';
import type { Moments } from '@tocsin/platform/views/moments.js';
import type { ViewsKeeper } from '../projector/views-keeper.js';
import type { DecryptRows } from './decrypt-rows.js';
import type { MappingFailures } from './mapping-failures.js';
import type { StartupFold } from './startup-fold.js';
import type { OpenedDependencies } from './parts.js';
import type { ReactorHost } from './reactor-host.js';
import type { RefusedSignals } from './refused-signals.js';

/** What reads rows of a view: only the handlers of the QueryBus get it. */
type Rows = 'count' | 'countBy' | 'get' | 'list';

/**
 * The names of all parts of one server. No class gets all of them: each picks what it needs by name and has no access to the rest.
 * Parts are never replaced while the server runs, so they may be stored.
 */
export interface ServerParts extends Omit<OpenedDependencies, 'store'> {
  readonly store: Omit<SqlViewStore, Rows>;
  readonly viewRows: Pick<SqlViewStore, Rows>;
  readonly reads: DomainReads;
  /** Past states of rows that are made from one stream each. */
  /** Pins what `?at=` asks for. */
  readonly moments: Moments;
  readonly refusedSignals: RefusedSignals;
  readonly mappingFailures: MappingFailures;
  /** Brings memory to the head of the log; until then only senders are answered. */
  readonly folding: StartupFold;
  readonly views: ViewsKeeper;
  readonly reacting: ReactorHost;
  readonly decrypted: DecryptRows;
  /** The port in use; 0 before listening. */
  readonly listening: { port: number };
}
