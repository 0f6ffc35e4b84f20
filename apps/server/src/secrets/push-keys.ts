import webPush from 'web-push';
import { z } from 'zod';
import type { Vault } from '@tocsin/platform/vault/vault.js';

/** By which push services know this installation (VAPID, RFC 8292): P-256, base64url. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const ref = 'push-keys';
const storedKeys = z.object({ publicKey: z.string(), privateKey: z.string() });

/** Made at the first start and kept in the vault: browsers subscribe to this pair, so another one would lose every device. */
export const pushKeysOf = (vault: Pick<Vault, 'secret' | 'putSecret'>): PushKeys => {
  const text = vault.secret(ref);
  if (text !== null) return storedKeys.parse(JSON.parse(text));
  const made = webPush.generateVAPIDKeys();
  vault.putSecret(ref, JSON.stringify(made));
  return made;
};

/** Whom a push service may write to: an https address, or a mail address (RFC 8292, 2.1). */
export const pushContact = (url: string, mailFrom: string | null): string => {
  if (url.startsWith('https://')) return url;
  const address = /<([^<>\s]+@[^<>\s]+)>\s*$/.exec(mailFrom ?? '')?.[1] ?? mailFrom;
  return `mailto:${address?.includes('@') ? address.trim() : `tocsin@${new URL(url).hostname}`}`;
};

/** What a subscription is encrypted for, as the vault keeps it. */
export const subscriptionKeys = z.object({ p256dh: z.string(), auth: z.string() });
