import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { OpenGroup } from '@tocsin/domain/operation/alert-groups/shared/reads.js';
import { timersOfGroup } from '@tocsin/domain/operation/alert-groups/timers.js';
import { isRinging } from '@tocsin/domain/operation/alert-groups/paging/paging.js';
import type { World } from '@tocsin/kernel/replay/world.js';
import { findUnwantedDrills } from './drill-acts.js';
import { createDutyChecker } from './duty-checker.js';
import { alertGroupDecider } from '@tocsin/domain/operation/alert-groups/decider.js';

type Data = Readonly<Record<string, string>>;
const dataOf = (event: Recorded): Data => event.data as Data;

/** Pages with an attempt after they were cancelled. */
const findAttemptsAfterCancel = (events: readonly Recorded[]): readonly string[] => {
  const cancelledIds = new Set<string>();
  const violationsFound: string[] = [];
  for (const event of events) {
    if (event.type === 'PageCancelled') cancelledIds.add(dataOf(event)['pageId']!);
    if (event.type === 'AttemptStarted' && cancelledIds.has(dataOf(event)['pageId']!))
      violationsFound.push(`${event.ordinal}: a cancelled page is attempted`);
  }
  return violationsFound;
};

/** Numbers are given without gaps, each to one group. More urgent groups are opened first, whatever their number. */
const findWrongNumbers = (events: readonly Recorded[]): readonly string[] => {
  const openEvents = events.filter(({ type }) => type === 'AlertGroupOpened').map((event) => Number(dataOf(event)['number']));
  const numbers = openEvents.toSorted((one, other) => one - other);
  return numbers.some((number, index) => number !== index + 1) ? [`numbers: ${numbers.join(', ')}`] : [];
};

const isSilent = (group: OpenGroup, epoch: number): boolean =>
  group.status === 'firing' &&
  group.urgency === 'high' &&
  !group.test &&
  group.suppressed === null &&
  !timersOfGroup(group, epoch).some(({ name }) => name.startsWith('step:'));

const isRungTwice = (group: OpenGroup): boolean => {
  const ringingPeople = group.pages.filter((page) => isRinging(page)).map(({ personId }) => personId);
  return new Set(ringingPeople).size < ringingPeople.length;
};

/** Violations, one sentence each. */
export const findViolations = (world: World): readonly string[] => {
  const groups = [...world.memory.rows<OpenGroup>('groups').all()].map(
    ({ groupId }) => world.state(alertGroupDecider, groupId) as OpenGroup,
  );
  return [
    ...findAttemptsAfterCancel(world.events),
    ...findWrongNumbers(world.events),
    ...findUnwantedDrills(world.events),
    ...groups
      .filter((group) => isSilent(group, world.epoch))
      .map(({ number }) => `#${number} fires at ${world.now}, and nobody will be rung`),
    ...groups.filter(isRungTwice).map(({ number }) => `#${number} rings one person twice at ${world.now}`),
    ...world.refusals.map(({ command, refused }) => `${command.type} was refused: ${refused.code}`),
  ];
};

/** The same for who is on call. Call it once at the end, because it goes through all events. */
export const findWrongDuty = ({ events }: World): readonly string[] => {
  const records = createDutyChecker();
  return [...events.flatMap((event) => records.onEvent(event)), ...records.findWronglyPaged()];
};
