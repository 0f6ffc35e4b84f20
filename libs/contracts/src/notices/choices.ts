import { z } from 'zod';
import { id } from '../ids.js';
import { noticeKinds, noticeLeads, noticeTraits, type NoticeKind } from './kinds.js';

const [first, ...rest] = noticeLeads.map((lead) => z.literal(lead));

/** What a person chose about one kind of notice. */
const choice = {
  kind: z.enum(noticeKinds),
  on: z.boolean(),
  /** Null: by mail, to the address of their account. */
  contactMethodId: id.nullable(),
  /** Going on call: how long before, in minutes, the longest first. */
  leads: z
    .array(z.union([first!, ...rest]))
    .transform((chosen) => noticeLeads.filter((lead) => chosen.includes(lead)))
    .optional(),
  /** The morning summary: the minute of the day in their time zone. */
  minute: z.number().int().min(0).max(1_439).optional(),
  /** The morning summary comes also when nothing happened. */
  always: z.boolean().optional(),
};

export const noticeChoice = z.object(choice);
export const typedChoice = z.strictObject(choice);
export type NoticeChoice = z.infer<typeof noticeChoice>;

const defaultLeads = [1_440] as const;
/** Eight in the morning. */
export const defaultMinute = 8 * 60;

interface Chooser {
  readonly notices?: readonly NoticeChoice[] | undefined;
  readonly weeklySummary?: object | undefined;
}

/** What counts for a person: their choice, or the kind’s default. */
export const choiceOf = (contact: Chooser | undefined, kind: NoticeKind): NoticeChoice =>
  contact?.notices?.find((one) => one.kind === kind) ?? {
    kind,
    // events of its own say whether it is on
    on: kind === 'weekly_summary' ? contact?.weeklySummary !== undefined : noticeTraits[kind].isOn,
    contactMethodId: null,
  };

/** Whether its receiver chooses by what: some are too long for a device, some chosen for each thing they are about. */
export const hasMethodChoice = (kind: NoticeKind): boolean => ['mail', 'every'].includes(noticeTraits[kind].by);

export const leadsOf = ({ leads = [...defaultLeads] }: NoticeChoice): readonly number[] => leads;
