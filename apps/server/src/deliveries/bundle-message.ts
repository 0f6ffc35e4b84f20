import { bundleLimits } from '@tocsin/contracts/alert-groups/limits.js';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import { stillOpenOf, type BundleMember } from './bundle-members.js';
import { PageLinks } from '../secrets/page-links.js';
import type { BundleMessage } from './notes.js';
import { digestOf, provenDigest } from './mail-ids.js';
import { messageNumberOf } from './message-number.js';
import { pageMessage, type MessageDependencies } from './page-message.js';

/** Number of groups per service, largest first. */
export const countByService = <T>(all: readonly T[], nameOf: (one: T) => string | null): BundleMessage['services'] => {
  const counts = new Map<string | null, number>();
  for (const one of all) counts.set(nameOf(one), (counts.get(nameOf(one)) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count })).toSorted((a, b) => b.count - a.count);
};

/** The content of one message for several pages, at least one. `before`: the bundle that it replaces. */
export const bundleMessage = async (
  dependencies: MessageDependencies,
  { bundleId, personId, before }: { readonly bundleId: string; readonly personId: string; readonly before: string | null },
  members: readonly BundleMember[],
): Promise<BundleMessage> => {
  const { server, address, describeAbsence: awayNote } = dependencies;
  const { reads, vault, clock } = server;
  const { page, group: firstGroup } = members[0]!;
  const digest = digestOf(members.map(({ page: one, attempt }) => ({ pageId: one.pageId, messageNumber: messageNumberOf(one, attempt) })));
  const note = awayNote();
  const titledMembers = members.slice(0, bundleLimits.titles);
  return {
    bundleId,
    pagesDigest: provenDigest(vault, { groupId: firstGroup.groupId, pageId: page.pageId }, digest),
    personId,
    personName: readablePersonal(reads.people.get(personId)?.name),
    urgency: page.urgency,
    quiet: page.quiet,
    count: new Set(members.map(({ group }) => group.groupId)).size,
    services: countByService(members, ({ group }) => (group.serviceId && reads.services.get(group.serviceId)?.name) || null),
    first: await Promise.all(titledMembers.map(({ group, page: one, attempt }) => pageMessage(dependencies, group, one, attempt))),
    stillOpen: before === null ? 0 : stillOpenOf(server, { personId, bundleId: before }),
    link: `${address.url()}/p/${new PageLinks(vault).bundleSecret({ bundleId, personId })}`,
    listLink: `${address.url()}/alerts`,
    timeZone: reads.people.get(personId)?.timeZone ?? 'UTC',
    now: clock.now(),
    ...(note ? { awayNote: note } : {}),
  };
};
