import { joinRequest } from '@tocsin/contracts/people.js';
import type { SessionAnswer } from '@tocsin/contracts/http.js';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../data/api.js';
import { unlockBell } from '../../data/bell.js';
import { keys } from '../../data/keys.js';
import { Button } from '../../ui/button.js';
import { NewPasswordField, TextField } from '../../ui/field.js';
import { focusFirst } from '../../ui/focus-first.js';
import { FormProblem, Outside } from '../../ui/outside.js';
import { useForm } from '../../ui/use-form.js';

/** Joining by an invitation. */
export function InvitationScreen({ token }: { token: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({
    initial: { name: '', password: '' },
    schema: joinRequest,
    shape: ({ name, password }) => ({
      password,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...(name.trim() ? { name } : {}),
    }),
    submit: async (request) => {
      client.setQueryData(keys.session, await api<SessionAnswer>('POST', `/invitations/${encodeURIComponent(token)}`, { body: request }));
      await navigate({ to: '/me' });
    },
  });
  return (
    <Outside title="You are invited" lead="Choose a password, then how you want to be reached.">
      <form
        noValidate
        ref={focusFirst}
        className="space-y-4"
        onSubmit={(event) => {
          void unlockBell();
          void form.onSubmit(event);
        }}
      >
        <TextField label="Your name" autoComplete="name" hint="Leave it empty to keep the one in the invitation." {...form.field('name')} />
        <NewPasswordField label="Password" {...form.field('password')} />
        {form.problem && <FormProblem>{form.problem}</FormProblem>}
        <Button kind="act" tall type="submit" busy={form.isBusy} className="w-full">
          Join
        </Button>
      </form>
    </Outside>
  );
}
