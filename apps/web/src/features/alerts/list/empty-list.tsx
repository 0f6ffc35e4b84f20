import type { Readiness } from '@tocsin/contracts/people/readiness.js';
import { Link } from '@tanstack/react-router';
import { useNames } from '../../../data/words/names.js';
import { useMe } from '../../../data/session/session.js';
import { contactTraits } from '@tocsin/contracts/contacts/kinds.js';
import { useReadiness } from '../../readiness/shared/use-readiness.js';
import { useAll, useEvery } from '../../../data/cache/use-view.js';
import { panelClass } from '../../../ui/panel.js';
import { QuietFacts } from './quiet-facts.js';
import { BellMark } from '../../../ui/bell-mark.js';
import { Since } from '../../../ui/time.js';
import { AlertLine } from './alert-line.js';
import { useLastResolved, useNewestResolved } from './last-resolved.js';

/** Content of the list when nothing is open: whether a page would reach me, and the last resolved group. */
export function EmptyList() {
  const rows = useLastResolved();
  const over = useNewestResolved();
  return (
    <div className="mt-4 grid gap-5">
      <div className={`overflow-hidden ${panelClass}`}>
        <div className="flex flex-col items-center px-6 py-12 text-center sm:py-16">
          <span className="text-bronze">
            <BellMark size={56} />
          </span>
          <p className="mt-4 text-xl font-semibold">All quiet</p>
          <p className="mt-1 text-muted">
            {over ? (
              <>
                Nothing is firing, for <Since at={over.resolvedAt ?? over.openedAt} />.
              </>
            ) : (
              rows && 'No alerts yet.'
            )}
          </p>
          {rows && !over ? <Connect /> : <ReachLine />}
        </div>
        {over && <QuietFacts />}
      </div>
      {rows && rows.length > 0 && <WhatWasLast rows={rows} />}
    </div>
  );
}

const Connect = () => (
  <p className="mt-1 text-muted">
    Connect your monitoring, or send a test alert, at{' '}
    <span className="whitespace-nowrap">
      <Link to="/services" className="link">
        your services
      </Link>
      .
    </span>
  </p>
);

/** The last group is at the address `/alerts/…`; all of them under “Resolved”. */
function WhatWasLast({ rows }: { rows: NonNullable<ReturnType<typeof useLastResolved>> }) {
  const names = useNames();
  return (
    <section aria-label="Recent alerts" className={`overflow-hidden ${panelClass}`}>
      <div className="flex min-h-12 items-center justify-between border-b border-line-soft px-4">
        <h2 className="text-sm font-semibold">Recent alerts</h2>
        <Link to="/alerts" search={{ state: 'resolved' }} className="text-muted hover:text-ink">
          All resolved
        </Link>
      </div>
      <ul>
        {rows.map((row) => (
          <AlertLine key={row.id} row={row} names={names} />
        ))}
      </ul>
    </section>
  );
}

/** An empty list could also mean missed pages: shows how a page would reach me. */
function ReachLine() {
  const { personId } = useMe();
  const readiness = useReadiness(personId);
  const services = useAll('services').filter(({ state }) => state === 'active').length;
  const areServicesRead = useEvery('services').data !== undefined;
  // it has its place before it is known
  if (!readiness || !areServicesRead) return <p className="mt-1 min-h-5" />;
  const ways = waysOf(readiness);
  if (ways.length === 0)
    return (
      <p className="mt-1 text-warn">
        {readiness.reach === 'nobody' ? 'No page would reach you.' : 'A page may not reach you.'}{' '}
        <Link to="/me" className="link text-warn">
          {readiness.reach === 'nobody' ? 'Add a contact method' : 'See why'}
        </Link>
      </p>
    );
  return (
    <p className="mt-1 text-muted">
      {services} {services === 1 ? 'service is' : 'services are'} monitored. A page would reach you by {ways.join(', ')}.
    </p>
  );
}

const waysOf = ({ methods }: Readiness): readonly string[] => [
  ...new Set(methods.filter(({ isSure }) => isSure).map(({ method }) => contactTraits[method.kind].word)),
];
