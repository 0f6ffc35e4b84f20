import { bundleButton, bundleHeadline, bundleLines } from '../../deliveries/bundle-wording.js';
import { verificationSubject, verificationText } from '../../deliveries/mail-html.js';
import { cardOfPage } from '../../deliveries/page-card.js';
import type { Rendering } from '../channel.js';
import { renderCard, toMessage, type TelegramMessage } from './text.js';

export const renderTelegram: Rendering<TelegramMessage> = {
  page: (page) => renderCard(cardOfPage(page)),
  bundle: (bundle) => {
    const { label, link } = bundleButton(bundle);
    return toMessage({ title: bundleHeadline(bundle), lines: bundleLines(bundle), link: { label, href: link } });
  },
  code: (note) => toMessage({ title: verificationSubject(note), lines: [verificationText(note)] }),
  notice: ({ subject, lines, link, label }) => ({ ...toMessage({ title: subject, lines, link: { label, href: link } }), isSilent: true }),
  warning: ({ subject, says, link }) => toMessage({ title: subject, lines: [says], link: { label: 'Open Tocsin', href: link } }),
};
