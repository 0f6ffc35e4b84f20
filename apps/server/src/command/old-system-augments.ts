import { foreignSystems } from '@tocsin/contracts/moving-in/systems.js';
import type { Augment } from './augmentation.js';
import { refusedAddress, requireCallable } from './refused-address.js';
import { isOfOwnNetwork } from './relay-augments.js';

/** Address and token go to the vault, and the host is shown. */
const connect: Augment<'ConnectOldSystem'> = async ({ system, address, token }, with_) => {
  const typed = address ?? foreignSystems[system].address;
  const url = typed !== null && URL.canParse(typed) ? new URL(typed) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '') throw refusedAddress('old_system.no_address');
  if (url.protocol === 'http:' && !isOfOwnNetwork(url.hostname)) throw refusedAddress('old_system.not_https');
  const data = { system, host: url.host, tokenRef: `old-system:${with_.commandId}` };
  await requireCallable(url.href, data, with_);
  with_.secrets.put(data.tokenRef, JSON.stringify({ address: `${url.origin}${url.pathname}`, token }));
  return { data, says: {} };
};

export const oldSystemAugments = { ConnectOldSystem: connect };
