import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { AuditReport } from '@tocsin/contracts/auditor/audit.js';
import { duration } from '@tocsin/contracts/duration.js';
import { Audit, auditedTypes } from '@tocsin/domain/observers/auditor/audit.js';
import { openDataFolder } from '@tocsin/platform/data-folder/data-folder.js';
import { DataFolderInUse } from '@tocsin/platform/data-folder/data-folder-refused.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import type { FolderLog } from '@tocsin/platform/views/folder-log.js';
import { auditWords } from './audit-words.js';
import { CliRefused } from './cli-refused.js';
import { ProgressBar, type Terminal } from './progress-bar.js';
import { requireData, type Settings } from './settings.js';
import { openLog } from './stores.js';

/**
 * The audited period. Default: from the start of the log until now, or until the log’s end if that is later, because the clock of
 * an earlier writer may have run ahead.
 */
export interface AuditedTime {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const pageOf = 2_000;

/** Checks everything that was due in that period, from the log alone. Reads the log from its start, because it was planned earlier. */
export const auditLog = async (
  log: Pick<FolderLog, 'head' | 'readAll'>,
  { from, to: last, now }: AuditedTime & { readonly now: string },
  show: (done: number, target: number) => void = () => {},
): Promise<AuditReport> => {
  const audit = new Audit({ ...(from === undefined ? {} : { since: from }), counts: { every: duration.day, kept: Infinity } });
  const target = (await log.head()).ordinal;
  let to = last ?? now;
  for (let after = 0; ;) {
    const events = await log.readAll({ after, limit: pageOf, types: auditedTypes });
    for (const event of events) {
      if (event.meta.at > to) {
        if (last !== undefined) return audit.report(to);
        to = event.meta.at;
      }
      audit.take(event);
    }
    const newest = events.at(-1);
    if (!newest || newest.ordinal >= target) return audit.report(to);
    after = newest.ordinal;
    show(after, target);
  }
};

const instantOf = (name: string, text: string | undefined): string | undefined => {
  if (text === undefined) return undefined;
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new CliRefused(`--${name} ${text}: not a time. Write it as 2026-11-20 or 2026-11-20T03:12:00Z.`);
  return at.toISOString();
};

const optionsOf = (args: readonly string[]): AuditedTime & { readonly json: boolean } => {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({ args: [...args], options: { from: text, to: text, json: { type: 'boolean', default: false } } });
    return { from: instantOf('from', values.from), to: instantOf('to', values.to), json: values.json };
  } catch (error) {
    if (error instanceof CliRefused) throw error;
    throw new CliRefused(`${(error as Error).message} Usage: tocsin audit [--from TIME] [--to TIME] [--json]`, { cause: error });
  }
};

/** Runs beside a running server; for a cluster, ordinals are counted in the folder, by one program at a time. */
export const withLog = async <T>(settings: Settings, work: (log: FolderLog) => Promise<T>): Promise<T> => {
  const roomPath = (name: string): string => join(settings.data, name);
  const folder = settings.cluster ? lockFolder(settings) : undefined;
  try {
    const log = openLog(settings, { log: roomPath('log'), vault: roomPath('vault'), side: roomPath('side') });
    try {
      return await work(log);
    } finally {
      await log.close();
    }
  } finally {
    await folder?.close();
  }
};

const lockFolder = ({ data }: Settings) => {
  try {
    return openDataFolder(data, { program: version, now: new Date().toISOString() });
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
    throw new CliRefused('The server is running: see Settings › Health, or stop it and run the audit again.', { cause: error });
  }
};

/** `tocsin audit`: whether everything that was due was done. Returns 1 when something was late by a minute, or never done. */
export const auditCommand = async (args: readonly string[], settings: Settings, terminal: Terminal): Promise<number> => {
  const { json, ...time } = optionsOf(args);
  requireData(settings);
  const bar = new ProgressBar(terminal, 'reading the log');
  const show = (done: number, target: number): void => (json ? undefined : bar.show(done, target));
  const report = await withLog(settings, (log) => auditLog(log, { ...time, now: new Date().toISOString() }, show));
  bar.end();
  terminal.write(json ? `${JSON.stringify(report, null, 2)}\n` : auditWords(report, time.from));
  return report.alarms.count + report.overdueMuch === 0 ? 0 : 1;
};
