import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import { choiceOf } from '@tocsin/contracts/notices/choices.js';
import * as noticeLimits from '@tocsin/contracts/notices/limits.js';
import { isRehearsal } from '@tocsin/domain/operation/alert-groups/shared/rehearsal.js';
import { teamOf, type OpenGroup } from '@tocsin/domain/operation/alert-groups/shared/reads.js';
import { formatWallClock } from '../deliveries/times.js';
import { visibleTitle } from '../deliveries/visible-group.js';
import { shortenTitle } from '../deliveries/wording.js';
import type { TellDependencies } from '../reactor/tell-person.js';
import type { NoticeWords } from './notice-kind.js';
import { counted, moreLine, namesOf } from './words.js';

type Due = RecordedOf<'MorningSummaryDue'>['data'];

/** Those of a person; of everybody for who is in none. */
const isTheirs = ({ server: { reads } }: TellDependencies, personId: string): ((teamId: string | null) => boolean) => {
  const teams = new Set(
    [...reads.teams.all()].filter(({ members }) => members.some((one) => one.personId === personId)).map(({ id }) => id),
  );
  return (teamId) => teams.size === 0 || (teamId !== null && teams.has(teamId));
};

/** What a rehearsal only counted paged nobody, also where the service went live since. */
const wasRehearsed = ({ attempts }: OpenGroup['pages'][number]): boolean =>
  Object.values(attempts).some(({ state }) => state === 'rehearsed');

const hasPaged = ({ pages }: OpenGroup, { from, to }: Due): boolean =>
  pages.some((page) => !page.quiet && page.startedAt >= from && page.startedAt < to && !wasRehearsed(page));

const holderOf = ({ server: { reads } }: TellDependencies, { groupId }: OpenGroup): string | undefined => reads.held.get(groupId)?.holderId;

const listed = async (
  dependencies: TellDependencies,
  groups: readonly OpenGroup[],
  wordsOf: (group: OpenGroup) => string,
): Promise<readonly string[]> => {
  const lines: string[] = [];
  for (const group of groups.slice(0, noticeLimits.groupsListed))
    lines.push(`#${group.number} ${shortenTitle(await visibleTitle(dependencies.server, group))}: ${wordsOf(group)}`);
  return [...lines, ...moreLine(groups.length - lines.length)];
};

/** What paged at night, who holds what, who is on call today; null: nothing happened, and they want no message then. */
export const morningSummary = async (due: Due, dependencies: TellDependencies): Promise<NoticeWords | null> => {
  const { reads } = dependencies.server;
  const { personId, from, timeZone } = due;
  const isOurs = isTheirs(dependencies, personId);
  const groups = [...reads.groups.all()]
    .filter((group) => !group.test && !isRehearsal(group, reads) && isOurs(teamOf(group, reads)))
    .toSorted((one, other) => one.number - other.number);
  const paged = groups.filter((group) => hasPaged(group, due));
  const held = groups.filter((group) => group.status !== 'resolved' && holderOf(dependencies, group) !== undefined);
  const { always = false } = choiceOf(reads.contacts.get(personId), 'morning_summary');
  if (paged.length + held.length === 0 && !always) return null;
  const schedules = [...reads.onCall.all()].filter(({ removed, teamId }) => !removed && isOurs(teamId));
  const onCall = schedules.slice(0, noticeLimits.schedulesListed).map(({ name, people, nextAt, next }) => {
    const then = nextAt === null ? '' : `, from ${formatWallClock(nextAt, timeZone)} ${namesOf(reads, next)}`;
    return `${name}: ${namesOf(
      reads,
      people.map((one) => one.personId),
    )}${then}`;
  });
  const lines = [
    `Paged since ${formatWallClock(from, timeZone)}: ${paged.length === 0 ? 'nothing.' : ''}`.trim(),
    ...(await listed(dependencies, paged, ({ status }) => status)),
    ...(held.length > 0 ? ['Assigned:'] : []),
    ...(await listed(dependencies, held, (group) => namesOf(reads, [holderOf(dependencies, group)!]))),
    ...(onCall.length > 0 ? ['On call:'] : []),
    ...onCall,
    ...moreLine(schedules.length - onCall.length),
  ];
  const subject = paged.length === 0 ? 'Your morning: a quiet night' : `Your morning: ${counted(paged.length, 'alert group')} paged`;
  return { subject, lines, link: '/alerts', label: 'Open the alerts' };
};
