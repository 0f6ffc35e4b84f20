import { once } from 'node:events';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { eventContract } from '@tocsin/contracts/catalogue.js';
import { Redactions } from '@tocsin/domain/operation/redactions/redactions.js';
import { domain } from '@tocsin/domain/registry.js';
import type { FoldFault } from '@tocsin/kernel/rows/memory-rows.js';
import { openFolderLog } from '@tocsin/platform/views/folder-log.js';
import { rebuild } from '@tocsin/platform/views/rebuild.js';
import { SqlViewStore } from '@tocsin/platform/views/sql-view-store.js';
import { openSqliteViews } from '@tocsin/platform/views/sqlite-dialect.js';
import type { Checkpoint } from '@tocsin/platform/views/view-store.js';
import { isRaw } from '@tocsin/contracts/routing/signals.js';
import { viewFaultOf, type ViewFault } from './worker-messages.js';

/** Start parameters of the worker. */
export interface RebuildOrder {
  readonly rooms: { readonly log: string; readonly vault: string; readonly views: string };
  readonly masterKey: string | undefined;
  /** Names of views. */
  readonly views: readonly string[];
  /** Whether a projector is running: then the worker sends `ready`, and swaps on request. Otherwise it builds all views up to the head. */
  readonly isParallel: boolean;
  /** Whether the index of causes is rebuilt, too. */
  readonly shouldRebuildCauses: boolean;
  /** Rows that leave lists are left out if they were over before this. */
  readonly unlistBefore: string;
  /** The old rows must be removed from the files. */
  readonly shouldScrub: boolean;
}

export type RebuildReply =
  | { readonly kind: 'progress'; readonly ordinal: number; readonly target: number }
  | { readonly kind: 'fault'; readonly fault: ViewFault }
  | { readonly kind: 'ready' }
  | { readonly kind: 'swapped' }
  | { readonly kind: 'done'; readonly checkpoint: Checkpoint };

/** Builds views on its own connections, so that the thread for signals and pages is not blocked. */
const runRebuild = async (order: RebuildOrder, port: MessagePort): Promise<void> => {
  const { contractOf, upcasters } = { contractOf: eventContract, upcasters: domain.upcasters };
  const { log: room, vault, views } = order.rooms;
  const folder = openFolderLog({ log: room, vault, masterKey: order.masterKey, contractOf, upcasters, shouldLeave: isRaw });
  const log = (await Redactions.of(folder)).over(folder);
  const store = new SqlViewStore(openSqliteViews(views));
  const post = (message: RebuildReply): void => port.postMessage(message);
  const pause = async (swap: () => Promise<void>): Promise<void> => {
    const message = once(port, 'message');
    post({ kind: 'ready' });
    await message;
    await swap();
    post({ kind: 'swapped' });
  };
  const selectedViews = domain.views.filter(({ name }) => order.views.includes(name));
  const onProgress = (progress: { ordinal: number; target: number }): void => post({ kind: 'progress', ...progress });
  const onFault = (fault: FoldFault): void => post({ kind: 'fault', fault: viewFaultOf(fault) });
  const checkpoint = await rebuild({
    views: selectedViews,
    log,
    store,
    onProgress,
    onFault,
    unlistBefore: order.unlistBefore,
    shouldRebuildCauses: order.shouldRebuildCauses,
    ...(order.isParallel ? { pause } : {}),
  });
  if (order.shouldScrub) for (const { name } of selectedViews) await store.scrub(name);
  await store.close();
  await log.close();
  post({ kind: 'done', checkpoint });
};

if (parentPort) await runRebuild(workerData as RebuildOrder, parentPort);
