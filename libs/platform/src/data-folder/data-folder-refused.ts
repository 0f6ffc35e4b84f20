import { describeMachineError } from './machine-errors.js';

/** The data folder can’t be used by this program. The message tells the operator what to do. */
export class DataFolderRefused extends Error {
  override readonly name: string = 'DataFolderRefused';
}

/** Another process has locked it: perhaps the server, which the caller can use instead. */
export class DataFolderInUse extends DataFolderRefused {
  override readonly name = 'DataFolderInUse';
}

const ofPaths: Readonly<Record<string, string>> = {
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'there is a file of that name',
};

/** Turns a file system error into a sentence; a refusal stays as it is. */
export const asRefusal = (folder: string, error: unknown): DataFolderRefused => {
  if (error instanceof DataFolderRefused) return error;
  const { code } = (error ?? {}) as { readonly code?: unknown };
  const reason = ofPaths[String(code)] ?? describeMachineError(error) ?? (error instanceof Error ? error.message : String(error));
  return new DataFolderRefused(`The data folder ${folder} can’t be written: ${reason}. Make it writable, or choose another one.`, {
    cause: error,
  });
};
