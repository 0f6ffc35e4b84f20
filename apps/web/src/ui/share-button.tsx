import { Link } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.js';
import { Copy } from './copy.js';
import { Dialog } from './dialog.js';
import { DialogButtons } from './dialog-buttons.js';

/** The address of what is shown, for others who may see it. */
export function ShareButton({ path, says }: { path: string; says: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        <Link aria-hidden size={16} strokeWidth={1.5} />
        Share
      </Button>
      {isOpen && (
        <Dialog title="Share" onClose={() => setOpen(false)}>
          <p className="mb-3 text-muted">{says}</p>
          <Copy label="Link" text={`${location.origin}${path}`} />
          <DialogButtons>
            <Button onClick={() => setOpen(false)}>Close</Button>
          </DialogButtons>
        </Dialog>
      )}
    </>
  );
}
