import { joinRequest } from '@tocsin/contracts/people/commands.js';
import type { InvitationShown, SessionAnswer } from '@tocsin/contracts/http.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { signInQuery } from '../../data/session/access.js';
import { api } from '../../data/cache/api.js';
import { unlockBell } from '../../data/bell/bell.js';
import { readable } from '../../data/words/readable.js';
import { keys } from '../../data/cache/keys.js';
import { buttonClass, Button } from '../../ui/button.js';
import { NewPasswordField, TextField } from '../../ui/field.js';
import { focusFirst } from '../../ui/focus-first.js';
import { FormProblem, OutsideFrame } from '../../ui/outside-frame.js';
import { useForm } from '../../ui/use-form.js';
import { LinkReading } from './link-reading.js';

/** Accepts an invitation: first shows whether it is valid, and for whom. */
export function InvitationScreen({ token }: { token: string }) {
  const path = `/invitations/${encodeURIComponent(token)}`;
  const reading = useQuery({ queryKey: ['invitation', token], queryFn: () => api<InvitationShown>('GET', path), retry: false });
  const { data } = reading;
  if (!data) return <LinkReading of={reading} title="You are invited" />;
  const { name, email, organisation, teams, byPassword } = data;
  const lead = `${readable(email)} is invited to ${organisation}${inTeams(teams)}.`;
  return (
    <OutsideFrame title="You are invited" lead={byPassword ? `${lead} Choose a password, then how you want to be reached.` : lead}>
      {byPassword ? <JoinForm path={path} name={readable(name)} email={readable(email)} /> : <JoinByProvider />}
    </OutsideFrame>
  );
}

/** `, team Payments`; empty where they are in none. */
const inTeams = (teams: readonly string[]): string =>
  teams.length === 0 ? '' : `, ${teams.length === 1 ? 'team' : 'teams'} ${new Intl.ListFormat('en').format(teams)}`;

function JoinForm({ path, name, email }: { path: string; name: string; email: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({
    initial: { name, password: '' },
    schema: joinRequest,
    shape: ({ name, password }) => ({
      password,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...(name.trim() ? { name } : {}),
    }),
    submit: async (request) => {
      client.setQueryData(keys.session, await api<SessionAnswer>('POST', path, { body: request }));
      await navigate({ to: '/me' });
    },
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
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <TextField label="Your name" autoComplete="name" {...form.field('name')} />
      <NewPasswordField label="Password" {...form.field('password')} />
      {form.problem && <FormProblem>{form.problem}</FormProblem>}
      <Button kind="act" size="tall" type="submit" busy={form.isBusy} className="w-full">
        Join
      </Button>
    </form>
  );
}

/** For installations where only owners have passwords. */
function JoinByProvider() {
  const label = useQuery(signInQuery).data?.openId?.label;
  return (
    <a href="/api/openid/start?to=%2Fme" className={`${buttonClass('act', 'tall')} w-full`}>
      Join with {label ?? 'your identity provider'}
    </a>
  );
}
