import { organisationKey } from '@tocsin/contracts/organisation/noun.js';
import type { DomainReads } from '@tocsin/domain/domain-reads.js';

/** Set while a restored store is paused and may not send yet: since when, and from which backup. */
export const quarantineOf = ({
  organisation,
}: Pick<DomainReads, 'organisation'>): { readonly since: string; readonly backupAt: string } | null =>
  organisation.get(organisationKey)?.held ?? null;
