import type { ShiftsImportAnswer } from '@tocsin/contracts/calendar-import.js';
import { useNames } from '../../data/words/names.js';
import { Button } from '../../ui/button.js';
import { At } from '../../ui/time.js';
import { importWords, leftOutWords } from './import-words.js';

/** What importing a calendar comes to: what changes, and each event with whom it puts on call or why it is left out. */
export function ImportPreview({ found, busy, onImport }: { found: ShiftsImportAnswer; busy: boolean; onImport: () => void }) {
  const names = useNames();
  const isSame = found.added + found.changed + found.removed === 0;
  return (
    <div className="rounded-lg border border-line p-3">
      <p className="font-medium">{importWords(found)}</p>
      <ul className="my-2 max-h-72 overflow-y-auto text-[13px]" aria-label="Events of the calendar">
        {found.events.map(({ uid, title, from, personId, problem }) => (
          <li key={uid} className="flex flex-wrap gap-x-3 py-0.5">
            <span className="text-muted tabular-nums">
              <At at={from} />
            </span>
            <span className="min-w-0 truncate">{title || 'No title'}</span>
            <span className={problem ? 'text-warn' : 'text-muted'}>{problem ? leftOutWords[problem] : names.person(personId)}</span>
          </li>
        ))}
      </ul>
      <Button kind="act" busy={busy} whyNot={isSame && 'Nothing changes'} onClick={onImport}>
        Import
      </Button>
    </div>
  );
}
