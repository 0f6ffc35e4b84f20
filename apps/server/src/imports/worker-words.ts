import type { ImportFormat, ImportTable } from '@tocsin/contracts/imports.js';
import type { ImportMap } from '@tocsin/domain/imports/row.js';

/** What the thread of an import is told when it starts. */
export interface ImportThread {
  /** The table, as it was sent. */
  readonly file: string;
  readonly format: ImportFormat;
  readonly map: ImportMap;
  /** The data folder to make. */
  readonly path: string;
  readonly name: string;
  readonly masterKey: string | undefined;
  readonly now: string;
}

/** `read`: the rows, before anything is written; nothing is written where none was taken. `written`: so many events. */
export type ImportSays = { readonly says: 'read'; readonly table: ImportTable } | { readonly says: 'written'; readonly events: number };
