import { z } from 'zod';
import { messageIdOf } from '../../channels/telegram/channel.js';
import { chatActs, type ChatAct } from '../../deliveries/group-card.js';

const from = z.object({ id: z.number() });
const privateChat = z.object({ id: z.number(), type: z.literal('private') });

const pressed = z.object({
  callback_query: z.object({
    id: z.string(),
    from,
    data: z.string().default(''),
    message: z.object({ message_id: z.number(), chat: z.object({ id: z.number() }) }).optional(),
  }),
});
const written = z.object({ message: z.object({ chat: privateChat, from, text: z.string() }) });
/** The bot was put into a group, or made its admin. */
const added = z.object({
  my_chat_member: z.object({
    chat: z.object({ id: z.number().negative(), type: z.enum(['group', 'supergroup', 'channel']) }),
    new_chat_member: z.object({ status: z.enum(['member', 'administrator']) }),
  }),
});
const membership = z.object({ my_chat_member: z.object({ chat: privateChat, new_chat_member: z.object({ status: z.string() }) }) });

/** What somebody did in a chat with the bot. */
export type Update =
  | {
      readonly kind: 'press';
      readonly user: string;
      readonly queryId: string;
      readonly messageId: string;
      readonly act: ChatAct;
      readonly groupId: string;
    }
  /** A button that is none of ours, or of a message that is too old. */
  | { readonly kind: 'odd press'; readonly user: string; readonly queryId: string }
  /** `code`: what followed `/start`; empty: nothing did. */
  | { readonly kind: 'start'; readonly user: string; readonly code: string }
  | { readonly kind: 'blocked'; readonly user: string }
  /** `user`: the group. */
  | { readonly kind: 'added'; readonly user: string };

const pressOf = ({ id: queryId, from: { id }, data, message }: z.infer<typeof pressed>['callback_query']): Update => {
  const user = String(id);
  const [name = '', groupId = ''] = data.split(':');
  const act = chatActs.find((one) => one === name);
  if (!message || !act || !z.uuid().safeParse(groupId).success) return { kind: 'odd press', user, queryId };
  return { kind: 'press', user, queryId, messageId: messageIdOf(message), act, groupId };
};

/** What an update means (https://core.telegram.org/bots/api#update); null: nothing. */
export const readUpdate = (update: unknown): Update | null => {
  const press = pressed.safeParse(update).data;
  if (press) return pressOf(press.callback_query);
  const message = written.safeParse(update).data?.message;
  const code = message && /^\/start(?:@\w+)?(?:\s+(\S*))?\s*$/.exec(message.text);
  if (code) return { kind: 'start', user: String(message.from.id), code: code[1] ?? '' };
  const group = added.safeParse(update).data?.my_chat_member.chat;
  if (group) return { kind: 'added', user: String(group.id) };
  const { chat, new_chat_member: member } = membership.safeParse(update).data?.my_chat_member ?? {};
  return chat && member?.status === 'kicked' ? { kind: 'blocked', user: String(chat.id) } : null;
};
