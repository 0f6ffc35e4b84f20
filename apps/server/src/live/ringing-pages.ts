import { contactTraits, type ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import type { RingingPage } from '@tocsin/contracts/live.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import type { ExistingGroup, Page } from '@tocsin/domain/operation/alert-groups/state.js';
import type { ServerParts } from '../core/server-parts.js';
import { asksOf } from '../channels/browser/render.js';
import { visibleTitle, withRehearsal } from '../deliveries/visible-group.js';
import { shortenTitle } from '../deliveries/wording.js';

const ringsInTabs = (kind: ContactKind): boolean => contactTraits[kind].loudness === 'tab';

type Dependencies = Pick<ServerParts, 'decode' | 'log' | 'memory' | 'reads' | 'redactions'>;

/**
 * Whether a browser should still ring for a page: not answered, not cancelled, and a browser attempt has started. Includes a page whose attempt found
 * no tab: a tab opened a minute later rings too. Quiet messages are shown once, when they are sent.
 */
const isRingingInTabs = (page: Page): boolean =>
  page.state === 'running' &&
  !page.quiet &&
  Object.values(page.attempts).some(({ kind, state }) => ringsInTabs(kind) && state !== 'queued' && state !== 'rehearsed');

/** Active pages of browser tabs, by alert group and person. Derived from memory, so that a new tab can request them. */
export class RingingPages {
  private readonly byGroup = new Map<string, readonly Page[]>();

  /** Processes a changed group. Returns the people whose active pages changed. */
  change(groupId: string, group: ExistingGroup | null): ReadonlySet<string> {
    const before = this.byGroup.get(groupId) ?? [];
    const now = group && group.status !== 'resolved' ? group.pages.filter(isRingingInTabs) : [];
    if (now.length > 0) this.byGroup.set(groupId, now);
    else this.byGroup.delete(groupId);
    const differingPages = (some: readonly Page[], previousPages: readonly Page[]): readonly Page[] =>
      some.filter(({ pageId }) => !previousPages.some((other) => other.pageId === pageId));
    return new Set([...differingPages(before, now), ...differingPages(now, before)].map(({ personId }) => personId));
  }

  /** Active pages of a person, oldest first; at most as many as a tab shows as sentences. */
  of(personId: string): readonly (readonly [groupId: string, page: Page])[] {
    const ownPages: (readonly [string, Page])[] = [];
    for (const [groupId, pages] of this.byGroup) for (const page of pages) if (page.personId === personId) ownPages.push([groupId, page]);
    return ownPages.toSorted(([, a], [, b]) => (a.startedAt < b.startedAt ? -1 : 1)).slice(-alertGroupLimits.ringingPagesTold);
  }
}

/** The message to a tab about an active page of its person. Undefined when the group is no longer in memory. */
export const toRingingPage = async (parts: Dependencies, groupId: string, page: Page): Promise<RingingPage | undefined> => {
  const group = parts.memory.rows<ExistingGroup>('groups').get(groupId);
  if (!group) return undefined;
  const { pageId, urgency, quiet, cause } = page;
  const serviceName = (group.serviceId && parts.reads.services.get(group.serviceId)?.name) || null;
  const title = shortenTitle(withRehearsal(parts.reads, group, await visibleTitle(parts, group)));
  const browserAttempt = Object.values(page.attempts).findLast((attempt) => ringsInTabs(attempt.kind) && attempt.isBundled)?.ring;
  const more = { ...(browserAttempt === undefined ? {} : { ring: browserAttempt }), ...asksOf(cause) };
  return { pageId, groupId, number: group.number, title, urgency, quiet, cause: cause.kind, test: group.test, serviceName, ...more };
};
