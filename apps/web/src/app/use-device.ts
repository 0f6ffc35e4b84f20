import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useMe } from '../data/session/session.js';

const afterTheFirstScreen = 1_500;

/** Once per start: renews the push subscription of this device if the browser changed it. Failures are retried at the next start. */
export function useDevice(): void {
  const client = useQueryClient();
  const { personId } = useMe();
  useEffect(() => {
    const look = async () => (await import('../data/bell/device.js')).keepDevice(client, personId);
    const timer = setTimeout(() => void look().catch(() => undefined), afterTheFirstScreen);
    return () => clearTimeout(timer);
  }, [client, personId]);
}
