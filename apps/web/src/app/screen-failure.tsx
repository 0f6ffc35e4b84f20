import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { forgetFailedParts } from '../ui/lazy-part.js';
import { Screen, LoadFailure } from '../ui/screen.js';

/** Error screen: the rest of the app keeps working. */
export function ScreenFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  useEffect(forgetFailedParts, []);
  const again = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Screen title="Error" narrow>
      <LoadFailure error={error} again={again} />
    </Screen>
  );
}
