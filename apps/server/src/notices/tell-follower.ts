import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { NewsKind } from '@tocsin/contracts/followers/noun.js';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import { wantedBy } from '@tocsin/domain/operation/notices/shared/wanted.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import type { NoticeMessage } from '../deliveries/notes.js';
import { visibleTitle } from '../deliveries/visible-group.js';
import { shortenTitle } from '../deliveries/wording.js';
import type { TellDependencies } from '../reactor/tell-person.js';
import { sendNotice } from './send-notice.js';

type Told = RecordedOf<'FollowerNotified'>;

const words: Readonly<Record<NewsKind, string>> = { opened: 'opened', acknowledged: 'acknowledged', resolved: 'resolved' };

interface NamedNews {
  readonly groupId: string;
  readonly number: number;
  readonly title: string;
  readonly urgency: 'high' | 'low';
  readonly what: string;
}

const holderOf = ({ server }: TellDependencies, group: { readonly status: string; readonly holder?: unknown }): string => {
  const id = (group.holder as { readonly personId?: string | null } | undefined)?.personId;
  const person = id ? server.reads.people.get(id) : undefined;
  return person ? ` by ${readablePersonal(person.name)}` : '';
};

const namedNews = async (dependencies: TellDependencies, { data }: Told): Promise<readonly NamedNews[]> => {
  const { server } = dependencies;
  const named: NamedNews[] = [];
  for (const { groupId, what } of data.news) {
    const group = server.reads.groups.get(groupId);
    if (!group) continue;
    const by = what === 'acknowledged' && group.status === 'acknowledged' ? holderOf(dependencies, group) : '';
    const title = shortenTitle(await visibleTitle(server, group));
    named.push({ groupId, number: group.number, title, urgency: group.urgency, what: `${words[what]}${by}` });
  }
  return named;
};

const noticeOf = ({ server, address }: TellDependencies, { data }: Told, news: readonly [NamedNews, ...NamedNews[]]): NoticeMessage => {
  const { serviceId, personId, more } = data;
  const [first] = news;
  const service = server.reads.services.get(serviceId)?.name ?? '';
  const count = news.length + more;
  const isOne = count === 1;
  return {
    personId,
    subject: isOne ? `${service}: #${first.number} ${first.what}` : `${service}: ${count} updates`,
    lines: [...news.map(({ number, title, what }) => `#${number} ${title}: ${what}`), ...(more > 0 ? [`and ${more} more`] : [])],
    link: `${address.url()}${isOne ? `/alerts/${first.number}` : `/services/${serviceId}`}`,
    label: isOne ? 'Open the alert group' : 'Open the service',
    about: serviceId,
    serviceName: service,
    group: first,
  };
};

/** Whether they still follow it, want to hear and may: all may have ended since it was decided. */
const isFollowing = ({ server }: TellDependencies, { data: { personId, serviceId } }: Told): boolean =>
  wantedBy(server.reads, personId, 'followed') !== null &&
  server.reads.services.get(serviceId)?.state === 'active' &&
  server.reads.contacts.get(personId)?.follows?.some((one) => one.serviceId === serviceId) === true;

/** Tells a follower quietly, by what they chose. */
export const tellFollower = async (dependencies: TellDependencies, event: Told): Promise<EffectOutcome> => {
  if (dependencies.server.held || !isFollowing(dependencies, event)) return { kind: 'unneeded' };
  const [first, ...rest] = await namedNews(dependencies, event);
  if (!first) return { kind: 'unneeded' };
  const { personId, serviceId, contactMethodId } = event.data;
  return sendNotice(dependencies, {
    id: event.id,
    contactMethodId,
    message: noticeOf(dependencies, event, [first, ...rest]),
    link: { personId, serviceId },
    words: { why: 'You follow this service.', press: 'Stop following' },
  });
};
