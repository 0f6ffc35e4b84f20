import { commands } from '@tocsin/contracts/catalogue.js';
import type { IntegrationAddressShown } from '@tocsin/contracts/http.js';
import { integrationKinds, type IntegrationKind, type ServiceRow } from '@tocsin/contracts/services.js';
import { useState } from 'react';
import { v7 } from 'uuid';
import { useCommand } from '../../data/use-command.js';
import { integrationWords } from '../../data/words.js';
import { AddressBox } from '../../ui/address-box.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogButtons, FormButtons } from '../../ui/dialog.js';
import { SelectField, TextField } from '../../ui/field.js';
import { useForm } from '../../ui/use-form.js';

/** Connects a monitoring system, and shows at once what to paste into it. */
export function ConnectDialog({ service, onClose }: { service: ServiceRow; onClose: () => void }) {
  const create = useCommand('CreateIntegration', 'connect it', { inForm: true });
  const [made, setMade] = useState<IntegrationAddressShown | null>(null);
  const form = useForm({
    initial: { kind: integrationKinds[0], name: '' },
    schema: commands.CreateIntegration.data,
    shape: ({ kind, name }) => ({
      teamId: service.teamId,
      serviceId: service.id,
      integrationId: v7(),
      kind: kind as IntegrationKind,
      name: name.trim() || integrationWords[kind as IntegrationKind],
    }),
    submit: async (request) => {
      const { says } = await create.mutateAsync(request);
      setMade(says as unknown as IntegrationAddressShown);
    },
  });
  if (made)
    return (
      <Dialog wide title="Paste this into it" onClose={onClose}>
        <AddressBox shown={made} />
        <DialogButtons>
          <Button kind="act" onClick={onClose}>
            Done
          </Button>
        </DialogButtons>
      </Dialog>
    );
  return (
    <Dialog title={`Connect monitoring to ${service.name}`} onClose={onClose}>
      <form noValidate className="space-y-4" onSubmit={(event) => void form.onSubmit(event)}>
        <SelectField label="What sends" {...form.field('kind')}>
          {integrationKinds.map((kind) => (
            <option key={kind} value={kind}>
              {integrationWords[kind]}
            </option>
          ))}
        </SelectField>
        <TextField label="Name" placeholder={integrationWords[form.values.kind as IntegrationKind]} {...form.field('name')} />
        <FormButtons busy={form.isBusy} onCancel={onClose}>
          Connect
        </FormButtons>
      </form>
    </Dialog>
  );
}
