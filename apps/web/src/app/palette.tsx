import { useNavigate } from '@tanstack/react-router';
import { Command, defaultFilter } from 'cmdk';
import { useState } from 'react';
import { keyActsNow, type KeyAct } from '../ui/use-keyboard.js';
import { paletteInput } from './palette-input.js';
import { isFoundBy, onScreen } from './palette-words.js';
import { places } from './places.js';
import { AlertGroups } from './palette-alert-groups.js';
import { Entities } from './palette-entities.js';
import { Group, Item, Keys, type Close } from './palette-item.js';
import { capital } from '../data/words/capital.js';

interface Props {
  typed: string;
  onType: (typed: string) => void;
  onClose: () => void;
  onPage: (whom: string) => void;
  onKeys: () => void;
}

/** Everything that can be found and done, by typing: “who is paged for payments”, “page bo”, “#12”. */
export function Palette({ typed, onType, onClose, onPage, onKeys }: Props) {
  const [acts] = useState<readonly KeyAct[]>(() => keyActsNow().filter(onScreen));
  const close =
    <A extends readonly unknown[]>(run: (...args: A) => unknown) =>
    (...args: A) => {
      onClose();
      run(...args);
    };
  return (
    <Command label="Quick search" loop filter={score} className="flex max-h-[min(32rem,80dvh)] flex-col">
      <Command.Input
        // React does not render autoFocus; the dialog and its lazily loaded content look for the attribute
        ref={takeFocus}
        value={typed}
        onValueChange={onType}
        placeholder="People, services, commands"
        className={paletteInput}
      />
      <Command.List className="overflow-y-auto overscroll-contain p-1.5 has-[[role=alert]]:[&_[cmdk-empty]]:hidden">
        <Command.Empty className="px-3 py-6 text-center text-muted">No results.</Command.Empty>
        {acts.length > 0 && (
          <Group heading="On this screen">
            {acts.map(({ key, says, run }) => (
              <Item key={`${key} ${says}`} value={`${says} here`} onSelect={close(run)} aside={<Keys of={key} />}>
                {capital(says)}
              </Item>
            ))}
          </Group>
        )}
        <AlertGroups typed={typed} onClose={onClose} />
        <Entities isSearched={typed !== ''} close={close} onPage={onPage} />
        <Places close={close} />
        <Group heading="Help">
          <Item value="keys what this screen can do help" onSelect={close(onKeys)} aside={<Keys of="?" />}>
            Keyboard shortcuts
          </Item>
        </Group>
      </Command.List>
    </Command>
  );
}

function Places({ close }: { close: Close }) {
  const navigate = useNavigate();
  return (
    <Group heading="Go to">
      {places.map(({ to, label, key }) => (
        <Item key={to} value={`go to ${label}`} onSelect={close(() => navigate({ to }))} aside={key && <Keys of={key} />}>
          {label}
        </Item>
      ))}
    </Group>
  );
}

const score = (line: string, typed: string): number => (isFoundBy(line, typed) ? defaultFilter(line, typed) : 0);

function takeFocus(input: HTMLInputElement | null): void {
  input?.setAttribute('autofocus', '');
  input?.focus();
}
