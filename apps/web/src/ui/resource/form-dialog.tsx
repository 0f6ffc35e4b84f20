import { Suspense, useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '../button.js';
import { Copy } from '../copy.js';
import { Dialog } from '../dialog.js';
import { DoneButton, FormButtons } from '../dialog-buttons.js';

interface Props {
  title: string;
  act: string;
  /** Made by `useForm` of the schema of the command. */
  form: { readonly isBusy: boolean; readonly onSubmit: (event: FormEvent<HTMLElement>) => Promise<unknown> };
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
}

/** Creates or changes one thing. */
export const FormDialog = ({ title, act, form, onClose, children }: Props) => (
  <Dialog title={title} onClose={onClose}>
    <form noValidate className="space-y-4" onSubmit={(event) => void form.onSubmit(event)}>
      {children}
      <FormButtons busy={form.isBusy} onCancel={onClose}>
        {act}
      </FormButtons>
    </form>
  </Dialog>
);

/** A button that opens a dialog, which may be loaded then. */
export function DialogButton({ label, renderDialog }: { label: string; renderDialog: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      {isOpen && <Suspense>{renderDialog(() => setOpen(false))}</Suspense>}
    </>
  );
}

interface SecretProps {
  title: string;
  says: string;
  label: string;
  secret: string;
  onClose: () => void;
  /** How it is used. */
  children: ReactNode;
}

/** A secret that no one can read again. */
export const SecretDialog = ({ title, says, label, secret, onClose, children }: SecretProps) => (
  <Dialog wide isSecret title={title} onClose={onClose}>
    <p className="mb-4">{says}</p>
    <Copy label={label} text={secret} />
    <p className="mt-3 text-xs text-muted">{children}</p>
    <DoneButton onClick={onClose} />
  </Dialog>
);
