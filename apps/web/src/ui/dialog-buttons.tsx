import type { ReactNode } from 'react';
import { Button, type Kind } from './button.js';

/** What a dialog ends with: its act first for the keyboard, on the right for the eye. */
export const DialogButtons = ({ children }: { children: ReactNode }) => (
  <div className="mt-5 flex flex-row-reverse flex-wrap gap-2">{children}</div>
);

/** The end of a dialog that only shows something. */
export const DoneButton = ({ onClick }: { onClick: () => void }) => (
  <DialogButtons>
    <Button kind="act" onClick={onClick}>
      Done
    </Button>
  </DialogButtons>
);

/** What a form in a dialog ends with: what it does, and a way out. */
export const FormButtons = ({
  busy,
  whyNot = false,
  onCancel,
  cancel = 'Cancel',
  kind = 'act',
  children,
}: {
  busy: boolean;
  /** Why it can’t be done yet. */
  whyNot?: string | false;
  onCancel: () => void;
  cancel?: string;
  kind?: Kind;
  children: ReactNode;
}) => (
  <DialogButtons>
    <Button kind={kind} type="submit" whyNot={whyNot} busy={busy}>
      {children}
    </Button>
    <Button kind="quiet" onClick={onCancel}>
      {cancel}
    </Button>
  </DialogButtons>
);
