import { Link } from '@tanstack/react-router';
import { useNames } from '../../data/names.js';
import { useView } from '../../data/use-view.js';
import { BellMark } from '../../ui/bell-mark.js';
import { Since } from '../../ui/time.js';
import { AlertLine } from './alert-line.js';

const last = { where: { status: ['resolved'] }, sort: 'openedAt', desc: true, limit: 5 };

/** Nothing is open: says so with confidence, and what was last. */
export function Quiet() {
  const names = useNames();
  const { data } = useView('alertGroups', last);
  const rows = data?.rows ?? [];
  const newest = rows[0];
  return (
    <div className="mt-10 sm:mt-16">
      <div className="flex flex-col items-center text-center">
        <span className="text-faint">
          <BellMark size={40} />
        </span>
        <p className="mt-4 text-lg font-semibold">All quiet</p>
        <p className="mt-1 text-muted">
          {newest ? (
            <>
              Nothing is firing, for <Since at={newest.resolvedAt ?? newest.openedAt} />.
            </>
          ) : (
            'Nothing has come in yet.'
          )}
        </p>
        {!newest && data && (
          <p className="mt-1 text-muted">
            Connect your monitoring, or send a test alert, at{' '}
            <Link to="/services" className="link">
              your services
            </Link>
            .
          </p>
        )}
      </div>
      {rows.length > 0 && (
        <section aria-label="What was last" className="mt-12">
          <h2 className="border-b border-line px-2 pb-1 text-[13px] font-medium text-muted">What was last</h2>
          <ul>
            {rows.map((row) => (
              <AlertLine key={row.id} row={row} names={names} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
