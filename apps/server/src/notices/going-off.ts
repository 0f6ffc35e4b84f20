import * as noticeLimits from '@tocsin/contracts/notices/limits.js';
import { visibleTitle } from '../deliveries/visible-group.js';
import { shortenTitle } from '../deliveries/wording.js';
import type { WordsOf } from './notice-kind.js';
import { counted, moreLine, namesOf, scheduleName } from './words.js';

/** Lists what they hold now: it may have ended since. */
export const goingOff: WordsOf<'going_off'> = async ({ scheduleId, next }, { id }, { server }) => {
  const { reads } = server;
  const held = reads.held.where('holderId', id).flatMap(({ groupId }) => reads.groups.get(groupId) ?? []);
  const groups = held.filter(({ status }) => status === 'acknowledged').toSorted((one, other) => one.number - other.number);
  if (groups.length === 0) return null;
  const lines: string[] = [];
  for (const group of groups.slice(0, noticeLimits.groupsListed))
    lines.push(`#${group.number} ${shortenTitle(await visibleTitle(server, group))}`);
  const count = counted(groups.length, 'alert group');
  return {
    subject: `You went off call for ${scheduleName(reads, scheduleId)} with ${count}`,
    lines: [`On call now: ${namesOf(reads, next)}.`, ...lines, ...moreLine(groups.length - lines.length)],
    link: `/hand-over/${scheduleId}`,
    label: `Hand over ${count}`,
  };
};
