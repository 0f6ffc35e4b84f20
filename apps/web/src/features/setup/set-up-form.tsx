import { setUpRequest } from '@tocsin/contracts/organisation/noun.js';
import type { SetUpAnswer } from '@tocsin/contracts/http.js';
import { api } from '../../data/cache/api.js';
import { unlockBell } from '../../data/bell/bell.js';
import { Button } from '../../ui/button.js';
import { NewPasswordField, TextField } from '../../ui/field.js';
import { focusFirst } from '../../ui/focus-first.js';
import { FormProblem } from '../../ui/outside-frame.js';
import { useForm } from '../../ui/use-form.js';

interface Props {
  isCodeRequired: boolean;
  /** The address that the server guesses for itself. */
  url: string;
  onDone: (answer: SetUpAnswer) => Promise<void>;
}

/** At most six fields. Submitting unlocks this browser’s sound, so that the test page can be heard. */
export function SetUpForm({ isCodeRequired, url, onDone }: Props) {
  const form = useForm({
    initial: { organisation: '', name: '', email: '', password: '', url: url || location.origin, code: '' },
    schema: setUpRequest,
    shape: ({ code, ...values }) => ({
      ...values,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...(isCodeRequired ? { code } : {}),
    }),
    submit: async (request) => onDone(await api<SetUpAnswer>('POST', '/setup', { body: request })),
  });
  return (
    <form
      noValidate
      ref={focusFirst}
      className="space-y-4"
      onSubmit={(event) => {
        void unlockBell();
        void form.onSubmit(event);
      }}
    >
      <TextField label="Your organisation" autoComplete="organization" required {...form.field('organisation')} />
      <TextField label="Your name" autoComplete="name" required {...form.field('name')} />
      <TextField label="E-mail" type="email" autoComplete="username" required {...form.field('email')} />
      <NewPasswordField label="Password" {...form.field('password')} />
      <TextField
        label="Public address"
        type="url"
        required
        hint="Used in every link and snippet. Phones must be able to open it."
        {...form.field('url')}
      />
      {isCodeRequired && (
        <TextField label="Code" autoComplete="off" required hint="Printed in the terminal where Tocsin runs." {...form.field('code')} />
      )}
      {form.problem && <FormProblem>{form.problem}</FormProblem>}
      <Button kind="act" size="tall" type="submit" busy={form.isBusy} className="w-full">
        Set up Tocsin
      </Button>
    </form>
  );
}
