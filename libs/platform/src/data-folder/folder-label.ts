import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DataFolderRefused } from './data-folder-refused.js';
import { jsonIn } from './json-file.js';
import { replaceFileSync } from './replace-file.js';

/** Increased by a release whose files an older program would misread: folders, logs and backups have one number. */
export const currentFormat = 4;
/** 0.4, the first release whose logs stay readable: what earlier ones wrote is refused. */
const oldestFormat = 4;

/** Null: the program can read this format. */
export const refusalOfFormat = (format: number, program: string): string | null => {
  if (format > currentFormat) return `this is Tocsin ${program}, which reads up to format ${currentFormat}. Use the newer version`;
  if (format >= oldestFormat) return null;
  return `this is Tocsin ${program}, which reads formats from ${oldestFormat}: nothing from before 0.4 can be read. Use the version that wrote it, or start anew`;
};

const logKinds = ['live', 'demo', 'import'] as const;
export type LogKind = (typeof logKinds)[number];

/** `tocsin.json`: the program that last wrote the folder. */
export interface FolderLabel {
  readonly format: number;
  readonly programVersion: string;
  readonly logKind: LogKind;
}

const isLabel = (label: Partial<FolderLabel> | null): label is FolderLabel =>
  Number.isInteger(label?.format) && typeof label?.programVersion === 'string' && logKinds.some((kind) => kind === label.logKind);

const labelFile = (folder: string): string => join(folder, 'tocsin.json');

/** Undefined for a folder without a label. Throws DataFolderRefused when it is unreadable, of another format, or of another kind. */
export const labelOf = (folder: string, program: string, logKind?: LogKind): FolderLabel | undefined => {
  const label = jsonIn<FolderLabel>(labelFile(folder));
  if (label === undefined) return undefined;
  if (!isLabel(label)) {
    throw new DataFolderRefused(`${labelFile(folder)} can’t be read. Restore it from a copy in backups/.`);
  }
  const { format, programVersion, logKind: kind } = label;
  const refusal = refusalOfFormat(format, program);
  if (refusal !== null)
    throw new DataFolderRefused(`The data folder ${folder} was written by Tocsin ${programVersion} in format ${format}; ${refusal}.`);
  if (logKind !== undefined && logKind !== kind) {
    throw new DataFolderRefused(`The data folder ${folder} holds a log of kind “${kind}”, not “${logKind}”. Choose another folder.`);
  }
  return { format, programVersion, logKind: kind };
};

/** Checks a log’s format, because a log in EventStoreDB may be opened without its original folder. Throws DataFolderRefused. */
export const requireFormat = (format: number, program: string): void => {
  const refusal = refusalOfFormat(format, program);
  if (refusal !== null) throw new DataFolderRefused(`This log was created in format ${format}; ${refusal}.`);
};

/** A downgrade is as risky as an upgrade. A folder without a label was put together by hand. */
export const isCopyNeeded = (folder: string, label: FolderLabel | undefined, program: string): boolean =>
  label === undefined ? readdirSync(join(folder, 'log')).length > 0 : label.programVersion !== program || label.format !== currentFormat;

export const sign = (folder: string, programVersion: string, logKind: LogKind): void =>
  replaceFileSync(labelFile(folder), `${JSON.stringify({ format: currentFormat, programVersion, logKind } satisfies FolderLabel)}\n`);
