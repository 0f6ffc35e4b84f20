import type { ContactKind } from './contact-kinds.js';

interface ContactKindWords {
  /** In lists to choose from. */
  readonly label: string;
  /** For whoever thinks of adding one. */
  readonly hint: string;
  /** One method among others; `{address}` and `{label}` stand for what is known of it. */
  readonly named: string;
  /** In a word or two: by what somebody is reached. */
  readonly short: string;
  /** What it can do while it works. */
  readonly ability: string;
  /** In `Last taken by …`. */
  readonly taker: string;
}

/** What screens say of each kind of contact method. Apart from what it is, since no first screen needs it. */
export const contactKindWords: Readonly<Record<ContactKind, ContactKindWords>> = {
  browser: {
    label: 'Browser',
    hint: 'Rings in every open tab whose sound is unlocked.',
    named: 'This tab, or any that is open',
    short: 'tab',
    ability: 'Rings while a tab is open and its sound unlocked; not when the laptop is closed.',
    taker: 'the tab',
  },
  email: {
    label: 'E-mail',
    hint: 'A code is sent there first.',
    named: 'E-mail {address}',
    short: 'mail',
    ability: 'Verified. May not wake you: depends on your mail app.',
    taker: 'the mail server',
  },
  webhook: {
    label: 'Webhook',
    hint: 'A signed POST to an address of yours: a phone gateway, a chat bot, a lamp. A code is sent there first.',
    named: 'Webhook {address}',
    short: 'webhook',
    ability: 'Verified. What happens next is up to the receiver.',
    taker: 'its address',
  },
  push: {
    label: 'Push',
    hint: 'Rings a phone or computer, also when it is locked. The device adds itself.',
    named: 'Push to {label}',
    short: 'phone',
    ability: 'Rings a locked phone. Push can’t break Do-not-disturb: allow this app there, or sleep without it.',
    taker: 'the push service',
  },
};
