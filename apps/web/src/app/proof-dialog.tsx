import { proofRequest } from '@tocsin/contracts/proof.js';
import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { signInQuery, useAccess } from '../data/session/access.js';
import { api } from '../data/cache/api.js';
import { answerProof } from '../data/session/proof.js';
import { useMe } from '../data/session/session.js';
import { buttonClass } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { FormButtons } from '../ui/dialog-buttons.js';
import { TextField } from '../ui/field.js';
import { focusFirst } from '../ui/focus-first.js';
import { FormProblem } from '../ui/outside-frame.js';
import { useForm } from '../ui/use-form.js';
import { WhenRead } from '../ui/when-read.js';

const cancel = () => answerProof(false);

/** Confirms with the person’s sign-in method: the password; without one the identity provider, or a code of their app. */
export function ProofDialog() {
  const reading = useAccess(useMe().personId);
  const ways = useQuery(signInQuery).data;
  const { data: access } = reading;
  const hasForm = access && (access.password || access.twoFactor !== null);
  return (
    <Dialog title="Confirm it’s you" onClose={cancel}>
      <p className="mb-4 text-muted">This change needs a recent sign-in.</p>
      <WhenRead of={[reading]} what="Sign-in methods" lines={2} />
      {access && !access.password && ways?.openId && <ByProvider label={ways.openId.label} />}
      {hasForm && <BySecret what={access.password ? 'password' : 'code'} />}
    </Dialog>
  );
}

function BySecret({ what }: { what: 'password' | 'code' }) {
  const form = useForm({
    initial: { secret: '' },
    schema: proofRequest,
    shape: ({ secret }) => ({ [what]: secret }),
    submit: async (request) => {
      await api('POST', '/session/proof', { body: request });
      answerProof(true);
    },
  });
  const field = { ...form.field('secret'), error: form.errors[what], required: true };
  return (
    <form ref={focusFirst} className="space-y-4" onSubmit={(event) => void form.onSubmit(event)}>
      {what === 'password' ? (
        <TextField label="Your password" type="password" autoComplete="current-password" {...field} />
      ) : (
        <TextField label="Code from your app" inputMode="numeric" autoComplete="one-time-code" minLength={6} maxLength={8} {...field} />
      )}
      {form.problem && <FormProblem>{form.problem}</FormProblem>}
      <FormButtons busy={form.isBusy} onCancel={cancel}>
        Continue
      </FormButtons>
    </form>
  );
}

function ByProvider({ label }: { label: string }) {
  const here = useRouterState({ select: ({ location }) => location.href });
  return (
    <div className="mb-4 space-y-2">
      <a href={`/api/openid/start?to=${encodeURIComponent(here)}`} className={`${buttonClass('act')} w-full`}>
        Sign in again with {label}
      </a>
      <p className="text-xs text-muted">You’ll return to this screen. Then try again.</p>
    </div>
  );
}
