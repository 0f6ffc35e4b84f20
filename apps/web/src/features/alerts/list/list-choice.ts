export const groupings = ['state', 'service', 'alert', 'team'] as const;
export type Grouping = (typeof groupings)[number];
export const columns = ['service', 'labels', 'age'] as const;
export type Column = (typeof columns)[number];

/** How a person wants the list: a saved search under their own id, so that it is the same on each of their devices. */
export interface ListChoice {
  readonly by: Grouping;
  readonly hides: readonly Column[];
  readonly isOldestFirst: boolean;
}

export function choiceOf(query: string): ListChoice {
  const read = new URLSearchParams(query);
  const hidden = read.get('hide')?.split(' ') ?? [];
  return {
    by: groupings.find((one) => one === read.get('by')) ?? 'state',
    hides: columns.filter((one) => hidden.includes(one)),
    isOldestFirst: read.get('order') === 'oldest',
  };
}

export const queryOfChoice = ({ by, hides, isOldestFirst }: ListChoice): string =>
  new URLSearchParams([
    ...(by === 'state' ? [] : [['by', by]]),
    ...(hides.length > 0 ? [['hide', hides.join(' ')]] : []),
    ...(isOldestFirst ? [['order', 'oldest']] : []),
  ]).toString();
