import { Redactions } from '@tocsin/domain/operation/redactions/redactions.js';
import { domain } from '@tocsin/domain/registry.js';
import type { AnyView } from '@tocsin/kernel/rows/view.js';
import { DataFolderInUse } from '@tocsin/platform/data-folder/data-folder-refused.js';
import { openDataFolder, type DataFolder } from '@tocsin/platform/data-folder/data-folder.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import type { FolderLog } from '@tocsin/platform/views/folder-log.js';
import { rebuild } from '@tocsin/platform/views/rebuild.js';
import { SqlViewStore } from '@tocsin/platform/views/sql-view-store.js';
import { CliRefused } from './cli-refused.js';
import { ProgressBar, type Terminal } from './progress-bar.js';
import { rebuildLive } from './rebuild-live.js';
import { requireData, type Settings } from './settings.js';
import { openLog, openViews } from './stores.js';

/** The views of these names, or all. Throws CliRefused with the known names. */
const viewsByName = (names: readonly string[]): readonly AnyView[] => {
  const unknown = names.find((name) => !domain.views.some((view) => view.name === name));
  if (unknown === undefined) return names.length === 0 ? domain.views : domain.views.filter(({ name }) => names.includes(name));
  throw new CliRefused(`Unknown view ${unknown}. Views: ${domain.views.map(({ name }) => name).join(', ')}.`);
};

const folderOf = ({ data }: Settings): DataFolder | undefined => {
  try {
    return openDataFolder(data, { program: version, now: new Date().toISOString() });
  } catch (error) {
    if (error instanceof DataFolderInUse) return undefined;
    throw error;
  }
};

/** `tocsin rebuild [view…]`: rebuilds directly when no server holds the data folder, otherwise asks that server. */
export const rebuildCommand = async (names: readonly string[], settings: Settings, terminal: Terminal): Promise<number> => {
  const views = viewsByName(names);
  requireData(settings);
  const folder = folderOf(settings);
  if (!folder) return rebuildLive(views, settings, terminal);
  try {
    await rebuildOffline(views, folder, settings, terminal);
  } finally {
    await folder.close();
  }
  return 0;
};

/** Single views are built up to the position of the others; all views, or any in an empty store, up to the head of the log. */
const rebuildOffline = async (selection: readonly AnyView[], folder: DataFolder, settings: Settings, terminal: Terminal): Promise<void> => {
  const database = await openViews(settings, folder.room('views'));
  const store = new SqlViewStore(database);
  const began = performance.now();
  const bar = new ProgressBar(terminal, 'rebuilding');
  let log: FolderLog | undefined;
  try {
    log = openLog(settings, { log: folder.room('log'), vault: folder.room('vault'), side: folder.room('side') });
    await log.head();
    const redactedLog = (await Redactions.of(log)).over(log);
    await store.prepare(domain.views);
    const isAll = selection.length === domain.views.length || (await store.checkpoint()).ordinal === 0;
    const views = isAll ? domain.views : selection;
    const onProgress = ({ ordinal, target }: { ordinal: number; target: number }): void => bar.show(ordinal, target);
    const { ordinal } = await rebuild({
      views,
      log: redactedLog,
      store,
      onProgress,
      shouldRebuildCauses: isAll,
      ...(isAll ? {} : { pause: (work) => work() }),
    });
    bar.end();
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    terminal.write(`Rebuilt ${views.map(({ name }) => name).join(', ')} from ${ordinal} events in ${seconds} s.\n`);
  } finally {
    await store.close();
    await log?.close();
  }
};
