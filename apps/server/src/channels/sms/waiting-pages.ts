import { duration } from '@tocsin/contracts/duration.js';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import { listAlerts } from '@tocsin/domain/operation/alert-groups/alert-table.js';
import type { OpenGroup } from '@tocsin/domain/operation/alert-groups/shared/reads.js';
import type { Attempt, Page } from '@tocsin/domain/operation/alert-groups/state.js';
import { toMillis } from '@tocsin/kernel/time.js';
import { visibleTitle } from '../../deliveries/visible-group.js';
import { PageLinks, type BundleLink } from '../../secrets/page-links.js';
import type { ChannelDependencies } from '../dependencies.js';

type Dependencies = Pick<ChannelDependencies['server'], 'decode' | 'log' | 'reads' | 'redactions' | 'vault'>;

/** A page that was sent to a phone number. */
export interface PageToNumber {
  readonly number: number;
  /** `#1042 Disk is full` */
  readonly about: string;
  readonly secret: string;
  /** The name of somebody else who has acknowledged. */
  readonly holder: string | null;
  /** Its source still reports it. */
  readonly isFiring: boolean;
  /** The newest message for several pages that named it, also where it was sent alone since; null: none did. */
  readonly bundle: BundleToNumber | null;
}

/** A message for several pages that was sent to a phone number. */
export interface BundleToNumber {
  readonly secret: string;
  /** Alert groups of it that are not over; and one of them is still reported. */
  readonly open: number;
  readonly isFiring: boolean;
}

interface Receiver {
  readonly personId: string;
  readonly contactMethodId: string;
}

/** The people who have verified this number. */
const receiversAt = ({ reads }: Pick<Dependencies, 'reads'>, phoneNumber: string): readonly Receiver[] =>
  [...reads.contacts.all()].flatMap(({ id: personId, methods }) =>
    methods
      .filter(({ kind, address, verified }) => kind === 'sms' && verified && address === phoneNumber)
      .map(({ contactMethodId }) => ({ personId, contactMethodId })),
  );

/** The provider’s times are whole seconds. */
const precision = 1 * duration.second;
const isBefore = (startedAt: string | null, at: string | undefined): boolean =>
  at === undefined || (startedAt !== null && toMillis(startedAt) <= Date.parse(at) + precision);

/** `at`: when it was answered. Nothing answers a page that comes later. */
const sentTo = ({ personId, quiet, attempts }: Page, receiver: Receiver, at: string | undefined): readonly Attempt[] =>
  personId === receiver.personId && !quiet
    ? Object.values(attempts).filter(
        ({ contactMethodId, state, startedAt }) =>
          isBefore(startedAt, at) &&
          contactMethodId === receiver.contactMethodId &&
          (state === 'sending' || state === 'sent' || state === 'delivered' || state === 'read'),
      )
    : [];
const wasSent = (page: Page, receiver: Receiver, at: string | undefined): boolean => sentTo(page, receiver, at).length > 0;

const holderOf = ({ reads }: Pick<Dependencies, 'reads'>, group: OpenGroup, personId: string): string | null => {
  const holder = group.status === 'acknowledged' && group.holder.kind === 'person' ? group.holder.personId : null;
  return holder === null || holder === personId ? null : readablePersonal(reads.people.get(holder)?.name);
};

const isFiring = ({ status, alerts }: OpenGroup): boolean => status !== 'resolved' && listAlerts(alerts).some(({ firing }) => firing);

interface Sending {
  readonly receiver: Receiver;
  readonly at: string | undefined;
  /** Found already, by their ids: many pages are of one. */
  readonly bundles: Map<string, BundleToNumber>;
}

/** The newest message to this number that named the page and others. */
const bundleOf = (dependencies: Dependencies, page: Page, { receiver, at, bundles }: Sending): BundleToNumber | null => {
  const last = sentTo(page, receiver, at)
    .filter(({ isBundled }) => isBundled)
    .toSorted((one, other) => ((one.startedAt ?? '') < (other.startedAt ?? '') ? -1 : 1))
    .at(-1);
  if (last?.ring === undefined) return null;
  const known = bundles.get(last.ring) ?? findBundle(dependencies, { bundleId: last.ring, personId: page.personId });
  bundles.set(last.ring, known);
  return known;
};

