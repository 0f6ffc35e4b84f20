/** A choice that narrows a list, above it. */
export const filterClass = 'h-8 min-w-0 rounded-md border border-line bg-panel px-2 text-ink max-sm:flex-1 max-sm:basis-2/5';
