import { slackChannel } from '../slack-ids.js';
import { telegramGroup } from '../telegram-ids.js';

interface ReceiverTraits {
  /** `#ops (Slack)`, `Tickets (webhook)`. */
  readonly word: string;
  /** It is a place in a connected chat, typed by its ID: whether a text is one. Absent: it has an address. */
  readonly isPlace?: (text: string) => boolean;
}

/** What can be the receiver of events and of the calls of steps: a program, or a channel of a chat. None of them is a person. */
export const receiverTraits = {
  webhook: { word: 'webhook' },
  slack: { word: 'Slack', isPlace: (text) => slackChannel.safeParse(text).success },
  telegram: { word: 'Telegram', isPlace: (text) => telegramGroup.safeParse(text).success },
  mattermost: { word: 'Mattermost' },
  rocketchat: { word: 'Rocket.Chat' },
  discord: { word: 'Discord' },
  teams: { word: 'Teams' },
} as const satisfies Readonly<Record<string, ReceiverTraits>>;

export type ReceiverKind = keyof typeof receiverTraits;
export const receiverKinds = Object.keys(receiverTraits) as [ReceiverKind, ...ReceiverKind[]];
/** A chat: people read what is posted. */
export type ChatKind = Exclude<ReceiverKind, 'webhook'>;

/** Whether people read what is posted, and not a program. */
export const isInChat = (kind: ReceiverKind): kind is ChatKind => kind !== 'webhook';

const traitsOf = (kind: ReceiverKind): ReceiverTraits => receiverTraits[kind];

/** Whether what is shown of an address, its origin or the place itself, can be this kind of receiver. */
export const fitsReceiver = (kind: ReceiverKind, shown: string): boolean =>
  traitsOf(kind).isPlace?.(shown) ?? receiverKinds.every((one) => !traitsOf(one).isPlace?.(shown));
