import { useNames } from '../../data/words/names.js';
import { AddPerson } from './add-person.js';
import { chip } from './chip-class.js';

interface Props {
  /** Name of the list, for screen readers. */
  of: string;
  people: readonly string[];
  /** Shown where there is none. */
  nobody?: string;
  onChange: (people: readonly string[]) => void;
}

/** People in order; a press takes one out, `+` adds one. */
export function PeopleChips({ of, people, nobody, onChange }: Props) {
  const names = useNames();
  return (
    <>
      {people.length === 0 && nobody && <span className="font-medium">{nobody}</span>}
      {people.map((id) => (
        <button
          key={id}
          type="button"
          className={chip}
          aria-label={`Remove ${names.person(id)} from ${of}`}
          onClick={() => onChange(people.filter((one) => one !== id))}
        >
          {names.person(id)}{' '}
          <span aria-hidden className="text-faint">
            ✕
          </span>
        </button>
      ))}
      <AddPerson label={`Add a person to ${of}`} without={people} onChoose={(id) => onChange([...people, id])}>
        {people.length === 0 ? '+ person' : '+'}
      </AddPerson>
    </>
  );
}
