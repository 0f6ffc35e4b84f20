import { useAll } from '../../../data/cache/use-view.js';
import { plainName } from '../../../data/words/names.js';
import { FilterSelect } from '../../../ui/select.js';

/** Choice of a person, by name. */
export function ChoosePerson({ value, onChoose }: { value: string | undefined; onChoose: (personId: string) => void }) {
  const people = useAll('people')
    .map(({ id, name }) => ({ id, name: plainName(name) }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  return (
    <FilterSelect label="Person" value={value} onChoose={onChoose}>
      <option value="">Choose a person</option>
      {people.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </FilterSelect>
  );
}
