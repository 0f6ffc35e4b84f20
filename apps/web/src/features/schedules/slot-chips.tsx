import { v7 } from 'uuid';
import { useEffect, useRef, type RefObject } from 'react';
import type { LayerSetting } from '@tocsin/contracts/schedules/layers.js';
import { useNames } from '../../data/words/names.js';
import { useBarred } from '../../ui/use-barred.js';
import { AddPerson } from './add-person.js';
import { chip } from './chip-class.js';

/** Restores focus after a chip is removed or moved; `goTo` names the element to focus after rendering. */
function useFocusInChips(): { box: RefObject<HTMLSpanElement | null>; goTo: (selector: string) => void } {
  const box = useRef<HTMLSpanElement>(null);
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    box.current?.querySelector<HTMLElement>(wanted.current)?.focus();
    wanted.current = null;
  });
  return { box, goTo: (selector) => void (wanted.current = selector) };
}

type Slot = LayerSetting['rotation']['slots'][number];

interface Props {
  /** Name of the rotation, for screen readers. */
  of: string;
  slots: readonly Slot[];
  onChange: (slots: Slot[]) => void;
}

const part =
  'inline-flex h-[26px] min-w-[24px] max-w-full items-center justify-center gap-1 px-1.5 hover:bg-hover disabled:opacity-60 first:rounded-l-md last:rounded-r-md';

const addsTurn = '[data-add] button';

/**
 * “[Ana] [Bo + Cy] [+]”: the people of the turns, in order. A slot can have several people on call together; an empty slot leaves its turn to the
 * layer below.
 */
export function SlotChips({ of, slots, onChange }: Props) {
  const { box, goTo } = useFocusInChips();
  const moveUp = (at: number) => {
    const [from, to] = [slots[at]!, slots[at - 1]!];
    const chipOf = `[data-slot="${from.slotId}"] button`;
    // the first one has no move button, and the next press must not remove a person
    const atFirst = from.people.length > 0 ? `${chipOf}:last-of-type` : addsTurn;
    goTo(at === 1 ? atFirst : `${chipOf}:first-of-type`);
    onChange(slots.with(at, to).with(at - 1, from));
  };
  const remove = (at: number) => {
    goTo(addsTurn);
    onChange(slots.toSpliced(at, 1));
  };
  return (
    <span ref={box} className="contents">
      {slots.map((slot, at) => (
        <SlotChip
          key={slot.slotId}
          of={of}
          slot={slot}
          onMoveUp={at > 0 ? () => moveUp(at) : null}
          onPeople={(people) => onChange(slots.with(at, { ...slot, people }))}
          onRemove={() => remove(at)}
        />
      ))}
      <span data-add className="contents">
        <AddPerson
          hasNoOne
          label={`Add a turn to ${of}`}
          without={[]}
          onChoose={(id) => onChange([...slots, { slotId: v7(), people: id === noOne ? [] : [id] }])}
        >
          {slots.length === 0 ? '+ person' : '+'}
        </AddPerson>
      </span>
    </span>
  );
}

/** The menu’s name for an empty turn. */
export const noOne = 'no one';

interface ChipProps {
  of: string;
  slot: Slot;
  onMoveUp: (() => void) | null;
  onPeople: (people: string[]) => void;
  onRemove: () => void;
}

function SlotChip({ of, slot, onMoveUp, onPeople, onRemove }: ChipProps) {
  const names = useNames();
  const barred = useBarred();
  const drop = (id: string) => (slot.people.length > 1 ? onPeople(slot.people.filter((one) => one !== id)) : onRemove());
  const members = slot.people.length > 0 ? slot.people : [noOne];
  const nameOf = (id: string) => (id === noOne ? 'no one' : names.person(id));
  return (
    <span data-slot={slot.slotId} className={`${chip} !h-auto min-h-[28px] max-w-full flex-wrap !gap-0 !px-0`}>
      {onMoveUp && (
        <button
          type="button"
          aria-describedby={barred}
          aria-label={`Move ${members.map(nameOf).join(' and ')} earlier in ${of}`}
          title="Earlier"
          className={`${part} text-faint`}
          onClick={onMoveUp}
        >
          ‹
        </button>
      )}
      {members.map((id) => {
        const name = nameOf(id);
        return (
          <button
            key={id}
            type="button"
            title="Remove"
            aria-describedby={barred}
            aria-label={`Remove ${name} from ${of}`}
            className={part}
            onClick={() => drop(id)}
          >
            <span className="min-w-0 truncate">{name}</span>
            <span aria-hidden className="text-faint">
              ✕
            </span>
          </button>
        );
      })}
      {slot.people.length > 0 && (
        <AddPerson
          className={`${part} font-normal text-faint`}
          label={`Add a person to the turn of ${slot.people.map(names.person).join(' and ')}`}
          without={slot.people}
          onChoose={(id) => onPeople([...slot.people, id])}
        >
          +
        </AddPerson>
      )}
    </span>
  );
}
