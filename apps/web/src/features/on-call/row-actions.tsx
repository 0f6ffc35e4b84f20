import type { OnCallRow } from '@tocsin/contracts/schedules/schedules.js';
import { MoreHorizontal } from 'lucide-react';
import { useNames } from '../../data/words/names.js';
import { useMay } from '../../data/session/session.js';
import { LazyMenu } from '../../ui/lazy-menu.js';
import { peopleOf } from './shared/on-call-words.js';
import { useTake } from './shared/use-take.js';

const takes = 'take';

/** What can be done about who is on call: page them, or take their shift. Nothing where neither is permitted. */
export function RowActions({ row, onPage }: { row: OnCallRow; onPage: (personId: string) => void }) {
  const names = useNames();
  const mayPage = useMay('person.page');
  const { mayTake, take } = useTake();
  const choices = [
    ...(mayTake(row) ? [{ id: takes, label: 'Take this shift', hint: 'You are on call until it ends' }] : []),
    ...(mayPage ? peopleOf(row) : []).filter((id) => id !== names.me).map((id) => ({ id, label: `Page ${names.person(id)}…` })),
  ];
  if (choices.length === 0) return null;
  return (
    <LazyMenu
      label={`Actions for ${row.name}`}
      choices={choices}
      onChoose={(id) => (id === takes ? take(row) : onPage(id))}
      className="grid size-7 shrink-0 place-items-center rounded-md text-muted hover:bg-pressed hover:text-ink max-sm:size-11"
    >
      <MoreHorizontal aria-hidden size={16} strokeWidth={1.5} />
    </LazyMenu>
  );
}
