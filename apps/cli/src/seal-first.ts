import { readServerAddress, RunningServer } from './running-server.js';
import type { Settings } from './settings.js';

/** Asks a running server to seal its log first. A server that stopped in order has done so; one that can’t is no reason to refuse what follows. */
export const sealFirst = async ({ data }: Settings): Promise<void> => {
  if (!readServerAddress(data)) return;
  await RunningServer.of(data)
    .ask('POST', '/api/store/seal', {})
    .catch(() => null);
};
