import { z } from 'zod';
import { personal } from '../ids.js';

/** Chats whose accounts are linked by themselves, because their contact methods are channels and not accounts. */
export const linkedChats = ['mattermost'] as const;

export const chatAccount = z.object({
  chat: z.enum(linkedChats),
  /** The server’s address, and the account there. */
  account: personal(z.string()),
  /** `@ana of chat.example.org` */
  label: personal(z.string()),
});
export type ChatAccount = z.infer<typeof chatAccount>;

const claim = z.object({ chat: z.enum(linkedChats), account: z.string().max(400), label: z.string().max(400), until: z.string() });
export type LinkClaim = z.infer<typeof claim>;

/** What a code that the chat showed to one account says of it; null: it is none. Only the server knows whether it is genuine. */
export const readLinkCode = (code: string): LinkClaim | null => {
  const [body = ''] = code.trim().split('.');
  try {
    const bytes = Uint8Array.from(atob(body.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
    return claim.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data ?? null;
  } catch {
    return null;
  }
};
