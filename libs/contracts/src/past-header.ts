/** With a moment’s ordinal: the page that sends it shows the past, so its command is refused. */
export const pastHeader = 'tocsin-as-of';
