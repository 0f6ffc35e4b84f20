import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useMe } from '../data/session/session.js';

const afterTheFirstScreen = 1_500;

/** Once a start: this device goes on being rung, though its browser has moved its subscription. What fails is done at the next start. */
export function useDevice(): void {
  const client = useQueryClient();
  const { personId } = useMe();
  useEffect(() => {
    const look = async () => (await import('../data/bell/device.js')).keepDevice(client, personId);
    const timer = setTimeout(() => void look().catch(() => undefined), afterTheFirstScreen);
    return () => clearTimeout(timer);
  }, [client, personId]);
}
