export interface PersonalStep {
  readonly method: string;
  readonly afterMinutes: number;
}

/** `high: app at once, SMS after 2 min`: no address stands in it. */
export const ruleWords = (urgency: 'high' | 'low' | 'both', steps: readonly PersonalStep[]): string => {
  const words = steps
    .toSorted((one, other) => one.afterMinutes - other.afterMinutes)
    .map(({ method, afterMinutes }) => `${method} ${afterMinutes === 0 ? 'at once' : `after ${afterMinutes} min`}`);
  return `${urgency === 'both' ? 'high and low' : urgency} urgency: ${words.join(', ') || 'nothing'}`;
};
