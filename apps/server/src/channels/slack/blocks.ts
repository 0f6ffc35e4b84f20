import type { GroupCard, CardButton } from '../../deliveries/group-card.js';

/** Limits of Block Kit. A section’s text has 3,000 characters, and all blocks together about 13,200. */
const sectionCharacters = 2_900;
const titleCharacters = 300;

/** What `chat.postMessage` and `chat.update` take beside the channel: JSON. */
export interface SlackMessage {
  /** Notifications of phones show it. */
  readonly text: string;
  readonly blocks: readonly object[];
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** A title may contain `<!channel>`. */
export const escapeText = (text: string): string => text.replace(/[&<>]/g, (sign) => escapes[sign]!);

const cut = (text: string, characters: number): string => (text.length > characters ? `${text.slice(0, characters - 1)}…` : text);

export const section = (text: string): object => ({ type: 'section', text: { type: 'mrkdwn', text: cut(text, sectionCharacters) } });

const styles: Readonly<Partial<Record<CardButton['act'], string>>> = { acknowledge: 'primary' };

const buttonOf = ({ act, label }: CardButton, groupId: string): object => ({
  type: 'button',
  action_id: act,
  text: { type: 'plain_text', text: label },
  value: groupId,
  ...(styles[act] ? { style: styles[act] } : {}),
});

export const linkOf = ({ label, href }: { readonly label: string; readonly href: string }): string => `<${href}|${escapeText(label)}>`;

/** One message about an alert group, as it is now. Links stand in the text: a button with an address is a press, too. */
export const renderCard = ({ groupId, title, lines, state, buttons, link }: GroupCard): SlackMessage => ({
  text: escapeText(cut(title, titleCharacters)),
  blocks: [
    section(`*${escapeText(cut(title, titleCharacters))}*\n${lines.map(escapeText).join('\n')}`),
    ...(state === '' ? [] : [section(`*${escapeText(state)}*`)]),
    ...(buttons.length === 0 ? [] : [{ type: 'actions', elements: buttons.map((button) => buttonOf(button, groupId)) }]),
    { type: 'context', elements: [{ type: 'mrkdwn', text: linkOf(link) }] },
  ],
});
