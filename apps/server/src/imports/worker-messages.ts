import type { ImportFormat, ImportTable } from '@tocsin/contracts/imports/imports.js';
import type { ImportMap } from '@tocsin/domain/observers/imports/row.js';

/** Start parameters of an import’s thread. */
export interface ImportThread {
  /** The file with the uploaded table. */
  readonly file: string;
  readonly format: ImportFormat;
  readonly map: ImportMap;
  /** The data folder to create. */
  readonly path: string;
  readonly name: string;
  readonly masterKey: string | undefined;
  readonly now: string;
}

/** Number of services and people in its log. */
export interface NamesCount {
  readonly services: number;
  readonly people: number;
}

/**
 * `read`: the table, sent before anything is written; if no row is usable, nothing is written. `written`: the number of events so
 * far.
 */
export type ImportReply =
  | { readonly kind: 'read'; readonly table: ImportTable; readonly names: NamesCount }
  | { readonly kind: 'written'; readonly events: number };
