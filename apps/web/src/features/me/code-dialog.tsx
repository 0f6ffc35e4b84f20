import { commands } from '@tocsin/contracts/access/noun.js';
import { useState } from 'react';
import { say } from '../../data/toasts.js';
import { useCommand } from '../../data/cache/use-command.js';
import { Dialog } from '../../ui/dialog.js';
import { FormButtons } from '../../ui/dialog-buttons.js';
import { TextField } from '../../ui/field.js';
import { useForm } from '../../ui/use-form.js';
import { codesIn, RecoveryCodes } from './recovery-codes.js';

const words = {
  'turn off': { title: 'Turn two-factor off', says: 'Your account will be protected by your password alone.', act: 'Turn off' },
  codes: { title: 'New recovery codes', says: 'The old codes stop working.', act: 'Create codes' },
} as const;

/** Asks for a code before an action for which a session is not enough. */
export function CodeDialog({ personId, what, onClose }: { personId: string; what: keyof typeof words; onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const turnOff = useCommand('TurnOffTwoFactor', 'turn it off', { inForm: true });
  const makeCodes = useCommand('MakeRecoveryCodes', 'make new codes', { inForm: true });
  const form = useForm({
    initial: { code: '' },
    schema: commands.MakeRecoveryCodes.data,
    shape: ({ code }) => ({ personId, code }),
    submit: async (request) => {
      if (what === 'codes') return setCodes(codesIn((await makeCodes.mutateAsync(request)).says));
      await turnOff.mutateAsync(request);
      say({ kind: 'done', title: 'Two-factor is off' });
      onClose();
    },
  });
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  const { title, says, act } = words[what];
  return (
    <Dialog title={title} onClose={onClose}>
      <form noValidate className="space-y-4" onSubmit={(event) => void form.onSubmit(event)}>
        <p className="text-muted">{says}</p>
        <TextField
          label="Code"
          autoComplete="one-time-code"
          required
          minLength={6}
          maxLength={20}
          hint="From your app, or a recovery code."
          {...form.field('code')}
        />
        <FormButtons busy={form.isBusy} onCancel={onClose}>
          {act}
        </FormButtons>
      </form>
    </Dialog>
  );
}
