import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { renderCard } from '../../channels/slack/blocks.js';
import { callWithMessage, type SlackDependencies } from '../../channels/slack/channel.js';
import type { Chat } from '../page-messages.js';

const splitId = (id: string): { readonly channel: string; readonly ts: string } => {
  const at = id.indexOf(':');
  return { channel: id.slice(0, at), ts: id.slice(at + 1) };
};

export const slackChat = (server: SlackDependencies['server'], http: Pick<OutgoingHttp, 'post'>): Chat => ({
  kind: 'slack',
  through: 'slack',
  placeOf: (id) => splitId(id).channel,
  edit: (account, id, card, call) => {
    const { channel, ts } = splitId(id);
    const update = { method: 'chat.update', to: channel, more: { ts } } as const;
    return callWithMessage({ server, calls: { http } }, account, update, renderCard(card), call);
  },
});
