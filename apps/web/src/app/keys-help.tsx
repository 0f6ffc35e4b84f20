import { useState } from 'react';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { DialogButtons } from '../ui/dialog-buttons.js';
import { keyActsNow } from '../ui/use-keyboard.js';

const keyNames: Record<string, string> = { Escape: 'Esc' };

/** Keyboard shortcuts, by key. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  const [acts] = useState(keyActsNow);
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-2">
        <Line keys={['Ctrl', 'K']} says="find people, services and commands" />
        {acts.map(({ key, says }) => (
          <Line key={`${key} ${says}`} keys={key.split(' ')} says={says} />
        ))}
        <Line keys={['Tab']} says="move through everything else; Enter activates it" />
      </dl>
      <DialogButtons>
        <Button onClick={onClose}>Close</Button>
      </DialogButtons>
    </Dialog>
  );
}

const Line = ({ keys, says }: { keys: readonly string[]; says: string }) => (
  <div className="contents">
    <dt className="flex gap-1">
      {keys.map((key) => (
        <kbd key={key} className="h-fit rounded border border-line bg-well px-1.5 py-0.5 font-mono text-[12.5px]">
          {keyNames[key] ?? key}
        </kbd>
      ))}
    </dt>
    <dd>{says}</dd>
  </div>
);
