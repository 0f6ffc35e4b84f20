import type { ReactNode } from 'react';
import { Button, type Kind } from './button.js';

/** Buttons at the end of a dialog: the main one comes first in tab order and is on the right. */
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

/** Buttons at the end of a form in a dialog: submit and cancel. */
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
