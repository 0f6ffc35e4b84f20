import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { HttpProblem } from '../problems/problem.js';
import type { Augment } from './augmentation.js';
import { refusedAddress, requireCallable } from './refused-address.js';

/** An address that no name service of the internet knows: a private one, or a name of the own network. */
export const isOfOwnNetwork = (host: string): boolean =>
  /^(?:localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[(?:::1|f[cd]))/.test(host) ||
  !host.includes('.') ||
  /\.(?:local|lan|internal|home\.arpa)$/.test(host);

const augmentRelay: Augment<'SetRelay'> = async ({ address, credential = null, header, field, ...data }, with_) => {
  const { origin, protocol, hostname, host } = new URL(address);
  if (origin === new URL(with_.url).origin) throw refusedAddress('relay.to_itself');
  if (protocol === 'http:' && !isOfOwnNetwork(hostname)) throw refusedAddress('relay.not_https');
  const places = [header, field].filter((place) => place !== null).length;
  if (places > 1 || (places === 1) !== (credential !== null)) throw new HttpProblem('relay.credential_missing');
  const full: FactOf<'RelaySet'> = { ...data, relayRef: `relay:${with_.commandId}`, host, header, field };
  await requireCallable(address, full, with_);
  with_.secrets.put(full.relayRef, JSON.stringify({ address, header, field, credential }));
  return { data: full, says: {} };
};

export const relayAugments = { SetRelay: augmentRelay };
