import { useState } from 'react';
import { Button } from './button.js';
import { Dialog, DialogButtons } from './dialog.js';

/** A button whose act can’t be undone: says what happens, then asks once. */
export function Confirm({
  label,
  says,
  act,
  onConfirm,
  busy = false,
}: {
  label: string;
  says: string;
  act: string;
  onConfirm: () => void;
  busy?: boolean;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" busy={busy} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <Dialog title={label} onClose={() => setOpen(false)}>
          <p>{says}</p>
          <DialogButtons>
            <Button
              kind="act"
              onClick={() => {
                setOpen(false);
                onConfirm();
              }}
            >
              {act}
            </Button>
            <Button kind="quiet" onClick={() => setOpen(false)}>
              Leave it
            </Button>
          </DialogButtons>
        </Dialog>
      )}
    </>
  );
}
