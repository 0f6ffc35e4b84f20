import type { SignInSettings } from '@tocsin/contracts/sign-in.js';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../data/api.js';
import { keys } from '../../data/keys.js';
import { Screen, Unshown, Waiting } from '../../ui/screen.js';
import { SignInForm } from './sign-in-form.js';

/** How people sign in: by password, by an identity provider, or both. */
export function SignInSettingsScreen() {
  const { data, error, refetch } = useQuery({
    queryKey: keys.signInSettings,
    queryFn: () => api<SignInSettings>('GET', '/settings/sign-in'),
    refetchOnMount: 'always',
  });
  return (
    <Screen narrow title="How people sign in">
      {error && <Unshown error={error} again={() => void refetch()} />}
      {!error && !data && <Waiting />}
      {data && <SignInForm key={JSON.stringify(data)} settings={data} again={() => void refetch()} />}
    </Screen>
  );
}
