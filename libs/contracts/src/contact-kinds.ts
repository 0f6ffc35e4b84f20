import { limits } from './limits.js';

interface ContactTraits {
  /** Sent by …: `e-mail`. */
  readonly word: string;
  /** `rings`: wakes somebody. `tab`: only where one is open, with its sound. `quiet`: wakes nobody. */
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
}

/** By what a person can be reached. Their words stand in `contact-kind-words.ts`; a file under the server’s `deliveries` reaches them. */
export const contactTraits = {
  browser: {
    word: 'browser',
    loudness: 'tab',
    address: 'none',
    proof: 'permission',
    deadline: limits.sendDeadline,
    reports: false,
    withdraws: false,
  },
  email: {
    word: 'e-mail',
    loudness: 'quiet',
    address: 'email',
    proof: 'code',
    deadline: limits.smtpDeadline,
    reports: false,
    withdraws: false,
  },
  webhook: {
    word: 'webhook',
    loudness: 'rings',
    address: 'url',
    proof: 'code',
    deadline: limits.sendDeadline,
    reports: false,
    withdraws: false,
  },
  push: {
    word: 'push',
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
