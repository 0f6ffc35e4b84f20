import { contactTraits } from '@tocsin/contracts/contacts/kinds.js';
import { listAlerts } from '@tocsin/domain/operation/alert-groups/alert-table.js';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import { describeGroup } from '@tocsin/domain/operation/alert-groups/about.js';
import type { Attempt, ExistingGroup, Page } from '@tocsin/domain/operation/alert-groups/state.js';
import type { ReactorServerParts, DisplayedAddress } from '../core/server-reach.js';
import { lastNoteOf } from './last-note.js';
import type { PageMessage } from './notes.js';
import { messageNumberOf } from './message-number.js';
import { PageLinks } from '../secrets/page-links.js';
import { visibleGroup, withRehearsal } from './visible-group.js';

export interface MessageDependencies {
  readonly server: ReactorServerParts;
  readonly address: DisplayedAddress;
  /** A sentence about a recent outage of Tocsin, undefined when there was none. */
  readonly describeAbsence: () => string | undefined;
}

const nameOf = (server: ReactorServerParts, personId: string): string => readablePersonal(server.reads.people.get(personId)?.name);

const lostDeviceNote = (server: ReactorServerParts, { cause, personId }: Page): Pick<PageMessage, 'lostDevice' | 'lostAddress'> => {
  if (cause.kind !== 'method_gone') return {};
  const method = server.reads.contacts.get(personId)?.methods.find((one) => one.contactMethodId === cause.contactMethodId);
  const sort = method && contactTraits[method.kind].address;
  return {
    ...(sort === 'device' && method?.label ? { lostDevice: readablePersonal(method.label) } : {}),
    ...(sort === 'email' || sort === 'topic' || sort === 'phone' || sort === 'member' || sort === 'userKey' || sort === 'hook'
      ? { lostAddress: sort }
      : {}),
  };
};

const byMethod = ({ attempts }: Page, { contactMethodId }: Attempt): readonly Attempt[] =>
  Object.values(attempts).filter((one) => one.contactMethodId === contactMethodId);

const hasArrived = ({ state }: Attempt): boolean => state === 'sent' || state === 'delivered' || state === 'read';

/** When the content of this attempt was first due by its method, so that retries don’t count as lateness. */
const firstDue = (page: Page, attempt: Attempt): string =>
  byMethod(page, attempt)
    .filter((one) => !hasArrived(one))
    .map(({ dueAt }) => dueAt)
    .toSorted()[0] ?? attempt.dueAt;

/** When the attempts were due that this one replaces. */
const missedTimesOf = (page: Page, attempt: Attempt): readonly string[] =>
  byMethod(page, attempt)
    .filter(({ state }) => state === 'joined')
    .map(({ dueAt }) => dueAt)
    .toSorted();

/** When the next attempt of a page is due. */
const nextDueOf = ({ attempts }: Page, { dueAt }: Attempt): Pick<PageMessage, 'nextAt'> => {
  const [nextAt] = Object.values(attempts)
    .filter((one) => one.state === 'queued' && one.dueAt > dueAt)
    .map((one) => one.dueAt)
    .toSorted();
  return nextAt === undefined ? {} : { nextAt };
};

/** Names of the others who are being paged for a group. */
const namesOfOthersPaged = (server: ReactorServerParts, { pages }: ExistingGroup, personId: string): readonly string[] => {
  const otherPages = pages.filter((other) => other.personId !== personId && other.state === 'running' && !other.quiet);
  return [...new Set(otherPages.map((other) => nameOf(server, other.personId)))];
};

/** Subject and source of a group, for the people who are paged. */
export const aboutOf = (
  { reads }: Pick<ReactorServerParts, 'reads'>,
  { serviceId, origin }: ExistingGroup,
  alerts: ExistingGroup['alerts'],
): Pick<PageMessage, 'about' | 'sourceName'> => ({
  about: describeGroup({ alerts }, (serviceId && reads.services.get(serviceId)?.runbook) || null),
  sourceName: origin.kind === 'signal' ? (reads.integrations.get(origin.integrationId)?.name ?? null) : null,
});

/** The content of one attempt of a page. */
export const pageMessage = async (
  { server, address, describeAbsence: awayNote }: MessageDependencies,
  group: ExistingGroup,
  page: Page,
  attempt: Attempt,
): Promise<PageMessage> => {
  const { pageId, personId, opening } = page;
  const { groupId } = group;
  const alerts = listAlerts(group.alerts);
  const url = address.url();
  const note = awayNote();
  const visible = await visibleGroup(server, group);
  const lastNote = page.cause.kind === 'resolved' ? null : await lastNoteOf(server, groupId);
  return {
    pageId,
    groupId,
    attemptId: attempt.attemptId ?? '',
    messageNumber: messageNumberOf(page, attempt),
    personId,
    personName: nameOf(server, personId),
    number: group.number,
    title: withRehearsal(server.reads, group, visible.title),
    urgency: page.urgency,
    serviceName: (group.serviceId && server.reads.services.get(group.serviceId)?.name) || null,
    since: group.firingSince,
    alerts: alerts.length,
    firing: alerts.filter(({ firing }) => firing).length,
    cutList: group.cutList,
    ...aboutOf(server, group, visible.alerts),
    ...(lastNote ? { lastNote } : {}),
    othersPaged: namesOfOthersPaged(server, group, personId),
    cause: page.cause,
    askedBy: page.cause.kind === 'person' ? nameOf(server, page.cause.by) : null,
    quiet: page.quiet,
    test: group.test,
    ...(group.origin.kind === 'drill' ? { drill: true as const } : {}),
    link: `${url}/p/${new PageLinks(server.vault).pageSecret({ pageId, groupId, personId, opening })}`,
    groupLink: `${url}/alerts/${group.number}`,
    meLink: `${url}/me`,
    ...lostDeviceNote(server, page),
    timeZone: server.reads.people.get(personId)?.timeZone ?? 'UTC',
    dueAt: firstDue(page, attempt),
    missedTimes: missedTimesOf(page, attempt),
    now: server.clock.now(),
    ...nextDueOf(page, attempt),
    ...(note ? { awayNote: note } : {}),
  };
};
