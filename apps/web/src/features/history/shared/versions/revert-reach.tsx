import type { RevertReach as Reach, RevertReachRequest } from '@tocsin/contracts/revert-reach.js';
import { plural } from '@tocsin/contracts/reports/words.js';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../../../data/cache/api.js';
import { useNames } from '../../../../data/words/names.js';
import { At } from '../../../../ui/time.js';
import { WhenRead } from '../../../../ui/when-read.js';

/** What a revert would change from now on, before it is done. */
export function RevertReach({ request }: { request: RevertReachRequest }) {
  const reading = useQuery({
    queryKey: ['revert-reach', request],
    queryFn: ({ signal }) => api<Reach>('POST', '/reverts/preview', { body: request, signal }),
    retry: false,
  });
  return (
    <section className="mt-3 space-y-1" aria-label="What would change">
      <WhenRead of={[reading]} what="What would change" lines={2}>
        {reading.data && <Found reach={reading.data} />}
      </WhenRead>
    </section>
  );
}

function Found({ reach: { ordinal, groups, more, services, compared, uncompared, shifts, moreShifts } }: { reach: Reach }) {
  const names = useNames();
  const people = (ids: readonly string[]): string => (ids.length === 0 ? 'no one' : ids.map(names.person).join(', then '));
  return (
    <>
      {groups.length > 0 && (
        <p className="flex flex-wrap gap-x-2">
          {plural(groups.length + more, 'open alert group')}:{' '}
          {groups.map(({ groupId, number }) => (
            <Link key={groupId} to="/alerts/$number" params={{ number: String(number) }} className="link">
              #{number}
            </Link>
          ))}
        </p>
      )}
      {services.map(({ serviceId, was, becomes }) => (
        <p key={serviceId}>
          {names.service(serviceId)}: a critical alert now pages {people(becomes)} instead of {people(was)}.
        </p>
      ))}
      {shifts.map(({ from, to, was, becomes }) => (
        <p key={from + becomes.join()}>
          <At at={from} /> to <At at={to} />: {people(becomes)} on call instead of {people(was)}.
        </p>
      ))}
      {moreShifts > 0 && <p>{plural(moreShifts, 'more shift')} change.</p>}
      {services.length + shifts.length === 0 && <p>{compared === 0 ? 'No service uses it.' : 'The same people are paged.'}</p>}
      <p className="text-xs text-faint">
        As of event {ordinal.toLocaleString('en')}
        {uncompared > 0 && `, ${plural(uncompared, 'service')} not compared`}.
      </p>
    </>
  );
}
