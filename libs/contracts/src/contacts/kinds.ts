import * as alertGroupLimits from '../alert-groups/limits.js';
import * as mailServerLimits from '../mail-server/limits.js';
import type { ConnectionKind } from '../connections/kinds.js';
import { type throttles } from './limits.js';

export type Throttle = keyof typeof throttles;

interface ContactTraits {
  /** Sent by …: `e-mail`. */
  readonly word: string;
  /** `rings`: wakes people. `tab`: only an open tab with its sound on. `quiet`: wakes no one. */
  readonly loudness: 'rings' | 'tab' | 'quiet';
  /** Typed by the person (`hook`: the address of a channel’s incoming webhook, which is a secret; `topic`: a server and a topic there; `server`: one and a token; `member`: an account in a chat; `userKey`: a user of the provider), or provided by the device; `none`: no address. */
  readonly address: 'email' | 'url' | 'topic' | 'server' | 'phone' | 'member' | 'userKey' | 'hook' | 'device' | 'none';
  /** How ownership is verified: by a code sent there, or by the browser’s permission. */
  readonly proof: 'code' | 'permission';
  /** Milliseconds that one delivery may take. */
  readonly deadline: number;
  /** The device reports delivery, so silence is a signal. */
  readonly reports: boolean;
  /** What was sent can be replaced silently: `latest`, because a newer message of its tag replaced the older ones; `each` by itself. */
  readonly replaces: 'none' | 'latest' | 'each';
  /**
   * Its provider is asked what became of each message while its page runs: replies, confirmations, calls that nobody took. `bundles`: also of one for
   * several pages, which is answered by their numbers.
   */
  readonly askedAbout?: 'single' | 'bundles';
  /** Its provider may put messages off for minutes and take them later, as mail servers do: it is tried for longer. */
  readonly putsOff?: true;
  /** The kind of connection that sends it; of several, the first that is set up. Absent: it needs none. */
  readonly through?: ConnectionKind | readonly ConnectionKind[];
  /** Message limit; `relayed`: by how its receiver relays messages, as its person states. Absent: none. */
  readonly throttle?: Throttle | 'relayed';
}

/** A message in a channel of a chat, by its incoming webhook. */
const inChannel = <Word extends string>(word: Word) =>
  ({
    word,
    loudness: 'quiet',
    address: 'hook',
    proof: 'code',
    deadline: alertGroupLimits.sendDeadline,
    reports: false,
    replaces: 'none',
  }) as const;

/** Kinds of contact method; each has a folder in the server’s `channels`. Loaded by the first screen, so sentences about them are in the screens. */
export const contactTraits = {
  browser: {
    word: 'browser',
    loudness: 'tab',
    address: 'none',
    proof: 'permission',
    deadline: alertGroupLimits.sendDeadline,
    reports: false,
    replaces: 'none',
  },
  email: {
    word: 'e-mail',
    loudness: 'quiet',
    address: 'email',
    proof: 'code',
    deadline: mailServerLimits.smtpDeadline,
    reports: false,
    replaces: 'none',
    putsOff: true,
  },
  webhook: {
    word: 'webhook',
    loudness: 'rings',
    address: 'url',
    proof: 'code',
    deadline: alertGroupLimits.sendDeadline,
    reports: false,
    replaces: 'none',
    throttle: 'relayed',
  },
  ntfy: {
    word: 'ntfy',
    loudness: 'rings',
    address: 'topic',
    proof: 'code',
    deadline: alertGroupLimits.sendDeadline,
    reports: false,
    replaces: 'each',
  },
  gotify: {
    word: 'Gotify',
    loudness: 'rings',
    address: 'server',
    proof: 'code',
    deadline: alertGroupLimits.sendDeadline,
    reports: false,
    replaces: 'none',
  },
  sms: {
    word: 'SMS',
    loudness: 'rings',
    address: 'phone',
    proof: 'code',
    deadline: alertGroupLimits.sendDeadline,
    reports: false,
    replaces: 'none',
    through: ['gateway', 'twilio'],
    askedAbout: 'bundles',
    throttle: 'sms',
  },
  voice: {
    word: 'call',
    loudness: 'rings',
    address: 'phone',
    proof: 'code',
    deadline: alertGroupLimits.sendDeadline,
    reports: false,
    replaces: 'none',
    through: 'twilio',
    askedAbout: 'single',
    throttle: 'voice',
  },
  pushover: {
    word: 'Pushover',
    loudness: 'rings',
    address: 'userKey',
    proof: 'code',
    deadline: alertGroupLimits.sendDeadline,
    reports: false,
    replaces: 'each',
    through: 'pushover',
    askedAbout: 'single',
  },
  slack: {
    word: 'Slack',
    loudness: 'quiet',
    address: 'member',
    proof: 'code',
    deadline: alertGroupLimits.sendDeadline,
    reports: false,
    replaces: 'none',
    through: 'slack',
  },
  telegram: {
    word: 'Telegram',
    loudness: 'quiet',
    address: 'member',
    proof: 'code',
    deadline: alertGroupLimits.sendDeadline,
    reports: false,
    replaces: 'none',
    through: 'telegram',
  },
  mattermost: inChannel('Mattermost'),
  discord: inChannel('Discord'),
  rocketchat: inChannel('Rocket.Chat'),
  teams: inChannel('Teams'),
  push: {
    word: 'push',
    loudness: 'rings',
    address: 'device',
    proof: 'permission',
    deadline: alertGroupLimits.sendDeadline,
    reports: true,
    replaces: 'latest',
  },
} as const satisfies Readonly<Record<string, ContactTraits>>;

