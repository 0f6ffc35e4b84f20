import { peopleCommands } from '@tocsin/contracts/people/commands.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import { useState } from 'react';
import { readable } from '../../data/words/readable.js';
import { say } from '../../data/toasts.js';
import { useCommand } from '../../data/cache/use-command.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { FormButtons } from '../../ui/dialog-buttons.js';
import { TextField } from '../../ui/field.js';
import { CodeState, SentCode } from '../contacts/shared/sent-code.js';
import { useForm } from '../../ui/use-form.js';

type Person = Pick<PersonRow, 'id' | 'email' | 'emailChange'>;

/** The address that I sign in with, and one that is to take its place. */
export function Email({ person }: { person: Person }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div id="email" className="scroll-mt-24">
      <TextField
        label="E-mail"
        value={readable(person.email)}
        readOnly
        hint="You sign in with it."
        beside={<Button onClick={() => setOpen(true)}>Change e-mail</Button>}
      />
      {person.emailChange && <PendingChange personId={person.id} change={person.emailChange} />}
      {isOpen && <ChangeEmailDialog personId={person.id} onClose={() => setOpen(false)} />}
    </div>
  );
}

function ChangeEmailDialog({ personId, onClose }: { personId: string; onClose: () => void }) {
  const ask = useCommand('AskEmailChange', 'change your e-mail', { inForm: true });
  const form = useForm({
    initial: { email: '' },
    schema: peopleCommands.AskEmailChange.data,
    shape: ({ email }) => ({ personId, email }),
    submit: async (request) => {
      await ask.mutateAsync(request);
      onClose();
    },
  });
  return (
    <Dialog title="Change e-mail" onClose={onClose}>
      <form noValidate className="space-y-4" onSubmit={(event) => void form.onSubmit(event)}>
        <TextField
          label="New e-mail"
          type="email"
          autoComplete="email"
          required
          hint="A code is sent there. You keep your current address until you enter it. Your contact methods don’t change."
          {...form.field('email')}
        />
        <FormButtons busy={form.isBusy} onCancel={onClose}>
          Send code
        </FormButtons>
      </form>
    </Dialog>
  );
}

/** Waits for the code that was sent to the new address. */
function PendingChange({ personId, change }: { personId: string; change: NonNullable<Person['emailChange']> }) {
  const confirm = useCommand('ConfirmEmailChange', 'change your e-mail');
  const cancel = useCommand('CancelEmailChange', 'cancel the change');
  const ask = useCommand('AskEmailChange', 'send the code');
  const email = readable(change.email);
  // awaited here: the form is gone as soon as the address is another, and a callback of `mutate` would be gone with it
  const enter = (code: string) =>
    void confirm.mutateAsync({ personId, code }).then(
      () => say({ kind: 'done', title: `You now sign in with ${email}` }),
      () => {},
    );
  return (
    <section aria-label="New e-mail" className="mt-1 space-y-2 rounded-lg border border-line bg-warn-tint p-3 text-xs">
      <p className="wrap-anywhere">
        Waiting for the code sent to <span className="font-medium">{email}</span>. <CodeState state={change.mail} reason={change.reason} />
      </p>
      <SentCode
        label="Code for the new e-mail"
        press="Confirm"
        isBusy={confirm.isPending}
        onCode={enter}
        again={{ says: 'Send again', isBusy: ask.isPending, ask: () => ask.mutate({ personId, email }) }}
        more={
          <Button kind="quiet" busy={cancel.isPending} onClick={() => cancel.mutate({ personId })}>
            Cancel change
          </Button>
        }
      />
    </section>
  );
}
