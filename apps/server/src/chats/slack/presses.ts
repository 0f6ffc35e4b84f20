import { z } from 'zod';
import { messageIdOf } from '../../channels/slack/channel.js';
import { chatActs } from '../../deliveries/group-card.js';
import type { ChatActs, PressResult } from '../chat-acts.js';

/** The button of a message that tests a connection. */
export const testAct = 'test';

const payload = z.object({
  type: z.literal('block_actions'),
  user: z.object({ id: z.string(), team_id: z.string().optional() }),
  team: z.object({ id: z.string() }).nullish(),
  container: z.object({ channel_id: z.string(), message_ts: z.string() }),
  response_url: z.string().optional(),
  actions: z.array(z.object({ action_id: z.string(), action_ts: z.string(), value: z.string().optional() })).min(1),
});

/** `says`: for the presser alone, at `to`; null: nothing. */
export interface Private {
  readonly to: string | undefined;
  readonly says: string | null;
}

const howToLink = (member: string): string =>
  `This Slack account isn’t linked to a person in Tocsin, so nothing was done. In Tocsin, add the contact method Slack to your profile, with your member ID ${member}.`;

const saysOf = (result: PressResult, member: string): string | null => {
  if (result.kind === 'stranger') return howToLink(member);
  return result.says ?? null;
};

/** What follows from an interaction (https://docs.slack.dev/reference/interaction-payloads/block_actions-payload); null: it is no press of ours. */
export const takePress = async (body: unknown, acts: Pick<ChatActs, 'press'>): Promise<Private | null> => {
  const { data } = payload.safeParse(body);
  if (!data) return null;
  const { user, team, container, response_url: to, actions } = data;
  const { action_id: name, action_ts: at, value } = actions[0]!;
  if (name === testAct) return { to, says: 'It works: Tocsin received your press.' };
  const act = chatActs.find((one) => one === name);
  if (!act || !z.uuid().safeParse(value).success) return null;
  // somebody of another workspace, in a shared channel, may have the same member ID
  const account = `${user.team_id ?? team?.id ?? ''}/${user.id}`;
  const messageId = messageIdOf({ channel: container.channel_id, ts: container.message_ts });
  const result = await acts.press({ kind: 'slack', account, act, groupId: value!, messageId, key: `slack ${user.id} ${at}` });
  return { to, says: saysOf(result, user.id) };
};
