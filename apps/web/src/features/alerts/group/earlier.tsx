import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { textOrErased } from '@tocsin/contracts/redactions/noun.js';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useEvents } from '../../../data/cache/use-events.js';
import { useCount, useView } from '../../../data/cache/use-view.js';
import type { ListParams } from '../../../data/cache/merge.js';
import { useNames } from '../../../data/words/names.js';
import { Panel } from '../../../ui/panel.js';
import { Ago } from '../../../ui/time.js';
import { ImportedAlertLine } from '../../imported-history/shared/imported-alert-line.js';
import { useImportedAlerts } from '../../imported-history/shared/use-imported-history.js';
import { endWords, helpWords, notedOf } from './earlier-words.js';

const shown = 5;

/** What became of this alert before, at this service: who took it, how long it took, how it ended, and the last note. Nothing when it is new. */
export function Earlier({ row: { id, alertName, serviceId } }: { row: AlertGroupRow }) {
  const params = useMemo((): ListParams => {
    const where = { alertName: [alertName ?? ''], serviceId: [serviceId ?? ''], status: ['resolved'] };
    return { where, sort: 'openedAt', desc: true, limit: shown + 1 };
  }, [alertName, serviceId]);
  const isEnabled = typeof alertName === 'string' && serviceId !== null;
  const rows = (useView('alertGroups', params, { isEnabled }).data?.rows ?? []).filter((one) => one.id !== id).slice(0, shown);
  const count = useCount('alertGroups', params, isEnabled && rows.length === shown);
  const noted = notedOf(rows);
  const imported = useImportedAlerts(isEnabled ? { title: alertName, serviceId } : null).data;
  const names = useNames();
  const theirs = imported?.rows.slice(0, shown) ?? [];
  if (rows.length + theirs.length === 0) return null;
  return (
    <Panel title="Earlier" count={(count ?? rows.length) + (imported?.rows.length ?? 0)}>
      {noted && <LastNote row={noted} />}
      <ul>
        {rows.map((row) => (
          <li key={row.id} className="relative grid gap-x-2.5 border-b border-line-soft py-1.5 last:border-0 hover:bg-hover">
            <Link to="/alerts/$number" params={{ number: String(row.number) }} className="min-w-0 truncate after:absolute after:inset-0">
              <span className="mr-1.5 text-faint">#{row.number}</span>
              <Ago at={row.openedAt} />
            </Link>
            <span className="text-xs text-muted">
              {[endWords(row, names), helpWords(row, names)].filter((words) => words !== '').join(' · ')}
            </span>
          </li>
        ))}
        {theirs.map((alert) => (
          <ImportedAlertLine key={`${alert.system} ${alert.id}`} alert={alert} />
        ))}
      </ul>
    </Panel>
  );
}

function LastNote({ row: { id, number } }: { row: AlertGroupRow }) {
  const note = useEvents({ stream: `alertGroup-${id}`, type: 'NoteAdded', limit: 1 }).data?.pages[0]?.events[0];
  const names = useNames();
  if (note?.type !== 'NoteAdded') return null;
  const { text } = note.data as { readonly text: Parameters<typeof textOrErased>[0] };
  return (
    <figure className="mb-2 rounded-md bg-well px-3 py-2">
      <blockquote className="line-clamp-4 whitespace-pre-wrap wrap-anywhere">{textOrErased(text)}</blockquote>
      <figcaption className="mt-1 text-xs text-muted">
        {names.actor(note.meta.actor)} at{' '}
        <Link to="/alerts/$number" params={{ number: String(number) }} className="underline decoration-line-field underline-offset-3">
          #{number}
        </Link>
      </figcaption>
    </figure>
  );
}
