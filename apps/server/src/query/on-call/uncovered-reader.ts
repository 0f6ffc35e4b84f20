import { namedKey } from '@tocsin/domain/rules/policies-naming.js';
import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import type { UncoveredAnswer } from '@tocsin/contracts/people/away.js';
import * as peopleLimits from '@tocsin/contracts/people/limits.js';
import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import type { PolicyRow } from '@tocsin/contracts/policies/noun.js';
import { idsNamed } from '@tocsin/contracts/policies/targets.js';
import type { Range } from '@tocsin/domain/setup/schedules/answers/recorded-duties.js';
import { earlierOf, addMillis } from '@tocsin/kernel/time.js';
import type { ServerParts } from '../../core/server-parts.js';
import type { ViewReader } from '../view-reader.js';
import type { OnCallReader } from './on-call-reader.js';

type Shift = UncoveredAnswer['shifts'][number];

const page = peopleLimits.uncoveredListed;

/** Joins adjacent shifts of one schedule, whatever their causes. */
const mergeShifts = (shifts: readonly Shift[]): Shift[] => {
  const found: Shift[] = [];
  for (const { scheduleId, from, to } of shifts) {
    const at = found.findLastIndex((one) => one.scheduleId === scheduleId);
    const before = found[at];
    if (before && from <= before.to) found[at] = { ...before, to: before.to < to ? to : before.to };
    else found.push({ scheduleId, from, to });
  }
  return found;
};

/** The steps of a policy that name this person, and those that name no one else. */
const stepsIn = ({ id: policyId, steps }: PolicyRow, personId: string): UncoveredAnswer['policies'][number] => {
  const named = steps.flatMap((step, n) =>
    idsNamed(step, 'person').includes(personId) ? [{ n: n + 1, isAlone: step.targets.length === 1 }] : [],
  );
  return { policyId, steps: named.map(({ n }) => n), alone: named.flatMap(({ n, isAlone }) => (isAlone ? [n] : [])) };
};

/** Computes what a person’s absence would leave uncovered. */
export class UncoveredReader {
  constructor(
    private readonly parts: Pick<ServerParts, 'reads'> & { readonly viewReader: Pick<ViewReader, 'get' | 'list'> },
    private readonly onCall: Pick<OnCallReader, 'ofPerson'>,
  ) {}

  /** `pagingGroupIds`: firing low-urgency groups that page the person. */
  async of(personId: string, range: Range, pagingGroupIds: readonly string[]): Promise<UncoveredAnswer> {
    const shifts = await this.shifts(personId, range);
    const policies = this.parts.reads.policies.where('named', namedKey('person', personId)).map((row) => stepsIn(row, personId));
    const groups = await this.groups(personId, pagingGroupIds);
    return {
      personId,
      ...range,
      shifts: shifts.slice(0, page),
      policies: policies.slice(0, page),
      groups: groups.slice(0, page),
      more: [shifts, policies, groups].some(({ length }) => length > page),
    };
  }

  private async shifts(personId: string, { from, to }: Range): Promise<readonly Shift[]> {
    const found: Shift[] = [];
    for (let at = from; at < to && mergeShifts(found).length <= page; at = addMillis(at, scheduleLimits.scheduleRange)) {
      const piece = { from: at, to: earlierOf(addMillis(at, scheduleLimits.scheduleRange), to) };
      found.push(...(await this.onCall.ofPerson(personId, piece)).shifts);
    }
    return mergeShifts(found);
  }

  private async groups(personId: string, pagingGroupIds: readonly string[]): Promise<UncoveredAnswer['groups']> {
    const { viewReader } = this.parts;
    const where = { holderId: personId, urgency: 'low', status: ['acknowledged', 'snoozed'] };
    const { rows } = await viewReader.list('alertGroups', { where, sort: 'number', limit: page + 1 });
    const assigned = rows.map(({ row }) => row);
    const known = new Set(assigned.map(({ id }) => id));
    const paged: AlertGroupRow[] = [];
    for (const id of pagingGroupIds) {
      if (known.has(id)) continue;
      const row = (await viewReader.get('alertGroups', id))?.row;
      if (row?.urgency === 'low' && row.status === 'firing') paged.push(row);
    }
    const shown = ({ id: groupId, number, title }: AlertGroupRow) => ({ groupId, number, title, isAssigned: known.has(groupId) });
    return [...assigned, ...paged].map(shown).toSorted((one, other) => one.number - other.number);
  }
}
