import { commands, type CommandInput } from '@tocsin/contracts/catalogue.js';
import { contactKinds, contactTraits, isRelayed, isTyped, type ContactKind, type TypedKind } from '@tocsin/contracts/contacts/kinds.js';
import { throttles } from '@tocsin/contracts/contacts/limits.js';
import { urgencies, type Urgency } from '@tocsin/contracts/contacts/events.js';
import type { ContactRow } from '@tocsin/contracts/contacts/rows.js';
import { useState, type ReactNode } from 'react';
import { addressForms, emptyAddress, type AddressValues } from './address-fields.js';
import { sayAdded, type FirstRules } from './first-rules.js';
import { KindFactsLine } from './kind-facts.js';
import { TelegramLink } from './telegram-link.js';
import { useHasMail } from '../../../data/session/session.js';
import { useCommand } from '../../../data/cache/use-command.js';
import { Copy } from '../../../ui/copy.js';
import { Dialog } from '../../../ui/dialog.js';
import { FormButtons, DoneButton } from '../../../ui/dialog-buttons.js';
import { SelectField } from '../../../ui/select.js';
import { MailNotSetUp } from './mail-not-set-up.js';
import { minutesInWords, span } from '../../../data/time/times.js';
import { capital } from '../../../data/words/capital.js';
import { useForm } from '../../../ui/use-form.js';
import { kindHint, kindLabel, relays, relayWords } from './method-words.js';

const ruleFields: Record<Urgency, { field: 'high' | 'low'; label: string }> = {
  high: { field: 'high', label: 'High urgency' },
  low: { field: 'low', label: 'Low urgency' },
};
const notUsed = 'never';
const delays = [0, 1, 2, 3, 5, 10, 15, 30, 60];

const rulesOf = (values: { high: string; low: string }): FirstRules =>
  urgencies.flatMap((urgency) => {
    const chosen = values[ruleFields[urgency].field];
    return chosen === notUsed ? [] : [{ urgency, delayMinutes: Number(chosen) }];
  });

const [sms, calls] = [throttles.sms[0], throttles.voice[0]];
const relayHint = `SMS and calls are limited: ${sms.messages} SMS or ${calls.messages} calls in ${span(sms.within)}. More are bundled and sent later.`;

/** Without an address two of a kind would be identical. */
const isOnlyOne = (kind: TypedKind): boolean => contactTraits[kind].address === 'none';

/** A topic that nobody guesses: on an open server it is the only protection. */
const randomTopic = (): string =>
  `tocsin-${Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => (byte % 36).toString(36)).join('')}`;

/** Kinds that are added where the account is, and not typed. */
const linked: Readonly<Partial<Record<ContactKind, () => ReactNode>>> = { telegram: TelegramLink };

interface Props {
  contact: ContactRow;
  onClose: () => void;
}

/** `onSecret`: the signing secret of a webhook, which is shown once. */
function useContactMethodForm({ contact, onClose, onSecret }: Props & { onSecret: (secret: string) => void }) {
  const add = useCommand('AddContactMethod', 'add it', { inForm: true });
  return useForm({
    initial: {
      kind: 'email',
      ...emptyAddress,
      topic: randomTopic(),
      relaysAs: '',
      high: '0',
      low: contact.rules.some(({ urgency }) => urgency === 'low') ? notUsed : '0',
    },
    schema: commands.AddContactMethod.data,
    shape: ({ kind, relaysAs, ...values }) =>
      ({
        kind,
        personId: contact.id,
        ...addressForms[contactTraits[kind as TypedKind].address].read(values),
        ...(isRelayed(kind as TypedKind) && relaysAs !== '' ? { relaysAs } : {}),
        rules: rulesOf(values),
      }) as CommandInput<'AddContactMethod'>,
    submit: async (request) => {
      const { says } = await add.mutateAsync(request);
      sayAdded(`${kindLabel(request.kind)} added.`, request.rules ?? []);
      const newSecret = says.signingSecret ?? says.secret;
      if (typeof newSecret === 'string') onSecret(newSecret);
      else onClose();
    },
  });
}
type ContactMethodForm = ReturnType<typeof useContactMethodForm>;

/** One more way to reach me. */
export function AddContactMethodDialog({ contact, onClose }: Props) {
  const [secret, setSecret] = useState<string | null>(null);
  const form = useContactMethodForm({ contact, onClose, onSecret: setSecret });
  const kinds = contactKinds.filter(
    (kind) => isTyped(kind) && !(isOnlyOne(kind) && contact.methods.some((method) => method.kind === kind)),
  );
  const kind = form.values.kind as TypedKind;
  const { address } = contactTraits[kind];
  const { Fields } = addressForms[address];
  const Linked = linked[kind];
  const lacksMail = useHasMail() === false && address === 'email';
  if (secret) return <SigningSecret secret={secret} onClose={onClose} />;
  return (
    <Dialog title="Add a contact method" onClose={onClose}>
      <form noValidate className="space-y-4" onSubmit={(event) => void form.onSubmit(event)}>
        <SelectField label="Contact method" hint={kindHint(kind)} {...form.field('kind')}>
          {kinds.map((one) => (
            <option key={one} value={one}>
              {kindLabel(one)}
            </option>
          ))}
        </SelectField>
        <KindFactsLine kind={kind} />
        {Linked ? <Linked /> : <Fields field={form.field<keyof AddressValues>} />}
        {lacksMail && <MailNotSetUp />}
        {isRelayed(kind) && (
          <SelectField label="Receiver" hint={relayHint} {...form.field('relaysAs')}>
            <option value="">Just a webhook</option>
            {relays.map((one) => (
              <option key={one} value={one}>
                {capital(relayWords[one])}
              </option>
            ))}
          </SelectField>
        )}
        {!Linked && <RuleFields form={form} />}
        {Linked && <DoneButton onClick={onClose} />}
        {!Linked && (
          <FormButtons busy={form.isBusy} whyNot={lacksMail && 'Mail is not set up yet'} onCancel={onClose}>
            Add
          </FormButtons>
        )}
      </form>
    </Dialog>
  );
}

/** When it is used, for each urgency. */
const RuleFields = ({ form }: { form: ContactMethodForm }) => (
  <fieldset className="grid grid-cols-2 gap-3">
    <legend className="sr-only">Notification rules</legend>
    {urgencies.map((urgency) => (
      <SelectField key={urgency} label={ruleFields[urgency].label} {...form.field(ruleFields[urgency].field)}>
        {delays.map((minutes) => (
          <option key={minutes} value={minutes}>
            {minutes === 0 ? 'At once' : `After ${minutesInWords(minutes)}`}
          </option>
        ))}
        <option value={notUsed}>Not used</option>
      </SelectField>
    ))}
  </fieldset>
);

const SigningSecret = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <Dialog wide isSecret title="Its signing secret" onClose={onClose}>
    <p className="mb-4 text-muted">
      Requests from Tocsin are signed with it. It is shown only once. A code to verify the address was sent there.
    </p>
    <Copy label="Signing secret" text={secret} />
    <DoneButton onClick={onClose} />
  </Dialog>
);
