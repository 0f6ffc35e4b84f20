import type { ImportedAlertShown } from '@tocsin/contracts/imported-history/answers.js';
import { span } from '../../../data/time/times.js';
import { Day } from '../../../ui/time.js';
import { systemTitles } from './use-imported-history.js';

/** `Taken by Ana, over after 14 min`. */
export function importedEndWords({ openedAt, acknowledgedBy, resolvedAt }: ImportedAlertShown): string {
  const taken = acknowledgedBy === null ? '' : `Taken by ${acknowledgedBy.name}`;
  const over = resolvedAt === null ? '' : `over after ${span(Math.max(0, Date.parse(resolvedAt) - Date.parse(openedAt)))}`;
  const words = [taken, over].filter((part) => part !== '').join(', ');
  return words === '' ? 'How it ended is unknown' : `${words[0]!.toUpperCase()}${words.slice(1)}`;
}

/** An alert of another system, marked with it. */
export const ImportedAlertLine = ({ alert, hasTitle = false }: { alert: ImportedAlertShown; hasTitle?: boolean }) => (
  <li className="grid gap-x-2.5 border-b border-line-soft py-1.5 last:border-0">
    {hasTitle && <span className="min-w-0 wrap-anywhere">{alert.title}</span>}
    <span className="min-w-0 truncate text-xs text-muted">
      {systemTitles[alert.system]}, <Day at={alert.openedAt} />
    </span>
    <span className="text-xs text-muted">{importedEndWords(alert)}</span>
    {alert.note !== '' && <span className="line-clamp-3 text-xs whitespace-pre-wrap wrap-anywhere">“{alert.note}”</span>}
  </li>
);
