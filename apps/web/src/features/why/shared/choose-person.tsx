import { useAll } from '../../../data/cache/use-view.js';
import { plainName } from '../../../data/words/names.js';
import { Avatar } from '../../../ui/avatar.js';
import { FilterCombo } from '../../../ui/combo-field.js';

/** Choice of a person, by name. */
export function ChoosePerson({ value, onChoose }: { value: string | undefined; onChoose: (personId: string) => void }) {
  const people = useAll('people')
    .map(({ id, name }) => ({ id, name: plainName(name) }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  return (
    <FilterCombo
      label="Person"
      placeholder="Choose a person"
      value={value ?? ''}
      options={people.map(({ id, name }) => ({ id, label: name, icon: <Avatar personId={id} name={name} /> }))}
      onChoose={onChoose}
    />
  );
}
