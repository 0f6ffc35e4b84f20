import { canBePaged } from '@tocsin/contracts/people/can-be-paged.js';
import type { ReactNode } from 'react';
import { plainName } from '../../data/words/names.js';
import { useAll } from '../../data/cache/use-view.js';
import { LazyMenu } from '../../ui/lazy-menu.js';
import { chip } from './chip-class.js';

interface Props {
  label: string;
  /** People who are already in it. */
  without: readonly string[];
  /** Whether “no one” can be chosen too; its id is `no one`. */
  hasNoOne?: boolean;
  className?: string;
  onChoose: (personId: string) => void;
  children: ReactNode;
}

const nobody = { id: 'no one', label: 'No one', hint: 'Use the layer below' };

/** A menu of the people who can be on call. */
export function AddPerson({ label, without, hasNoOne = false, className, onChoose, children }: Props) {
  const people = useOnCallPeople().filter(({ id }) => !without.includes(id));
  return (
    <LazyMenu
      isSearchable
      label={label}
      className={className ?? `${chip} !border-dashed !font-normal text-muted`}
      choices={[...people.map(({ id, name }) => ({ id, label: name })), ...(hasNoOne ? [nobody] : [])]}
      onChoose={onChoose}
    >
      {children}
    </LazyMenu>
  );
}

/** People who can be put on call: observers are never paged. */
export const useOnCallPeople = (): readonly { readonly id: string; readonly name: string }[] =>
  useAll('people')
    .filter(canBePaged)
    .map(({ id, name }) => ({ id, name: plainName(name) }));
