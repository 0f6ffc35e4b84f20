import { listAlerts } from '@tocsin/domain/operation/alert-groups/alert-table.js';
import { PageLinks } from '../../secrets/page-links.js';
import { visibleTitle } from '../../deliveries/visible-group.js';
import { shortenTitle } from '../../deliveries/wording.js';
import type { ChannelDependencies } from '../dependencies.js';
import { speak } from './render.js';

export interface CalledPage {
  /** Number and title, as they are now. */
  readonly says: string;
  /** Its source still reports it. */
  readonly isFiring: boolean;
}

/** What a call is about, by the secret in its path, which its provider has signed; null: several pages, or none that is known. */
export const readPage = async (
  server: Pick<ChannelDependencies['server'], 'decode' | 'log' | 'reads' | 'redactions' | 'vault'>,
  secret: string,
): Promise<CalledPage | null> => {
  const link = new PageLinks(server.vault).parseSecret(secret);
  const group = link ? server.reads.groups.get(link.groupId) : undefined;
  if (!group) return null;
  return {
    says: speak(`Alert group ${group.number}: ${shortenTitle(await visibleTitle(server, group))}`),
    isFiring: group.status !== 'resolved' && listAlerts(group.alerts).some(({ firing }) => firing),
  };
};
