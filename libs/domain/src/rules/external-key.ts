import type { ConfigItemRow, KeyedKind } from '@tocsin/contracts/config-files/noun.js';
import type { ConfigurationContext } from '../reads.js';
import { refuse } from './refuse.js';

/** The word by which things are found: the same key for another kind is another one. */
export const keyWordOf = (kind: ConfigItemRow['kind'], externalKey: string): string => `${kind} ${externalKey}`;

/** Refuses a key that something else of the kind has. Two at the same moment: the stream of keys decides, and one stays without. */
export const refuseTakenKey = ({ reads }: ConfigurationContext, kind: KeyedKind, externalKey: string | undefined) =>
  externalKey !== undefined && reads.configItems.where('word', keyWordOf(kind, externalKey)).length > 0
    ? refuse('config.external_key_taken', { name: externalKey }, 'externalKey')
    : null;
