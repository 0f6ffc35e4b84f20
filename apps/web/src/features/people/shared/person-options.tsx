import { plainName, useNames } from '../../../data/words/names.js';
import { useAll } from '../../../data/cache/use-view.js';
import { Avatar } from '../../../ui/avatar.js';
import type { ComboOption } from '../../../ui/combobox.js';
import { peopleOf } from '../../on-call/shared/on-call-words.js';

interface Choosable {
  readonly id: string;
  readonly name: Parameters<typeof plainName>[0];
}

export function personOption({ id, name }: Choosable): ComboOption {
  const label = plainName(name);
  return { id, label, icon: <Avatar personId={id} name={label} /> };
}

/** People to choose from: who is on call now first, with where. */
export function usePersonOptions(people: readonly Choosable[]): readonly ComboOption[] {
  const { me } = useNames();
  const schedules = useAll('onCall').filter(({ removed }) => !removed);
  const dutiesOf = (personId: string) => schedules.flatMap((row) => (peopleOf(row).includes(personId) ? row.name : []));
  const options = people.map((person) => {
    const [option, duties] = [personOption(person), dutiesOf(person.id)];
    return { ...option, label: person.id === me ? `${option.label} (you)` : option.label, duties };
  });
  const onCall = options.filter(({ duties }) => duties.length > 0);
  if (onCall.length === 0) return options;
  return [
    ...onCall.map(({ duties, ...option }) => ({ ...option, hint: duties.join(', '), group: 'On call now' })),
    ...options.filter(({ duties }) => duties.length === 0).map((option) => ({ ...option, group: 'Not on call' })),
  ];
}
