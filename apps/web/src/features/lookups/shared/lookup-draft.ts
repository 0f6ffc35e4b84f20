import * as lookupLimits from '@tocsin/contracts/lookups/limits.js';
import type { LookupRow } from '@tocsin/contracts/lookups/noun.js';

/** Where the rows of a table come from, as typed. */
export interface SourceDraft {
  readonly kind: 'file' | 'address';
  /** Null: no file was chosen. */
  readonly csv: string | null;
  readonly address: string;
  readonly header: string;
}

export interface LookupDraft extends SourceDraft {
  readonly teamId: string | null;
  readonly name: string;
  readonly matchOn: string;
  readonly overrides: boolean;
}

const noSource: SourceDraft = { kind: 'file', csv: null, address: '', header: '' };

export const draftOf = (row: LookupRow | undefined, teamId: string): LookupDraft =>
  row
    ? { ...row, ...noSource, kind: row.host === undefined ? 'file' : 'address' }
    : { ...noSource, teamId, name: '', matchOn: '', overrides: false };

const tooLong = `At most ${lookupLimits.csvCharacters.toLocaleString('en-GB')} characters`;
const isTooLong = ({ csv }: SourceDraft): boolean => (csv?.length ?? 0) > lookupLimits.csvCharacters;

/** A saved table keeps its file, or its address, where none is given. A header is sent to the address that is typed with it. */
const missingSource = ({ kind, csv, address, header }: SourceDraft, row: LookupRow | undefined): string | false => {
  const isKept = row !== undefined && (row.host === undefined) === (kind === 'file');
  if (kind === 'file') return csv === null && !isKept && 'Choose a file';
  return address.trim() === '' && (!isKept || header.trim() !== '') && 'Enter the address';
};

export const whyNot = (draft: LookupDraft, row: LookupRow | undefined): string | false => {
  if (draft.name.trim() === '') return 'Name the table';
  if (draft.matchOn.trim() === '') return 'Name a label';
  return missingSource(draft, row) || (isTooLong(draft) && tooLong);
};

/** What the address gives is not known before it is saved. */
export const canPreview = (draft: LookupDraft, row: LookupRow | undefined): boolean =>
  draft.matchOn.trim() !== '' &&
  !isTooLong(draft) &&
  (draft.kind === 'file' ? draft.csv !== null || row?.host === undefined : draft.address === '') &&
  (draft.csv !== null || row !== undefined);

/** What the command says of the source. */
export const sourceOf = ({ kind, csv, address, header }: SourceDraft) => {
  if (kind === 'file') return csv === null ? {} : { csv };
  if (address.trim() === '') return {};
  return { address: address.trim(), ...(header.trim() === '' ? {} : { header: header.trim() }) };
};
