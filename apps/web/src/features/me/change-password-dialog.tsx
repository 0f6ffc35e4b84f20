import { changePasswordRequest } from '@tocsin/contracts/access/noun.js';
import { api, fieldErrorsOf } from '../../data/cache/api.js';
import { say } from '../../data/toasts.js';
import { sayRefusal } from '../../data/cache/use-command.js';
import { Dialog } from '../../ui/dialog.js';
import { FormButtons } from '../../ui/dialog-buttons.js';
import { NewPasswordField, TextField } from '../../ui/field.js';
import { useForm } from '../../ui/use-form.js';

/** A new password, with the old one. My other sessions end. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initial: { oldPassword: '', newPassword: '' },
    schema: changePasswordRequest,
    shape: (values) => values,
    submit: async (request) => {
      try {
        await api('POST', '/password', { body: request });
        say({ kind: 'done', title: 'Password changed', detail: 'Your other sessions have ended.' });
        onClose();
      } catch (error) {
        if (Object.keys(fieldErrorsOf(error)).length === 0) sayRefusal('change your password', error);
        throw error;
      }
    },
  });
  return (
    <Dialog title="Change your password" onClose={onClose}>
      <form noValidate className="space-y-4" onSubmit={(event) => void form.onSubmit(event)}>
        <TextField label="Old password" type="password" autoComplete="current-password" required {...form.field('oldPassword')} />
        <NewPasswordField label="New password" also="Your other sessions end." {...form.field('newPassword')} />
        <FormButtons busy={form.isBusy} onCancel={onClose}>
          Change password
        </FormButtons>
      </form>
    </Dialog>
  );
}
