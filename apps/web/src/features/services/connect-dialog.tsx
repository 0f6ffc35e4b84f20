import { useState } from 'react';
import { v7 } from 'uuid';
import { useQuery } from '@tanstack/react-query';
import { commands } from '@tocsin/contracts/integrations/noun.js';
import type { IntegrationAddressShown } from '@tocsin/contracts/http.js';
import type { SenderShown } from '@tocsin/contracts/integrations/senders.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import { useCommand } from '../../data/cache/use-command.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogButtons, FormButtons } from '../../ui/dialog-buttons.js';
import { TextField } from '../../ui/field.js';
import { useForm } from '../../ui/use-form.js';
import { useRow } from '../../data/cache/use-view.js';
import { Ago } from '../../ui/time.js';
import { SenderGrid } from './sender-grid.js';
import { SenderSteps } from './sender-steps.js';
import { integrationKeysQuery, whileWaiting } from './use-integration-keys.js';
import { LastSignal } from './shared/last-signal.js';

/** Whether the first signal has arrived, updated live, and why one was refused. */
function FirstSignal({ integrationId }: { integrationId: string }) {
  const { data } = useRow('arrivals', integrationId);
  const hasCome = Boolean(data?.row);
  // not an event, so there is no live update: polled while it is shown
  const { data: keys } = useQuery({ ...integrationKeysQuery(integrationId), refetchInterval: hasCome ? false : whileWaiting });
  const refused = hasCome ? null : (keys?.lastRefused ?? null);
  return (
    <output className="block mb-5 rounded-md border border-line bg-well px-3 py-2">
      {refused ? (
        <span className="text-warn">
          An alert was refused <Ago at={refused.at} />: {refused.says} {refused.guess}
        </span>
      ) : (
        <LastSignal integrationId={integrationId} waiting="Waiting for the first alert…" />
      )}
    </output>
  );
}

interface CreatedIntegration {
  readonly integrationId: string;
  readonly endpoint: IntegrationAddressShown;
}

/** Connects a monitoring system: which one, under what name, and what to do in it until its first signal has arrived. */
export function ConnectDialog({ service, onClose }: { service: ServiceRow; onClose: () => void }) {
  const [sender, setSender] = useState<SenderShown | null>(null);
  const [made, setMade] = useState<CreatedIntegration | null>(null);
  if (sender && made)
    return (
      <Dialog key="made" wide isSecret title={`Set up ${sender.name}`} onClose={onClose}>
        <FirstSignal integrationId={made.integrationId} />
        <SenderSteps sender={sender} endpoint={made.endpoint} />
        <DialogButtons>
          <Button kind="act" onClick={onClose}>
            Done
          </Button>
        </DialogButtons>
      </Dialog>
    );
  if (sender)
    return (
      <Dialog key="name" title={`Connect ${sender.name} to ${service.name}`} onClose={onClose}>
        <NameForm service={service} sender={sender} onMade={setMade} onBack={() => setSender(null)} />
      </Dialog>
    );
  return (
    <Dialog key="choose" wide title={`Connect monitoring to ${service.name}`} onClose={onClose}>
      <SenderGrid onChoose={setSender} />
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
      </DialogButtons>
    </Dialog>
  );
}

interface NameProps {
  service: ServiceRow;
  sender: SenderShown;
  onMade: (made: CreatedIntegration) => void;
  onBack: () => void;
}

function NameForm({ service, sender, onMade, onBack }: NameProps) {
  const create = useCommand('CreateIntegration', 'connect it', { inForm: true });
  const form = useForm({
    initial: { name: '' },
    schema: commands.CreateIntegration.data,
    shape: ({ name }) => ({
      teamId: service.teamId,
      serviceId: service.id,
      integrationId: v7(),
      kind: sender.kind,
      name: name.trim() || sender.name,
    }),
    submit: async (request) => {
      const { says } = await create.mutateAsync(request);
      onMade({ integrationId: request.integrationId, endpoint: says });
    },
  });
  return (
    <form noValidate className="space-y-4" onSubmit={(event) => void form.onSubmit(event)}>
      <TextField label="Name" placeholder={sender.name} {...form.field('name')} />
      <FormButtons busy={form.isBusy} onCancel={onBack} cancel="Back">
        Connect integration
      </FormButtons>
    </form>
  );
}
