import type { ForeignAnswer } from './answers.js';
import { withExactOverrides } from './exact-overrides.js';
import { withinLimits } from './fit-schedules.js';
import { readGoalert } from './goalert.js';
import { readJsm, type KnownAccounts } from './jsm.js';
import { readOncall } from './oncall.js';
import { readOpsgenie } from './opsgenie.js';
import type { ForeignOrganisation } from './organisation.js';
import { readPagerduty } from './pagerduty.js';
import { Remarks } from './settings.js';

type Reader = (answers: readonly ForeignAnswer[], at: number, accounts?: KnownAccounts) => ForeignOrganisation;

/** A page that was read twice, because it is its own next one or a run went on after a kill, counts once. */
const once = (answers: readonly ForeignAnswer[]): readonly ForeignAnswer[] => {
  const seen = new Set<string>();
  return answers.filter(({ asked, graphql, status }) => {
    const key = JSON.stringify([asked, status < 300, graphql?.operationName, graphql?.variables]);
    return seen.size < seen.add(key).size;
  });
};

const reading =
  (read: Reader): Reader =>
  (answers, at, accounts) =>
    exact(read(once(answers), at, accounts), at);

function exact(organisation: ForeignOrganisation, at: number): ForeignOrganisation {
  const { people, teams, schedules } = organisation;
  const known = new Set(people.filter(({ isObserver }) => !isObserver).map(({ id }) => id));
  const members = new Map(teams.map((team) => [team.id, team.members.map(({ personId }) => personId).filter((id) => known.has(id))]));
  const expand = (id: string) => members.get(id) ?? (known.has(id) ? [id] : []);
  const remarks = new Remarks();
  const exact = withinLimits(
    schedules.map((schedule) => withExactOverrides(schedule, expand, at)),
    remarks,
  );
  return { ...organisation, schedules: exact, remarks: [...organisation.remarks, ...remarks.all] };
}

/** From the answers of a rescue, as of its moment in milliseconds. */
export const readers: Readonly<Record<'opsgenie' | 'jsm' | 'pagerduty' | 'oncall' | 'goalert', Reader>> = {
  opsgenie: reading(readOpsgenie),
  jsm: reading(readJsm),
  pagerduty: reading(readPagerduty),
  oncall: reading(readOncall),
  goalert: reading(readGoalert),
};
