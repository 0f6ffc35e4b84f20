import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { forgetFailedParts } from '../ui/lazy-part.js';
import { Screen, Unshown } from '../ui/screen.js';

/** A screen that could not be shown. The rest of the app goes on. */
export function Broken({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  useEffect(forgetFailedParts, []);
  const again = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Screen title="Error" narrow>
      <Unshown error={error} again={again} />
    </Screen>
  );
}
