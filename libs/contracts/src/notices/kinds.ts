import { duration } from '../duration.js';

const { minute, hour, day } = duration;

interface NoticeTraits {
  /** What a person reads where they switch it. */
  readonly word: string;
  readonly says: string;
  /** For who has chosen nothing. */
  readonly isOn: boolean;
  /** How long it is still news: later it is not sent. */
  readonly lasts: number;
}

/** Messages that are no page, one kind a row: quiet, to one person, each with a switch. Its decision is in the domain, its words in the server, in a file of this name. */
export const noticeTraits = {
  going_on: {
    word: 'Going on call',
    says: 'Before a shift of yours begins, and again if it moved.',
    isOn: false,
    lasts: 15 * minute,
  },
  going_off: {
    word: 'Going off call',
    says: 'At the handoff, if you hold alert groups: with a link that hands them over.',
    isOn: true,
    lasts: hour,
  },
  shifts_moved: {
    word: 'Your shifts moved',
    says: 'When somebody else changes your shifts of the next 28 days.',
    isOn: true,
    lasts: day,
  },
  gap_ahead: {
    word: 'A gap ahead',
    says: 'When nobody is on call by a schedule of a team that you manage, a week before.',
    isOn: true,
    lasts: day,
  },
  covers: {
    word: 'Cover requests',
    says: 'When you are asked to cover, reminders of it, and what became of your own requests.',
    isOn: true,
    lasts: day,
  },
  morning_summary: {
    word: 'Morning summary',
    says: 'What paged at night, who holds what, and who is on call today.',
    isOn: false,
    lasts: 4 * hour,
  },
} as const satisfies Readonly<Record<string, NoticeTraits>>;

export type NoticeKind = keyof typeof noticeTraits;
export const noticeKinds = Object.keys(noticeTraits) as [NoticeKind, ...NoticeKind[]];

/** How long before a shift, in minutes: a person may choose several. */
export const noticeLeads = [1_440, 720, 60, 15] as const;

export const lastsOf = (kind: NoticeKind): number => noticeTraits[kind].lasts;
