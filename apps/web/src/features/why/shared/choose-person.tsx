import { useAll } from '../../../data/cache/use-view.js';
import { ChoiceFilter } from '../../../ui/combo-field.js';
import { personOption } from '../../people/shared/person-options.js';

/** Choice of a person, by name. */
export const ChoosePerson = ({ value, onChoose }: { value: string | undefined; onChoose: (personId: string) => void }) => (
  <ChoiceFilter
    label="Person"
    placeholder="Choose a person"
    options={useAll('people').map(personOption)}
    value={value ?? ''}
    onChoose={onChoose}
  />
);
