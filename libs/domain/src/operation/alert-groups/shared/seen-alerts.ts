import type { IntegrationRow } from '@tocsin/contracts/integrations/noun.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import type { Rows } from '@tocsin/kernel/rows/memory-table.js';
import { fieldNames, seeAlert, type FieldName, type Seeable } from '../../../rules/seen-alert.js';
import type { Labels } from '../../../rules/mute-source.js';
import { serviceOf } from '../../../rules/service-labels.js';
import { threadPrefixOf } from '../../routing/shared/storm-key.js';
import type { ExistingGroup } from '../state.js';

export interface SeenReads {
  readonly services: Pick<Rows<ServiceRow>, 'get'>;
  readonly integrations: Pick<Rows<IntegrationRow>, 'get'>;
}
type SeenGroup = Pick<ExistingGroup, 'serviceId' | 'origin'>;
type SeenAlert = Seeable & { readonly fingerprint?: string };

/** The integration of each alert of a group. In one of several threads only those of the first are known; null: not known. */
const integrationNames = ({ origin }: SeenGroup, { integrations }: SeenReads): ((alert: SeenAlert) => string | null) => {
  if (origin.kind !== 'signal') return () => '';
  const name = integrations.get(origin.integrationId)?.name ?? '';
  if (origin.storm !== true && origin.grouping === undefined) return () => name;
  const prefix = threadPrefixOf(origin.thread);
  return ({ fingerprint = '' }) => (fingerprint.startsWith(prefix) ? name : null);
};

/** What conditions see of the alerts of a group. */
export const seeingOf = (group: SeenGroup, reads: SeenReads, fields: readonly FieldName[] = fieldNames): ((alert: SeenAlert) => Labels) => {
  const service = serviceOf(group, reads);
  const integrationOf = fields.includes('integration') ? integrationNames(group, reads) : () => null;
  return (alert) => seeAlert(alert, { service, integration: integrationOf(alert) }, fields);
};