export type AddressSort = ContactTraits['address'];
export type ContactKind = keyof typeof contactTraits;
export const contactKinds = Object.keys(contactTraits) as [ContactKind, ...ContactKind[]];

/** Kinds that a person adds by typing an address, or without one. */
export type TypedKind = { [K in ContactKind]: (typeof contactTraits)[K]['address'] extends 'device' ? never : K }[ContactKind];
export const isTyped = (kind: ContactKind): kind is TypedKind => contactTraits[kind].address !== 'device';

/** The kind of e-mail addresses. */
export const mailKind: ContactKind = 'email';

/** Whether its person states how its receiver relays messages. */
export const isRelayed = (kind: ContactKind): boolean => {
  const { throttle }: ContactTraits = contactTraits[kind];
  return throttle === 'relayed';
};

/** Whether the provider may put messages off for minutes. */
export const doesPutOff = (kind: ContactKind): boolean => {
  const { putsOff }: ContactTraits = contactTraits[kind];
  return putsOff === true;
};

/** Whether its provider is asked about its messages. */
export const isAskedAbout = (kind: ContactKind, isBundled = false): boolean => {
  const { askedAbout }: ContactTraits = contactTraits[kind];
  return isBundled ? askedAbout === 'bundles' : askedAbout !== undefined;
};

/** Whether it may carry news that wakes nobody: messages by SMS and calls, also relayed ones, disturb and cost. */
export const takesNews = (kind: ContactKind): boolean => {
  const { throttle }: ContactTraits = contactTraits[kind];
  return throttle === undefined;
};

/** The kinds of connections that send it, the preferred one first; none: it needs none. */
export const throughOf = (kind: ContactKind): readonly ConnectionKind[] => {
  const { through }: ContactTraits = contactTraits[kind];
  return [through ?? []].flat();
};

/** Whether something sends it. */
export const isConnected = (kind: ContactKind, connections: readonly string[]): boolean => {
  const through = throughOf(kind);
  return through.length === 0 || through.some((one) => connections.includes(one));
};

/** Whether it is an account in a chat, whose buttons act as its person: it may belong to one person only. */
export const isChat = (kind: ContactKind): boolean => contactTraits[kind].address === 'member';

/** The throttle of a contact method; null: it has none. */
export const throttleOf = ({
  kind,
  relaysAs,
}: {
  readonly kind: ContactKind;
  readonly relaysAs?: Throttle | undefined;
}): Throttle | null => {
  const { throttle }: ContactTraits = contactTraits[kind];
  return (throttle === 'relayed' ? relaysAs : throttle) ?? null;
};
