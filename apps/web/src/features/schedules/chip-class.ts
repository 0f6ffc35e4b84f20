/** Style of a button in a sentence. */
export const chip =
  'inline-flex h-7 items-center gap-1 rounded-md border border-line bg-panel px-2 font-medium hover:border-line-field disabled:opacity-60';
