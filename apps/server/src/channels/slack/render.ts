import { bundleButton, bundleHeadline, bundleLines } from '../../deliveries/bundle-wording.js';
import { verificationText } from '../../deliveries/mail-html.js';
import type { PageMessage } from '../../deliveries/notes.js';
import { button, details, facts, headline, reasons, testNote } from '../../deliveries/wording.js';
import { unanswered, type GroupCard, type GroupState } from '../../deliveries/group-card.js';
import type { Rendering } from '../channel.js';
import { escapeText, linkOf, renderCard, section, type SlackMessage } from './blocks.js';

/** A page as a message that is edited later. A quiet one has no buttons. `isOver`: why it was sent is true no more. */
export const cardOfPage = (page: PageMessage, { state, buttons, mark }: GroupState, isOver: boolean): GroupCard => {
  const { label, link } = button(page);
  return {
    groupId: page.groupId,
    title: headline(page).replace(/^\S+/, mark ?? '$&'),
    lines: [...(isOver ? testNote(page) : reasons(page)), ...facts(page), ...details(page)],
    state,
    buttons: page.quiet ? [] : buttons,
    link: { label: page.quiet ? label : 'Open the page', href: link },
  };
};

const withLink = (title: string, lines: readonly string[], link: Parameters<typeof linkOf>[0]): SlackMessage => ({
  text: escapeText(title),
  blocks: [section(`*${escapeText(title)}*\n${lines.map(escapeText).join('\n')}\n${linkOf(link)}`)],
});

export const renderSlack: Rendering<SlackMessage> = {
  page: (page) => renderCard(cardOfPage(page, unanswered, false)),
  bundle: (bundle) => {
    const { label, link } = bundleButton(bundle);
    return withLink(bundleHeadline(bundle), bundleLines(bundle), { label, href: link });
  },
  code: (note) => ({ text: escapeText(verificationText(note)), blocks: [section(escapeText(verificationText(note)))] }),
  warning: ({ subject, says, link }) => withLink(subject, [says], { label: 'Open Tocsin', href: link }),
};
