import type { ShiftsImportAnswer } from '@tocsin/contracts/schedules/calendar-import.js';
import { useNames } from '../../data/words/names.js';
import { Button } from '../../ui/button.js';
import { browserZone, stretchName } from '../../data/time/zone-times.js';
import { importWords, problemWords } from './shared/import-words.js';

/** Preview of a calendar import: the changes, and for each event whom it puts on call or why it is skipped. */
export function ImportPreview({ answer, busy, onImport }: { answer: ShiftsImportAnswer; busy: boolean; onImport: () => void }) {
  const names = useNames();
  const isSame = answer.added + answer.changed + answer.removed === 0;
  return (
    <div className="rounded-lg border border-line p-3">
      <p className="font-medium">{importWords(answer)}</p>
      <ul className="my-2 max-h-72 overflow-y-auto text-xs" aria-label="Events of the calendar">
        {answer.events.map(({ uid, title, from, to, personId, problem, detail, line }) => (
          <li key={`${uid} ${line}`} className="grid grid-cols-1 gap-x-4 border-t border-line/70 py-1 sm:grid-cols-[19rem_1fr_1fr]">
            <span className="text-muted tabular-nums">{stretchWords(from, to)}</span>
            <span className="min-w-0 truncate" title={title}>
              {title || 'No title'}
            </span>
            <span className={problem ? 'text-warn' : 'font-medium'}>
              {problem ? problemWords({ problem, detail, line }) : names.person(personId)}
            </span>
          </li>
        ))}
      </ul>
      {answer.isCut && (
        <p className="mb-2 text-warn">The calendar has too many events to import at once. Those after the last one here are left out.</p>
      )}
      <Button kind="act" busy={busy} whyNot={isSame && 'Nothing changes'} onClick={onImport}>
        Import
      </Button>
    </div>
  );
}

/** An event that can’t be read may have a start without an end, or neither. */
const stretchWords = (from: string | null, to: string | null): string =>
  from === null ? '–' : stretchName(Date.parse(from), Date.parse(to ?? from), browserZone());
