import type { NoticeMessage } from './notes.js';
import { renderButton, renderFrame, renderHeading, renderLink, renderParagraph } from './mail-html.js';

export interface QuietMail extends NoticeMessage {
  /** Why its reader gets it. */
  readonly why: string;
  /** What its last link ends, without signing in. */
  readonly press: string;
  readonly stop: string;
}

const whyOf = ({ why }: QuietMail): string => `${why} No one is paged by this message.`;

export const quietText = (mail: QuietMail): string =>
  [...mail.lines, '', mail.link, '', whyOf(mail), `${mail.press}: ${mail.stop}`].join('\n');

export const quietHtml = (mail: QuietMail): string =>
  renderFrame(
    mail.subject,
    [
      renderHeading(mail.subject),
      ...mail.lines.map((line) => renderParagraph(line, 'overflow-wrap:anywhere')),
      renderButton(mail.label, mail.link),
      renderParagraph(whyOf(mail), 'margin-top:24px;color:#4b5260', 'quiet'),
      renderLink(mail.press, mail.stop),
    ].join('\n'),
  );
