import { keyOf, lineOf } from '@tocsin/domain/operation/alert-groups/bundles/rings-row.js';
import type { OpenGroup } from '@tocsin/domain/operation/alert-groups/shared/reads.js';
import type { Attempt, Page } from '@tocsin/domain/operation/alert-groups/state.js';
import type { BundleLine } from '@tocsin/contracts/alert-groups/bundles.js';
import type { ReactorServerParts } from '../core/server-reach.js';
import { servicesLine } from './bundle-wording.js';
import { countByService } from './bundle-message.js';

/** A person’s pages of one line by one contact method. */
export interface LineRef {
  readonly personId: string;
  readonly contactMethodId: string;
  readonly line: BundleLine;
}

/** Groups that are counted: this is done on the thread that pages, while more come. */
const most = 1_000;

const isWaiting = ({ state, waitsUntil, contactMethodId }: Attempt, line: LineRef): boolean =>
  state === 'queued' && waitsUntil !== undefined && contactMethodId === line.contactMethodId;

const isWaitingPage = (page: Page, line: LineRef): boolean =>
  page.state === 'running' &&
  page.personId === line.personId &&
  lineOf(page) === line.line &&
  Object.values(page.attempts).some((attempt) => isWaiting(attempt, line));

/** `and 4 more in Payments`: the alert groups that wait for this person behind the message that was sent last. Null: none waits. */
export const waitingWords = ({ reads }: Pick<ReactorServerParts, 'reads'>, line: LineRef): string | null => {
  const groups: OpenGroup[] = [];
  for (const group of reads.groups.eachWhere('queuedBy', keyOf(line))) {
    if (groups.length === most) return `and more than ${most.toLocaleString('en')} others`;
    if (group.pages.some((page) => isWaitingPage(page, line))) groups.push(group);
  }
  if (groups.length === 0) return null;
  const services = countByService(groups, ({ serviceId }) => (serviceId && reads.services.get(serviceId)?.name) || null);
  const [only] = services;
  if (services.length > 1) return `and ${groups.length} more: ${servicesLine({ services })}`;
  return `and ${groups.length} more${only!.name === null ? '' : ` in ${only!.name}`}`;
};
