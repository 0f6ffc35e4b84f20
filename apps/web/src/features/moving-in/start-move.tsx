import { movingInRequest } from '@tocsin/contracts/moving-in/moving-in.js';
import { foreignSystemNames, foreignSystems, type ForeignSystemName } from '@tocsin/contracts/moving-in/systems.js';
import { Button } from '../../ui/button.js';
import { Check, TextArea, TextField } from '../../ui/field.js';
import { Section } from '../../ui/screen.js';
import { SegmentedControl } from '../../ui/segmented-control.js';
import { SelectField } from '../../ui/select.js';
import { useForm } from '../../ui/use-form.js';
import { useMoveActs } from './use-moving-in.js';

const day = 86_400_000;
const histories = { none: 'none, only the configuration', '90': '90 days', '365': 'a year', all: 'everything there is' } as const;
type History = keyof typeof histories;

const sinceOf = (history: History): string | null =>
  history === 'all' ? null : new Date(Date.now() - (history === 'none' ? 0 : Number(history)) * day).toISOString();

const fields = {
  from: 'system' as 'system' | 'folder',
  system: 'opsgenie' as ForeignSystemName,
  address: '',
  cloud: '',
  user: '',
  token: '',
  folder: '',
  history: 'none' as History,
  accounts: '',
  team: 'Moved in',
  rehearses: true,
};
type Fields = typeof fields;

const given = (texts: Record<string, string>) => Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''));

const requestOf = ({ from, system, address, cloud, user, token, folder, history, accounts, team, rehearses }: Fields) => ({
  from,
  system,
  rehearses,
  ...given({ team, ...(system === 'jsm' ? { accounts } : {}) }),
  ...(from === 'folder'
    ? { folder }
    : { since: sinceOf(history), ...given({ address, token, ...(system === 'jsm' ? { cloud, user } : {}) }) }),
});

/** From where: another system with a token, or a copy that the command line made. */
export function StartMove() {
  const { start } = useMoveActs();
  const form = useForm({
    initial: fields,
    schema: movingInRequest,
    shape: (values: Fields) => movingInRequest.safeParse(requestOf(values)).data ?? requestOf(values),
    submit: async (request) => {
      await start(request as Parameters<typeof start>[0]);
      form.set('token', '');
    },
  });
  const { values, set } = form;
  return (
    <Section title="From where">
      <form noValidate className="space-y-4 pt-1" onSubmit={(event) => void form.onSubmit(event)}>
        <SegmentedControl
          label="From where"
          segments={[
            { value: 'system', label: 'The system itself' },
            { value: 'folder', label: 'A copy on this server' },
          ]}
          value={values.from}
          onChange={(from) => set('from', from)}
        />
        <SelectField label="System" {...form.field('system')}>
          {foreignSystemNames.map((name) => (
            <option key={name} value={name}>
              {foreignSystems[name].title}
            </option>
          ))}
        </SelectField>
        {values.from === 'system' ? (
          <FromSystem form={form} />
        ) : (
          <TextField
            label="Folder"
            hint="Made by “tocsin rescue”, on the machine of this server. An encrypted one is read by “tocsin import” alone."
            {...form.field('folder')}
          />
        )}
        {values.system === 'jsm' && (
          <TextArea
            label="Addresses of accounts"
            rows={4}
            hint="Jira does not tell them. A line each: id, e-mail, name."
            {...form.field('accounts')}
          />
        )}
        <TextField label="Team for what has none there" {...form.field('team')} />
        <Check
          label="New services rehearse: they page no one until they go live"
          checked={values.rehearses}
          onChange={(event) => set('rehearses', event.target.checked)}
        />
        {form.problem && (
          <p role="alert" className="text-warn">
            {form.problem}
          </p>
        )}
        <Button kind="act" type="submit" busy={form.isBusy}>
          {values.from === 'system' ? 'Read it' : 'Read the copy'}
        </Button>
        <p className="text-xs text-muted">Nothing is changed, there or here, before you apply a plan below.</p>
      </form>
    </Section>
  );
}

type StartForm = ReturnType<typeof useForm<Fields, unknown>>;

function FromSystem({ form }: { form: StartForm }) {
  const { address } = foreignSystems[form.values.system];
  const isJira = form.values.system === 'jsm';
  return (
    <>
      <TextField
        label="Address"
        placeholder={address ?? 'https://oncall.example.org'}
        hint={
          address === null
            ? 'A private address has to be allowed by the setting TOCSIN_ALLOW_CIDR.'
            : 'Left out: the usual one. Accounts in the EU have another.'
        }
        {...form.field('address')}
      />
      {isJira && <TextField label="Cloud id" hint="See https://YOUR-SITE.atlassian.net/_edge/tenant_info" {...form.field('cloud')} />}
      {isJira && <TextField label="E-mail of the token’s owner" {...form.field('user')} />}
      <TextField
        label="Token"
        type="password"
        autoComplete="off"
        hint="Read rights are enough. It stays in the server’s memory until everything was read, and is stored nowhere."
        {...form.field('token')}
      />
      <SelectField label="History" hint="Old alerts take long: each system answers only so fast." {...form.field('history')}>
        {Object.entries(histories).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
    </>
  );
}
