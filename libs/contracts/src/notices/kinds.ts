import { duration } from '../duration.js';

const { minute, hour, day } = duration;

interface NoticeTraits {
  /** What a person reads where they switch it. */
  readonly word: string;
  readonly says: string;
  /** For who has chosen nothing. */
  readonly isOn: boolean;
  /**
   * By what, for who has chosen nothing. `every`: mail, then each method that takes news, because what is usual may be what is lost; `only_mail`: it is
   * too long for others; `each`: chosen for each thing it is about.
   */
  readonly by: 'mail' | 'every' | 'only_mail' | 'each';
  /** Only owners get it. */
  readonly forOwners?: true;
  /** How long it is still news: later it is not sent. */
  readonly lasts: number;
}

/** Messages that are no page, one kind a row: quiet, to one person, each with a switch. Its decision is in the domain, its words in the server, in a file of this name. */
export const noticeTraits = {
  going_on: {
    word: 'Going on call',
    says: 'Before a shift of yours begins, and again if it moved.',
    isOn: false,
    by: 'mail',
    lasts: 15 * minute,
  },
  going_off: {
    word: 'Going off call',
    says: 'At the handoff, if you hold alert groups: with a link that hands them over.',
    isOn: true,
    by: 'mail',
    lasts: hour,
  },
  shifts_moved: {
    word: 'Your shifts moved',
    says: 'When somebody else changes your shifts of the next 28 days.',
    isOn: true,
    by: 'mail',
    lasts: day,
  },
  gap_ahead: {
    word: 'A gap ahead',
    says: 'When nobody is on call by a schedule of a team that you manage, a week before.',
    isOn: true,
    by: 'mail',
    lasts: day,
  },
  covers: {
    word: 'Cover requests',
    says: 'When you are asked to cover, reminders of it, and what became of your own requests.',
    isOn: true,
    by: 'mail',
    lasts: day,
  },
  drills: {
    word: 'Drills',
    says: 'When you are asked whether a drill may page you, and when it is over or called off.',
    isOn: true,
    by: 'mail',
    lasts: day,
  },
  morning_summary: {
    word: 'Morning summary',
    says: 'What paged at night, who holds what, and who is on call today.',
    isOn: false,
    by: 'mail',
    lasts: 4 * hour,
  },
  weekly_summary: {
    word: 'Weekly summary',
    says: 'Last week’s reports of your teams, each Monday at 8:00 in your time zone.',
    isOn: false,
    by: 'only_mail',
    lasts: 7 * day,
  },
  followed: {
    word: 'Followed services',
    says: 'When alert groups of services that you follow open, are acknowledged and are resolved.',
    isOn: true,
    by: 'each',
    lasts: hour,
  },
  silence_ends: {
    word: 'Silences that end',
    says: 'Before a silence ends that you started, or that mutes alert groups assigned to you.',
    isOn: true,
    by: 'every',
    lasts: hour,
  },
  maintenance: {
    word: 'Maintenance',
    says: 'Before maintenance begins and when it ends, while you are on call.',
    isOn: true,
    by: 'every',
    lasts: hour,
  },
  night_budget: {
    word: 'Night budgets',
    says: 'At the first night page above the budget of a policy of a team that you manage.',
    isOn: true,
    by: 'every',
    lasts: day,
  },
  lost_channel: {
    word: 'Lost channels',
    says: 'When a channel or webhook of a team that you manage takes nothing any more; owners hear of all channels.',
    isOn: true,
    by: 'every',
    lasts: day,
  },
  cost: {
    word: 'Cost of SMS',
    says: 'When a day’s SMS pass 200 parts, and at each doubling.',
    isOn: true,
    by: 'every',
    forOwners: true,
    lasts: day,
  },
} as const satisfies Readonly<Record<string, NoticeTraits>>;

export type NoticeKind = keyof typeof noticeTraits;
export const noticeKinds = Object.keys(noticeTraits) as [NoticeKind, ...NoticeKind[]];

/** How long before a shift, in minutes: a person may choose several. */
export const noticeLeads = [1_440, 720, 60, 15] as const;

/** Those that somebody may get. */
export const noticeKindsFor = (isOwner: boolean): readonly NoticeKind[] =>
  noticeKinds.filter((kind) => {
    const { forOwners }: NoticeTraits = noticeTraits[kind];
    return isOwner || forOwners !== true;
  });

export const lastsOf = (kind: NoticeKind): number => noticeTraits[kind].lasts;
