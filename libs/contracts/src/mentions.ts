const id = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const mention = new RegExp(`<@(${id})>`, 'gi');

/** The text form of a mention, by the person’s id, so that an erased person is no longer named. Mentions notify no one. */
export const mentionOf = (personId: string): string => `<@${personId}>`;

/** The displayed text: each mention replaced by `nameOf` of the person’s id. */
export const withMentions = (text: string, nameOf: (personId: string) => string): string =>
  text.replace(mention, (_whole, personId: string) => nameOf(personId));

/** Text and the ids of mentioned persons, in turn: every second part is an id. */
export const mentionsIn = (text: string): readonly string[] => text.split(mention);
