import webPush from 'web-push';
import { z } from 'zod';
import type { Vault } from '@tocsin/platform/vault/vault.js';

/** The key pair by which push services recognise this installation (VAPID, RFC 8292): P-256, base64url. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const ref = 'push-keys';
const storedKeys = z.object({ publicKey: z.string(), privateKey: z.string() });

/** Created at the first start and stored in the vault. Browsers subscribe to this key, so a new one would lose every device. */
export const pushKeysOf = (vault: Pick<Vault, 'secret' | 'putSecret'>): PushKeys => {
  const text = vault.secret(ref);
  if (text !== null) return storedKeys.parse(JSON.parse(text));
  const keys = webPush.generateVAPIDKeys();
  vault.putSecret(ref, JSON.stringify(keys));
  return keys;
};

/** The contact for operators of push services: an https address, or a mail address (RFC 8292, 2.1). */
export const pushContact = (url: string, mailFrom: string | null): string => {
  if (url.startsWith('https://')) return url;
  const address = /<([^<>\s]+@[^<>\s]+)>\s*$/.exec(mailFrom ?? '')?.[1] ?? mailFrom;
  return `mailto:${address?.includes('@') ? address.trim() : `tocsin@${new URL(url).hostname}`}`;
};

/** The encryption keys of a subscription, as the vault stores them. */
export const subscriptionKeys = z.object({ p256dh: z.string(), auth: z.string() });
