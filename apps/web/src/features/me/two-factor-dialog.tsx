import type { TwoFactorOffer } from '@tocsin/contracts/access/noun.js';
import { commands } from '@tocsin/contracts/access/noun.js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../data/cache/api.js';
import { useCommand } from '../../data/cache/use-command.js';
import { Dialog } from '../../ui/dialog.js';
import { FormButtons } from '../../ui/dialog-buttons.js';
import { TextField } from '../../ui/field.js';
import { QrCode } from '../../ui/qr-code.js';
import { WhenRead } from '../../ui/when-read.js';
import { useForm } from '../../ui/use-form.js';
import { codesIn, RecoveryCodes } from './recovery-codes.js';
import { Disclosure } from '../../ui/disclosure.js';

/** A secret for the app, confirmed by its first code; then the recovery codes. */
export function TwoFactorDialog({ personId, onClose }: { personId: string; onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const turnOn = useCommand('TurnOnTwoFactor', 'turn it on', { inForm: true });
  const reading = useQuery({
    queryKey: ['two-factor-offer'],
    queryFn: () => api<TwoFactorOffer>('POST', '/two-factor'),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const { data } = reading;
  const form = useForm({
    initial: { code: '' },
    schema: commands.TurnOnTwoFactor.data,
    shape: ({ code }) => ({ personId, code }),
    submit: async (request) => setCodes(codesIn((await turnOn.mutateAsync(request)).says)),
  });
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  return (
    <Dialog title="Turn two-factor on" onClose={onClose}>
      <WhenRead of={[reading]} what="The secret" lines={6} />
      {data && (
        <form noValidate className="space-y-4" onSubmit={(event) => void form.onSubmit(event)}>
          <p className="text-muted">Scan this with an authenticator app on your phone, then type the six digits that it shows.</p>
          <div className="flex justify-center">
            <QrCode text={data.uri} label="The secret as a picture, for the app’s camera" />
          </div>
          <Disclosure className="text-xs" summary="Can’t scan it?">
            <p className="mt-2 text-muted">
              Type this secret: <code className="font-mono text-ink wrap-anywhere">{data.secret.match(/.{1,4}/g)?.join(' ')}</code>
            </p>
          </Disclosure>
          <TextField
            label="Code"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            minLength={6}
            maxLength={8}
            {...form.field('code')}
          />
          <FormButtons busy={form.isBusy} onCancel={onClose}>
            Turn on
          </FormButtons>
        </form>
      )}
    </Dialog>
  );
}
