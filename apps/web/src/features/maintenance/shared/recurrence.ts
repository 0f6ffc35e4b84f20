/** The recurrences that the form offers, by their rule. Others are typed. */
export const recurrences = [
  { id: '', label: 'Once' },
  { id: 'FREQ=DAILY', label: 'Every day' },
  { id: 'FREQ=WEEKLY', label: 'Every week' },
  { id: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', label: 'Every weekday' },
  { id: 'FREQ=MONTHLY', label: 'Every month, on this day' },
  { id: 'FREQ=MONTHLY;BYMONTHDAY=-1', label: 'Every month, on its last day' },
  { id: 'FREQ=YEARLY', label: 'Every year' },
] as const;

export const ownRule = 'own';

export const isOffered = (rule: string): boolean => recurrences.some(({ id }) => id === rule);
