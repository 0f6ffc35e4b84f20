import type { OnCallRow } from '@tocsin/contracts/schedules/schedules.js';
import { UserRoundCheck } from 'lucide-react';
import { useClock } from '../../data/time/clock.js';
import { useNames } from '../../data/words/names.js';
import { buttonClass } from '../../ui/button.js';
import { LazyMenu } from '../../ui/lazy-menu.js';
import { rowWords } from './shared/on-call-words.js';
import { useTake } from './shared/use-take.js';

const minute = 60_000;

/** The schedules in which I may go on call now. */
export function TakeAShift({ rows, onTaken }: { rows: readonly OnCallRow[]; onTaken: (scheduleId: string) => void }) {
  const names = useNames();
  const now = useClock((time) => time - (time % minute));
  const { mayTake, take } = useTake();
  const open = rows.filter(mayTake);
  if (open.length === 0) return null;
  return (
    <LazyMenu
      label="Take a shift"
      className={buttonClass('act')}
      isSearchable={open.length > 8}
      choices={open.map((row) => ({ id: row.id, label: row.name, hint: rowWords(row, names, now) }))}
      onChoose={(id) => {
        const row = open.find((one) => one.id === id);
        if (row) take(row, () => onTaken(id));
      }}
    >
      <UserRoundCheck aria-hidden size={16} strokeWidth={1.5} />
      Take a shift
    </LazyMenu>
  );
}
