import type { SignInSettings } from '@tocsin/contracts/sign-in/noun.js';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../data/cache/api.js';
import { keys } from '../../data/cache/keys.js';
import { useMay } from '../../data/session/session.js';
import { whoMay } from '../../data/session/who-may.js';
import { BarredHint } from '../../ui/barred-hint.js';
import { Screen } from '../../ui/screen.js';
import { WhenRead } from '../../ui/when-read.js';
import { SignInForm } from './sign-in-form.js';
import { ProviderConfirmation } from './provider-confirmation.js';

/** Sign-in methods: by password, by an identity provider, or both. */
export function SignInSettingsScreen() {
  const may = useMay('sign_in.configure');
  const reading = useQuery({
    enabled: may,
    queryKey: keys.signInSettings,
    queryFn: () => api<SignInSettings>('GET', '/settings/sign-in'),
    refetchOnMount: 'always',
  });
  const { data, refetch } = reading;
  return (
    <Screen narrow title="Sign-in methods">
      {may && <WhenRead of={[reading]} what="Sign-in methods" lines={8} />}
      {!may && <BarredHint>Only {whoMay('sign_in.configure')} can see and change the sign-in methods.</BarredHint>}
      {may && data?.openId && !data.forOwners && <ProviderConfirmation provider={data.openId} again={() => void refetch()} />}
      {may && data && <SignInForm key={JSON.stringify(data)} settings={data} again={() => void refetch()} />}
    </Screen>
  );
}
