import { Button } from '../../ui/button.js';
import { Dialog, DialogButtons } from '../../ui/dialog.js';

const lines = [
  ['j  k', 'next, previous row'],
  ['Enter', 'open it'],
  ['x', 'select it'],
  ['a', 'acknowledge what is selected, or the row'],
  ['r', 'resolve what is selected, or the row'],
  ['n', 'show the new ones'],
  ['/', 'search'],
  ['Esc', 'clear the selection'],
];

export const KeyboardHelp = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Keys" onClose={onClose}>
    <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-2">
      {lines.map(([key, what]) => (
        <div key={key} className="contents">
          <dt>
            <kbd className="rounded border border-line bg-sunken px-1.5 py-0.5 font-mono text-[12.5px]">{key}</kbd>
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
    <DialogButtons>
      <Button onClick={onClose}>Close</Button>
    </DialogButtons>
  </Dialog>
);
