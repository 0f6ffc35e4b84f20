/** The button that stops a person’s own pages alone, in every screen and message. */
export const seenLabel = 'Seen, keep paging';
