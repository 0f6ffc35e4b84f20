import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useView } from '../../../data/cache/use-view.js';
import { Banner } from '../../../ui/banner.js';
import { At } from '../../../ui/time.js';

/** Above a form: which file owns this, and what becomes of an edit. Nothing where no file does. */
export function OwnedByFile({ id, className = '' }: { id: string; className?: string }) {
  const params = useMemo(() => ({ where: { id: [id] }, limit: 1 }), [id]);
  const row = useView('configItems', params).data?.rows[0];
  if (!row?.owner) return null;
  const { source, file, line, commit, at } = row.owner;
  return (
    <div className={className}>
      <Banner tone="plain">
        Managed by files: <span className="wrap-anywhere">{source}</span>, {file}:{line}
        {commit !== null && `, commit ${commit.slice(0, 12)}`}, <At at={at} />. You can edit it here; the next apply undoes that.{' '}
        {row.edited && (
          <Link to="/settings/files" className="link">
            Edited since
          </Link>
        )}
      </Banner>
    </div>
  );
}
