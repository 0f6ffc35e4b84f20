import { stringify } from 'yaml';
import type { ConfigFiles } from '@tocsin/contracts/config-files/plan.js';
import type { DomainReads } from '@tocsin/domain/domain-reads.js';
import { exportFiles } from '@tocsin/domain/observers/config-plans/export.js';
import { withWebhooks, type PlanJob } from './plan-job.js';

export interface ExportJob extends Pick<PlanJob, 'webhooks' | 'viewer'> {
  readonly team: string | null;
}

/** Times of day stand in quotes: YAML of other versions reads them as numbers. */
const write = (document: object): string =>
  stringify(document, { version: '1.2', schema: 'core', lineWidth: 120, defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' });

export const exportConfig = ({ team, webhooks, viewer }: ExportJob, copy: DomainReads): ConfigFiles => ({
  files: exportFiles(withWebhooks(copy, webhooks), team, viewer).map(({ path, documents }) => ({
    path,
    text: documents.map(write).join('---\n'),
  })),
});
