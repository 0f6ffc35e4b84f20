import { slackChannel } from '../slack-ids.js';
import { telegramGroup } from '../telegram-ids.js';
import type { ConnectionKind } from '../connections/kinds.js';

interface ReceiverTraits {
  /** `#ops (Slack)`, `Tickets (webhook)`. */
  readonly word: string;
  /** The place in a connected chat that is typed instead of an address. Absent: it is an address. */
  readonly place?: { readonly through: ConnectionKind; readonly isRight: (text: string) => boolean };
}

/** What can be the receiver of events and of the calls of steps: a program, or a channel of a chat. None of them is a person. */
export const receiverTraits = {
  webhook: { word: 'webhook' },
  slack: { word: 'Slack', place: { through: 'slack', isRight: (text) => slackChannel.safeParse(text).success } },
  telegram: { word: 'Telegram', place: { through: 'telegram', isRight: (text) => telegramGroup.safeParse(text).success } },
  mattermost: { word: 'Mattermost' },
  rocketchat: { word: 'Rocket.Chat' },
  discord: { word: 'Discord' },
  teams: { word: 'Teams' },
} as const satisfies Readonly<Record<string, ReceiverTraits>>;

export type ReceiverKind = keyof typeof receiverTraits;
export const receiverKinds = Object.keys(receiverTraits) as [ReceiverKind, ...ReceiverKind[]];
/** A chat: people read what is posted. */
export type ChatKind = Exclude<ReceiverKind, 'webhook'>;

const traitsOf = (kind: ReceiverKind): ReceiverTraits => receiverTraits[kind];

/** The connection that posts there; null: it is called by its address. */
export const connectionOfReceiver = (kind: ReceiverKind): ConnectionKind | null => traitsOf(kind).place?.through ?? null;

/** Whether what is shown of an address, its origin or the place itself, can be this kind of receiver. */
export const fitsReceiver = (kind: ReceiverKind, shown: string): boolean =>
  traitsOf(kind).place?.isRight(shown) ?? /^https?:\/\//.test(shown);
