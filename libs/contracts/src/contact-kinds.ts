import { limits, type throttles } from './limits.js';

export type Throttle = keyof typeof throttles;

interface ContactTraits {
  /** Sent by …: `e-mail`. */
  readonly word: string;
  /** What it can do while it works, as sentences. */
  readonly about: string;
  /** `rings`: wakes people. `tab`: only an open tab with its sound on. `quiet`: wakes no one. */
  readonly loudness: 'rings' | 'tab' | 'quiet';
  /** What is typed, or what the device says; `none`: it has no address. */
  readonly address: 'email' | 'url' | 'device' | 'none';
  /** How a person proves that it is theirs: a code that is sent there, or a permission that their browser asked for. */
  readonly proof: 'code' | 'permission';
  /** Milliseconds that one delivery may take. */
  readonly deadline: number;
  /** The device reports what it shows: when nothing is heard of it, that says something. */
  readonly reports: boolean;
  /** What was delivered can be taken back. */
  readonly withdraws: boolean;
  /** How many messages it takes in a while; `relayed`: as many as what its person says that the receiver makes of them. Absent: any number. */
  readonly throttle?: Throttle | 'relayed';
}

/**
 * By what a person can be reached; a file under the server’s `deliveries` reaches them. The first screen loads these rows: what is said of a
 * kind is short, and what follows from its other traits (an address, a proof) is said by the screens.
 */
export const contactTraits = {
  browser: {
    word: 'browser',
    about: 'Plays a sound in every open tab with sound on; not when the laptop is closed.',
    loudness: 'tab',
    address: 'none',
    proof: 'permission',
    deadline: limits.sendDeadline,
    reports: false,
    withdraws: false,
  },
  email: {
    word: 'e-mail',
    about: 'May not wake you: depends on your mail app.',
    loudness: 'quiet',
    address: 'email',
    proof: 'code',
    deadline: limits.smtpDeadline,
    reports: false,
    withdraws: false,
  },
  webhook: {
    word: 'webhook',
    about: 'A signed POST, for example to a phone gateway or a chat bot. What happens next is up to the receiver.',
    loudness: 'rings',
    address: 'url',
    proof: 'code',
    deadline: limits.sendDeadline,
    reports: false,
    withdraws: false,
    throttle: 'relayed',
  },
  push: {
    word: 'push',
    about:
      'Notifies a phone or computer, even when it is locked. Push can’t override Do Not Disturb: allow this app there, or turn Do Not Disturb off.',
    loudness: 'rings',
    address: 'device',
    proof: 'permission',
    deadline: limits.sendDeadline,
    reports: true,
    withdraws: true,
  },
} as const satisfies Readonly<Record<string, ContactTraits>>;

export type ContactKind = keyof typeof contactTraits;
export const contactKinds = Object.keys(contactTraits) as [ContactKind, ...ContactKind[]];

/** What a person may add by typing an address, or none. */
export type TypedKind = { [K in ContactKind]: (typeof contactTraits)[K]['address'] extends 'device' ? never : K }[ContactKind];
export const isTyped = (kind: ContactKind): kind is TypedKind => contactTraits[kind].address !== 'device';

/** The kind whose address is of this sort. */
export const kindWithAddress = (address: ContactTraits['address']): ContactKind =>
  contactKinds.find((kind) => contactTraits[kind].address === address)!;

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
