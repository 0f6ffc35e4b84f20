/** Two names or addresses are the same when their keys are: upper and lower case, and ways of writing an accent, don't matter. */
export const nameKey = (text: string): string => text.normalize('NFC').toLowerCase();

/** Whether something else among these carries the name already. */
export const isNameTaken = (named: Iterable<{ readonly id: string; readonly name: string }>, name: string, exceptId?: string): boolean => {
  const key = nameKey(name);
  for (const one of named) if (one.id !== exceptId && nameKey(one.name) === key) return true;
  return false;
};