const findBundle = ({ reads, vault }: Dependencies, { bundleId, personId }: BundleLink): BundleToNumber => {
  const isNamed = ({ pages }: OpenGroup): boolean =>
    pages.some((one) => one.personId === personId && Object.values(one.attempts).some(({ ring }) => ring === bundleId));
  const open = [...reads.groups.all()].filter((group) => group.status !== 'resolved' && isNamed(group));
  return { secret: new PageLinks(vault).bundleSecret({ bundleId, personId }), open: open.length, isFiring: open.some(isFiring) };
};

const toPage = async (dependencies: Dependencies, group: OpenGroup, page: Page, bundle: PageToNumber['bundle']): Promise<PageToNumber> => {
  const { pageId, personId, opening } = page;
  const { groupId, number } = group;
  return {
    number,
    about: `#${number} ${await visibleTitle(dependencies, group)}`,
    secret: new PageLinks(dependencies.vault).pageSecret({ pageId, groupId, personId, opening }),
    holder: holderOf(dependencies, group, personId),
    isFiring: isFiring(group),
    bundle,
  };
};

/** The last page of each alert group that was sent there. */
const pagesIn = (dependencies: Dependencies, groups: Iterable<OpenGroup>, sending: Sending, isWanted = (_page: Page) => true) =>
  [...groups].flatMap((group) => {
    const page = group.pages.findLast(
      (one) => one.opening === group.opening && isWanted(one) && wasSent(one, sending.receiver, sending.at),
    );
    return page ? [toPage(dependencies, group, page, bundleOf(dependencies, page, sending))] : [];
  });

export const isKnownNumber = (dependencies: Pick<Dependencies, 'reads'>, phoneNumber: string): boolean =>
  receiversAt(dependencies, phoneNumber).length > 0;

/** The pages to this number that nobody has answered, oldest alert group first. */
export const findWaiting = async (dependencies: Dependencies, phoneNumber: string, at?: string): Promise<readonly PageToNumber[]> => {
  const found = receiversAt(dependencies, phoneNumber).flatMap((receiver) =>
    pagesIn(
      dependencies,
      dependencies.reads.groups.where('pagedId', receiver.personId),
      { receiver, at, bundles: new Map() },
      ({ state }) => state === 'running',
    ),
  );
  // several people may have verified the number: for one alert group they count once
  const byNumber = new Map((await Promise.all(found)).toReversed().map((page) => [page.number, page]));
  return [...byNumber.values()].toSorted((a, b) => a.number - b.number);
};

/** Alert groups with a page to this number by then, answered or not. */
export const countSent = ({ reads }: Pick<Dependencies, 'reads'>, phoneNumber: string, at: string): number => {
  const receivers = receiversAt({ reads }, phoneNumber);
  const isSent = (page: Page): boolean => receivers.some((receiver) => wasSent(page, receiver, at));
  return [...reads.groups.all()].filter(({ pages }) => pages.some(isSent)).length;
};

/** Whether this number’s person was perhaps paged for an alert group: in an earlier opening, or for one that is over, unless `isStrict`. */
export const mayHaveBeenSent = (
  { reads }: Pick<Dependencies, 'reads'>,
  phoneNumber: string,
  { number, isStrict }: { readonly number: number; readonly isStrict: boolean },
): boolean => {
  const groups = [...reads.groups.all()];
  const open = groups.find((one) => one.number === number && one.status !== 'resolved');
  if (!open) return !isStrict && groups.some((one) => one.number >= number);
  const mine = new Set(receiversAt({ reads }, phoneNumber).map(({ personId }) => personId));
  return open.pages.some(({ personId }) => mine.has(personId));
};

/** The page to this number for one alert group, answered or not. */
export const findNumbered = async (
  dependencies: Dependencies,
  phoneNumber: string,
  number: number,
  at?: string,
): Promise<PageToNumber | undefined> => {
  const groups = [...dependencies.reads.groups.all()].filter((group) => group.number === number);
  const found = receiversAt(dependencies, phoneNumber).flatMap((receiver) =>
    pagesIn(dependencies, groups, { receiver, at, bundles: new Map() }),
  );
  return found[0];
};
