import type { Favourite } from '@tocsin/contracts/contacts/events.js';
import { Star } from 'lucide-react';
import { useMe } from '../../../data/session/session.js';
import { useCommand } from '../../../data/cache/use-command.js';
import { useRow } from '../../../data/cache/use-view.js';
import { Check } from '../../../ui/field.js';

/** My favourites of a kind, by their ids. */
export function useFavourites(kind: Favourite['kind']): ReadonlySet<string> {
  const { data } = useRow('contacts', useMe().personId);
  return new Set((data?.row?.favourites ?? []).flatMap((one) => (one.kind === kind ? one.subjectId : [])));
}

/** Mine first, the rest in their order; only mine if that is wanted. */
export const favouritesFirst = <Row,>(
  rows: readonly Row[],
  ids: ReadonlySet<string>,
  idOf: (row: Row) => string,
  isOnly: boolean,
): readonly Row[] => {
  const mine = rows.filter((row) => ids.has(idOf(row)));
  return isOnly ? mine : [...mine, ...rows.filter((row) => !ids.has(idOf(row)))];
};

interface StarProps {
  kind: Favourite['kind'];
  id: string;
  name: string;
}

/** Marks it as mine, or no longer. */
export function StarButton({ kind, id: subjectId, name }: StarProps) {
  const { personId } = useMe();
  const isMarked = useFavourites(kind).has(subjectId);
  const add = useCommand('AddFavourite', `mark ${name}`);
  const remove = useCommand('RemoveFavourite', `unmark ${name}`);
  return (
    <button
      type="button"
      aria-label={`Favourite: ${name}`}
      aria-pressed={isMarked}
      disabled={add.isPending || remove.isPending}
      onClick={() => (isMarked ? remove : add).mutate({ personId, kind, subjectId })}
      className={`grid size-7 shrink-0 place-items-center rounded-md hover:bg-hover ${isMarked ? 'text-ink' : 'text-faint hover:text-ink'}`}
    >
      <Star aria-hidden size={16} strokeWidth={1.5} fill={isMarked ? 'currentColor' : 'none'} />
    </button>
  );
}

/** Offered once there is one. */
export const OnlyFavourites = ({
  of,
  checked,
  onChange,
}: {
  of: ReadonlySet<string>;
  checked: boolean;
  onChange: (isOnly: boolean) => void;
}) =>
  of.size > 0 || checked ? (
    <div className="mb-2.5">
      <Check label="Only favourites" checked={checked} onChange={({ target }) => onChange(target.checked)} />
    </div>
  ) : null;
