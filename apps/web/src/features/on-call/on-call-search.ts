import { isDay } from '../../data/time/days.js';

/** Length of the timeline, or a list instead of it. */
export const onCallViews = ['week', 'four-weeks', 'list'] as const;
export type OnCallView = (typeof onCallViews)[number];
export const viewWords: Readonly<Record<OnCallView, string>> = { week: 'Week', 'four-weeks': '4 weeks', list: 'List' };
export const daysOf: Readonly<Record<OnCallView, number>> = { week: 7, 'four-weeks': 28, list: 7 };

/** Search parameters of the screen, without defaults. */
export interface OnCallSearch {
  readonly view?: OnCallView | undefined;
  /** The first day; today when absent. */
  readonly day?: string | undefined;
}

export const searchFrom = ({ view, day }: { readonly [Name in keyof OnCallSearch]?: unknown }): OnCallSearch => ({
  ...(onCallViews.some((one) => one === view) && view !== 'week' ? { view: view as OnCallView } : {}),
  ...(isDay(day) ? { day } : {}),
});
