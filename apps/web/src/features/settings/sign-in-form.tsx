import { commands } from '@tocsin/contracts/sign-in/noun.js';
import type { SignInSettings } from '@tocsin/contracts/sign-in/noun.js';
import { useState } from 'react';
import { say } from '../../data/toasts.js';
import { useCommand } from '../../data/cache/use-command.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/confirm.js';
import { Copy } from '../../ui/copy.js';
import { Check, TextField } from '../../ui/field.js';
import { Nothing, Section } from '../../ui/screen.js';
import { useForm } from '../../ui/use-form.js';

/** The fields of a provider; the secret is never shown. */
const inputsOf = (openId: SignInSettings['openId']) => {
  const { label, issuer, clientId, createsPeople, domains } = openId ?? nothingYet;
  return { label, issuer, clientId, createsPeople, domains: domains.join(' '), clientSecret: '' };
};

const nothingYet = { label: '', issuer: '', clientId: '', createsPeople: false, domains: [] };

interface Props {
  settings: SignInSettings;
  again: () => void;
}

function useSignInForm({ settings: { openId, onlyOpenId }, again }: Props) {
  const configure = useCommand('ConfigureSignIn', 'set how people sign in', { inForm: true });
  const form = useForm({
    initial: { ...inputsOf(openId), onlyOpenId },
    schema: commands.ConfigureSignIn.data,
    shape: ({ onlyOpenId: only, clientSecret, domains, ...rest }) => ({
      openId: { ...rest, domains: domains.split(/[\s,;]+/).filter(Boolean), ...(clientSecret.trim() ? { clientSecret } : {}) },
      onlyOpenId: only,
    }),
    submit: async (request) => {
      await configure.mutateAsync(request);
      form.set('clientSecret', '');
      say({ kind: 'done', title: 'Saved', detail: 'Applies from the next sign-in. No one is signed out.' });
      again();
    },
  });
  const remove = () =>
    configure.mutate(
      { openId: null, onlyOpenId: false },
      {
        onSuccess: () => {
          say({ kind: 'done', title: 'Everyone signs in with a password now' });
          again();
        },
      },
    );
  // one at a time: a save that overtakes a removal would bring the provider back
  return { ...form, remove, isBusy: form.isBusy || configure.isPending };
}
type SignInFormState = ReturnType<typeof useSignInForm>;

/** The identity provider, and whether passwords are for owners alone. */
export function SignInForm(props: Props) {
  const { openId, callback } = props.settings;
  const [isOpen, setOpen] = useState(openId !== null);
  const form = useSignInForm(props);
  return (
    <>
      <Section title="Password">
        <Nothing>Everyone can have a password and turn on two-factor sign-in. Owners keep theirs even with an identity provider.</Nothing>
      </Section>
      <Section title="Identity provider">
        {!isOpen && <NoProvider onConnect={() => setOpen(true)} />}
        {isOpen && (
          <form noValidate className="space-y-4 pt-3" onSubmit={(event) => void form.onSubmit(event)}>
            <Copy label="Redirect URI" text={callback} />
            <ProviderFields form={form} hasSecret={openId !== null} />
            <JoinFields form={form} />
            <div className="flex gap-2 pt-1">
              <Button kind="act" type="submit" busy={form.isBusy}>
                Save
              </Button>
              {openId ? (
                <RemoveProvider label={openId.label} form={form} />
              ) : (
                <Button kind="quiet" onClick={() => setOpen(false)}>
                  Cancel
                </Button>
              )}
            </div>
          </form>
        )}
      </Section>
    </>
  );
}

function ProviderFields({ form, hasSecret }: { form: SignInFormState; hasSecret: boolean }) {
  const field = (name: 'label' | 'issuer' | 'clientId' | 'clientSecret' | 'domains') => {
    const { error, ...rest } = form.field(name);
    const wrong =
      error ?? Object.entries(form.errors).find(([path]) => path === `openId.${name}` || path.startsWith(`openId.${name}.`))?.[1];
    return { ...rest, value: form.values[name], error: wrong };
  };
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Name on the button" placeholder="Company sign-in" required maxLength={40} {...field('label')} />
        <TextField label="Issuer" type="url" placeholder="https://id.example.org" required {...field('issuer')} />
        <TextField label="Client id" required autoComplete="off" {...field('clientId')} />
        <TextField
          label="Client secret"
          type="password"
          autoComplete="off"
          required={!hasSecret}
          placeholder={hasSecret ? 'unchanged' : ''}
          {...field('clientSecret')}
        />
      </div>
      <TextField
        label="Allowed e-mail domains"
        placeholder="any"
        hint="Separated by spaces. The provider must have verified the address."
        {...field('domains')}
      />
    </>
  );
}

/** Who joins by the provider, and who still signs in with a password. */
const JoinFields = ({ form }: { form: SignInFormState }) => (
  <>
    <Check
      label="Uninvited people join as members"
      checked={form.values.createsPeople}
      onChange={(event) => form.set('createsPeople', event.target.checked)}
    />
    <Check
      label={
        <>
          Passwords for owners only
          <span className="block text-xs text-muted">
            Everyone else signs in with the provider. Owners can still sign in when it is down.
          </span>
        </>
      }
      checked={form.values.onlyOpenId}
      onChange={(event) => form.set('onlyOpenId', event.target.checked)}
    />
    {form.errors['onlyOpenId'] && (
      <p role="alert" className="text-warn">
        {form.errors['onlyOpenId']}
      </p>
    )}
  </>
);

const NoProvider = ({ onConnect }: { onConnect: () => void }) => (
  <div className="flex flex-wrap items-center justify-between gap-3 py-3">
    <p className="text-muted">None. With OpenID Connect, people sign in with their work account.</p>
    <Button onClick={onConnect}>Connect identity provider</Button>
  </div>
);

const RemoveProvider = ({ label, form }: { label: string; form: SignInFormState }) => (
  <Confirm
    label="Remove"
    says={`People can no longer sign in with ${label}. People without a password need a link to set one. No one is signed out.`}
    act="Remove"
    busy={form.isBusy}
    onConfirm={form.remove}
  />
);
