import { useState, type ReactNode } from 'react';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { DialogButtons } from './dialog-buttons.js';

/** A button for an irreversible act: explains it, then asks once. */
export function Confirm({
  label,
  title = label,
  says,
  act,
  onConfirm,
  busy = false,
}: {
  label: string;
  /** Names what is removed, if the button is beside it. */
  title?: string;
  says: string;
  act: string;
  onConfirm: () => void;
  busy?: boolean;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" aria-label={title === label ? undefined : title} busy={busy} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <ConfirmDialog isFinal title={title} act={act} onConfirm={onConfirm} onClose={() => setOpen(false)}>
          <p>{says}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Asks once. `leave`: what not doing it is called; `isFinal`: it can’t be undone. */
export const ConfirmDialog = ({
  title,
  act,
  leave = 'Cancel',
  isFinal = false,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  act: string;
  leave?: string;
  isFinal?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}) => (
  <Dialog title={title} onClose={onClose}>
    {children}
    <DialogButtons>
      <Button
        kind={isFinal ? 'final' : 'act'}
        onClick={() => {
          onClose();
          onConfirm();
        }}
      >
        {act}
      </Button>
      <Button kind="quiet" onClick={onClose}>
        {leave}
      </Button>
    </DialogButtons>
  </Dialog>
);
