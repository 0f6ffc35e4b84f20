import { bundleButton, bundleHeadline, bundleLines } from '../../deliveries/bundle-wording.js';
import { verificationText } from '../../deliveries/mail-html.js';
import { cardOfPage } from '../../deliveries/page-card.js';
import type { Rendering } from '../channel.js';
import { escapeText, linkOf, renderCard, section, type SlackMessage } from './blocks.js';

const withLink = (title: string, lines: readonly string[], link: Parameters<typeof linkOf>[0]): SlackMessage => ({
  text: escapeText(title),
  blocks: [section(`*${escapeText(title)}*\n${lines.map(escapeText).join('\n')}\n${linkOf(link)}`)],
});

export const renderSlack: Rendering<SlackMessage> = {
  page: (page) => renderCard(cardOfPage(page)),
  bundle: (bundle) => {
    const { label, link } = bundleButton(bundle);
    return withLink(bundleHeadline(bundle), bundleLines(bundle), { label, href: link });
  },
  code: (note) => ({ text: escapeText(verificationText(note)), blocks: [section(escapeText(verificationText(note)))] }),
  notice: ({ subject, lines, link, label }) => withLink(subject, lines, { label, href: link }),
  warning: ({ subject, says, link }) => withLink(subject, [says], { label: 'Open Tocsin', href: link }),
};
