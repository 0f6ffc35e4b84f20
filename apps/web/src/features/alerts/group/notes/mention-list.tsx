import type { Mentionable } from './mentions.js';

interface Props {
  id: string;
  suggestions: readonly Mentionable[];
  active: number;
  onChoose: (person: Mentionable) => void;
}

/** People behind an @ that is being typed. The focus stays in the note. */
export const MentionList = ({ id, suggestions, active, onChoose }: Props) => (
  <div className="border-t border-line p-1">
    {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select can’t be shown while the focus stays in the note */}
    <div id={id} role="listbox" aria-label="People to mention">
      {suggestions.map((person, n) => (
        <div
          key={person.id}
          id={`${id}-${n}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
          role="option"
          aria-selected={n === active}
          className={`cursor-pointer rounded-md px-2 py-1 ${n === active ? 'bg-hover' : 'hover:bg-hover'}`}
          // before the note loses the focus
          onPointerDown={(event) => {
            event.preventDefault();
            onChoose(person);
          }}
        >
          {person.name}
        </div>
      ))}
    </div>
    <p className="px-2 py-1 text-xs text-muted">A mention notifies no one. To page someone, add them as a responder.</p>
  </div>
);
