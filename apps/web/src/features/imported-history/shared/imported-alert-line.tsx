import type { ImportedAlertShown } from '@tocsin/contracts/imported-history/answers.js';
import { redactedText } from '@tocsin/contracts/redactions/noun.js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, wordsOf } from '../../../data/cache/api.js';
import { keys } from '../../../data/cache/keys.js';
import { useMay } from '../../../data/session/session.js';
import { span } from '../../../data/time/times.js';
import { say } from '../../../data/toasts.js';
import { Confirm } from '../../../ui/confirm.js';
import { Day } from '../../../ui/time.js';
import { systemTitles, untilMadeAgain } from './use-imported-history.js';

/** `Acknowledged by Ana, over after 14 min`. */
export function importedEndWords({ openedAt, acknowledgedBy, resolvedAt }: ImportedAlertShown): string {
  const taken = acknowledgedBy === null ? '' : `Acknowledged by ${acknowledgedBy.name}`;
  const over = resolvedAt === null ? '' : `over after ${span(Math.max(0, Date.parse(resolvedAt) - Date.parse(openedAt)))}`;
  const words = [taken, over].filter((part) => part !== '').join(', ');
  return words === '' ? 'How it ended is unknown' : `${words[0]!.toUpperCase()}${words.slice(1)}`;
}

/** An alert of another system, marked with it. Whoever may redact notes may redact its texts. */
export function ImportedAlertLine({ alert, hasTitle = false }: { alert: ImportedAlertShown; hasTitle?: boolean }) {
  const redact = useRedaction(alert);
  // until what is read of the history is made again
  const isHidden = redact.isPending || redact.isSuccess;
  return (
    <li className={`relative grid gap-x-2.5 border-b border-line-soft py-1.5 last:border-0 ${redact.may ? 'pr-20' : ''}`}>
      {hasTitle && <span className="min-w-0 wrap-anywhere">{isHidden ? redactedText : alert.title}</span>}
      <span className="min-w-0 truncate text-xs text-muted">
        {systemTitles[alert.system]}, <Day at={alert.openedAt} />
      </span>
      <span className="text-xs text-muted">{importedEndWords(alert)}</span>
      {alert.note !== '' && !isHidden && <span className="line-clamp-3 text-xs whitespace-pre-wrap wrap-anywhere">“{alert.note}”</span>}
      {redact.may && !isHidden && (
        <span className="absolute top-1 right-0">
          <Confirm
            label="Redact"
            title={`Redact “${alert.title}”`}
            says={`Title, description, sentences and notes of this alert are destroyed permanently, in backups of this installation too. A later import of it leaves them out. The rescue folder still has them, and so has ${systemTitles[alert.system]}.`}
            act="Redact"
            onConfirm={() => redact.mutate()}
          />
        </span>
      )}
    </li>
  );
}

function useRedaction({ system, id, title }: ImportedAlertShown) {
  const may = useMay('person.erase') && title !== redactedText;
  const cache = useQueryClient();
  const redact = useMutation({
    mutationFn: async () => {
      await api<unknown>('POST', '/imported-history/redact', { body: { system, id } });
      await untilMadeAgain();
    },
    onSettled: () => cache.invalidateQueries({ queryKey: keys.importedHistory }),
    onError: (error) => say({ kind: 'refused', title: 'Not redacted', detail: wordsOf(error).says }),
  });
  return { ...redact, may };
}
