import type { UncoveredAnswer } from '@tocsin/contracts/people/away.js';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api } from '../../data/cache/api.js';
import { keys } from '../../data/cache/keys.js';
import { useAll } from '../../data/cache/use-view.js';
import { browserZone, stretchName } from '../../data/time/zone-times.js';
import { useNames } from '../../data/words/names.js';
import { GetCover } from '../covers/shared/get-cover.js';

interface UncoveredQuery {
  readonly personId: string;
  readonly from: string;
  readonly to: string;
}

const useUncovered = ({ personId, from, to }: UncoveredQuery) =>
  useQuery({
    queryKey: keys.shifts('all', { uncovered: personId, from, to }),
    queryFn: ({ signal }) =>
      api<UncoveredAnswer>('GET', `/on-call/uncovered?${new URLSearchParams({ person: personId, from, to })}`, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });

/** What my absence leaves uncovered: shifts, with a link to get cover; policies that page me; open groups. */
export function UncoveredList(query: UncoveredQuery) {
  const { data } = useUncovered(query);
  if (!data) return null;
  const { shifts, policies, groups, more } = data;
  if (shifts.length + policies.length + groups.length === 0)
    return <p className="text-xs text-muted">Nothing is left uncovered: no shifts, policies or open alert groups of yours.</p>;
  return (
    <output className="mt-1 block space-y-2 rounded-md bg-warn-tint px-3 py-2 text-xs">
      <p className="font-medium">Left uncovered for low urgency</p>
      <Shifts shifts={shifts} />
      <Policies policies={policies} />
      <Groups groups={groups} />
      {more && <p>There is more: only the first 100 of each are listed.</p>}
    </output>
  );
}

const List = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <p className="text-muted">{label}</p>
    <ul className="space-y-1">{children}</ul>
  </div>
);

function Shifts({ shifts }: Pick<UncoveredAnswer, 'shifts'>) {
  const schedules = useAll('schedules');
  if (shifts.length === 0) return null;
  return (
    <List label="Shifts">
      {shifts.map(({ scheduleId, from, to }) => {
        const schedule = schedules.find(({ id }) => id === scheduleId);
        const shift = { from: Date.parse(from), to: Date.parse(to) };
        return (
          <li key={`${scheduleId} ${from}`} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <span>
              <Link to="/schedules/$id" params={{ id: scheduleId }} className="link">
                {schedule?.name ?? 'A schedule'}
              </Link>{' '}
              {stretchName(shift.from, shift.to, browserZone())}
            </span>
            {schedule && <GetCover schedule={schedule} shift={shift} />}
          </li>
        );
      })}
    </List>
  );
}

function Policies({ policies }: Pick<UncoveredAnswer, 'policies'>) {
  const names = useNames();
  if (policies.length === 0) return null;
  return (
    <List label="Escalation policies that name you">
      {policies.map(({ policyId, steps, alone }) => (
        <li key={policyId}>
          <Link to="/policies/$id" params={{ id: policyId }} hash="steps" className="link">
            {names.policy(policyId)}
          </Link>
          , step {steps.join(', ')}
          {alone.length > 0 && `; no one else in step ${alone.join(', ')}`}
        </li>
      ))}
    </List>
  );
}

function Groups({ groups }: Pick<UncoveredAnswer, 'groups'>) {
  if (groups.length === 0) return null;
  return (
    <List label="Open alert groups">
      {groups.map(({ groupId, number, title, isAssigned }) => (
        <li key={groupId}>
          <Link to="/alerts/$number" params={{ number: String(number) }} className="link">
            #{number} {title}
          </Link>
          {isAssigned ? ', assigned to you' : ', notifying you'}
        </li>
      ))}
    </List>
  );
}
