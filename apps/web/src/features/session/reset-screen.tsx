import { resetRequest } from '@tocsin/contracts/access/noun.js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../data/cache/api.js';
import { Button } from '../../ui/button.js';
import { NewPasswordField } from '../../ui/field.js';
import { focusFirst } from '../../ui/focus-first.js';
import { FormProblem, OutsideFrame } from '../../ui/outside-frame.js';
import { useForm } from '../../ui/use-form.js';
import { LinkEnd, LinkReading } from './link-reading.js';

/** Choosing a new password by a link. */
export function ResetScreen({ token }: { token: string }) {
  const path = `/password-resets/${encodeURIComponent(token)}`;
  const [isDone, setDone] = useState(false);
  const reading = useQuery({
    queryKey: ['password-reset', token],
    queryFn: () => api<{ name: string; email: string }>('GET', path),
    retry: false,
  });
  const { data } = reading;
  const form = useForm({
    initial: { password: '' },
    schema: resetRequest,
    shape: ({ password }) => ({ password }),
    submit: async (request) => {
      await api('POST', path, { body: request });
      setDone(true);
    },
  });
  if (isDone) return <LinkEnd title="Password changed" lead="All your sessions ended. Sign in with the new password." />;
  if (!data) return <LinkReading of={reading} title="Choose a new password" />;
  return (
    <OutsideFrame title="Choose a new password" lead={`For ${data.name}, ${data.email}. All sessions end when you do.`}>
      <form noValidate ref={focusFirst} className="space-y-4" onSubmit={(event) => void form.onSubmit(event)}>
        <input type="hidden" name="username" autoComplete="username" value={data.email} readOnly />
        <NewPasswordField label="New password" {...form.field('password')} />
        {form.problem && <FormProblem>{form.problem}</FormProblem>}
        <Button kind="act" size="tall" type="submit" busy={form.isBusy} className="w-full">
          Set password
        </Button>
      </form>
    </OutsideFrame>
  );
}
